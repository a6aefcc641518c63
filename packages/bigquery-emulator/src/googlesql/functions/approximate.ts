/** GoogleSQL functions: defines the approximate and statistical aggregates. The approximate ones return exact results. https://cloud.google.com/bigquery/docs/reference/standard-sql/approximate_aggregate_functions */
import type { FunctionCall } from '../resolver/function_call.ts'
import { ungroupable } from '../resolver/grouping.ts'
import { settle } from '../resolver/coercion.ts'
import { typed } from '../resolver/typed.ts'
import { arrayOf, INT64, isNumeric, structOf } from '../types.ts'
import { defineAggregates, type AggregateRow } from './definition.ts'

function spread(fn: string): AggregateRow {
  return ['(FLOAT64) -> FLOAT64', (agg, x) => agg.of(fn, x)]
}

function relation(fn: string): AggregateRow {
  return ['(FLOAT64, FLOAT64) -> FLOAT64', (agg, x, y) => agg.of(fn, `${x}, ${y}`)]
}

function demandGroupableArgument(call: FunctionCall): void {
  const json = ungroupable(call.value(0).type)
  if (json !== undefined)
    throw call.fail(`Argument 1 to ${call.name} must support grouping; Type ${json} does not`)
}

export const approximateTable = defineAggregates({
  APPROX_COUNT_DISTINCT: [
    '(T) -> INT64',
    (agg, x) => agg.of('count', x, { distinct: true }),
    demandGroupableArgument,
  ],
  APPROX_QUANTILES: [
    '(T, INT64) -> ARRAY<T>',
    (agg, x, count) => {
      agg.call.demandConstant(1, 1)
      agg.call.demandOrderable(0)
      const filter = agg.nulls === 'RESPECT' ? undefined : `${x} IS NOT NULL`
      // The count is a separate aggregate, because a lambda that refers to the list copies it for every step.
      return `bq_quantiles(${agg.of('list', x, { filter })}, ${agg.of('count', '*', { filter })}, ${count})`
    },
  ],
  APPROX_TOP_COUNT: (call, agg) => {
    call.demandConstant(1, 1)
    demandGroupableArgument(call)
    const value = call.value(0)
    const type = arrayOf(
      structOf([
        { name: 'value', type: value.type },
        { name: 'count', type: INT64 },
      ]),
    )
    return typed(`bq_top_count(${agg.of('list', value.sql)}, ${call.coerced(1, INT64)})`, type)
  },
  APPROX_TOP_SUM: (call, agg) => {
    call.demandConstant(2, 1)
    demandGroupableArgument(call)
    const [value, weight] = [call.value(0), settle(call.value(1))]
    if (!isNumeric(weight.type)) throw call.noMatch([])
    const type = arrayOf(
      structOf([
        { name: 'value', type: value.type },
        { name: 'sum', type: weight.type },
      ]),
    )
    const pairs = agg.of('list', `struct_pack(v := ${value.sql}, w := ${weight.sql})`)
    return typed(`bq_top_sum(${pairs}, ${call.coerced(2, INT64)})`, type)
  },
  STDDEV: spread('stddev_samp'),
  STDDEV_SAMP: spread('stddev_samp'),
  STDDEV_POP: spread('stddev_pop'),
  VARIANCE: spread('var_samp'),
  VAR_SAMP: spread('var_samp'),
  VAR_POP: spread('var_pop'),
  CORR: [
    '(FLOAT64, FLOAT64) -> FLOAT64',
    (agg, x, y) =>
      `CASE WHEN ${agg.of('regr_count', `${x}, ${y}`)} >= 2 THEN ${agg.of('corr', `${x}, ${y}`)} END`,
  ],
  COVAR_POP: relation('covar_pop'),
  COVAR_SAMP: relation('covar_samp'),
})
