/** GoogleSQL functions: defines the aggregate functions. https://cloud.google.com/bigquery/docs/reference/standard-sql/aggregate_functions */
import type { Aggregation } from '../resolver/aggregation.ts'
import { settle } from '../resolver/coercion.ts'
import { typed } from '../resolver/typed.ts'
import { arrayOf, INT64, typeName } from '../types.ts'
import { demandArrays } from './array.ts'
import { defineAggregates, type AggregateRow, type Special } from './definition.ts'

function notNull(value: string): string {
  return `${value} IS NOT NULL`
}

const unordered = new Set(['ARRAY', 'STRUCT', 'JSON'])

function extreme(fn: 'min' | 'max'): Special<[Aggregation]> {
  return (call, agg) => {
    if (call.args.length !== 1) throw call.noMatch(['(T)'])
    const { sql, type } = settle(call.value(0))
    if (unordered.has(type.kind))
      throw call.fail(`${call.name} is not defined for arguments of type ${typeName(type)}`)
    const value = agg.of(fn, sql)
    if (type.kind !== 'FLOAT64') return typed(value, type)
    const hasNaN = agg.of('bool_or', `isnan(${sql})`, { distinct: false })
    return typed(`CASE WHEN ${hasNaN} THEN 'nan'::DOUBLE ELSE ${value} END`, type)
  }
}

/** Emits the aggregate, with an error if finite values have a result that is not finite. */
function finite(agg: Aggregation, fn: string, x: string, message: string): string {
  return `bq_float_result(${agg.of(fn, x)}, ${agg.of('bool_and', `isfinite(${x})`, { distinct: false })}, '${message}')`
}

function by(fn: string): AggregateRow {
  return ['(T, U) -> T', (agg, value, key) => agg.of(fn, `${value}, ${key}`, { filter: notNull(key) })]
}

function integers(fn: string): AggregateRow {
  return ['(INT64) -> INT64', (agg, x) => agg.of(fn, x)]
}

export const aggregateTable = defineAggregates({
  COUNT: (call, agg) => {
    if (call.node.star) return typed(agg.of('count', '*'), INT64)
    if (call.args.length !== 1) throw call.noMatch(['(*)', '([DISTINCT] ANY)'])
    return typed(agg.of('count', call.value(0).sql), INT64)
  },
  COUNTIF: ['(BOOL) -> INT64', (agg, x) => agg.of('count', `CASE WHEN ${x} THEN 1 END`)],
  SUM: [
    ['(INT64) -> INT64', (agg, x) => `CAST(${agg.of('sum', x)} AS BIGINT)`],
    ['(NUMERIC) -> NUMERIC', (agg, x) => `CAST(${agg.of('sum', x)} AS DECIMAL(38,9))`],
    ['(FLOAT64) -> FLOAT64', (agg, x) => finite(agg, 'sum', x, 'double overflow')],
  ],
  AVG: [
    ['(INT64) -> FLOAT64', (agg, x) => agg.of('avg', `CAST(${x} AS DOUBLE)`)],
    [
      '(NUMERIC) -> NUMERIC',
      (agg, x) =>
        `bq_numeric_divide(CAST(${agg.of('sum', x)} AS DECIMAL(38,9)), NULLIF(CAST(${agg.of('count', x)} AS DECIMAL(38,9)), 0))`,
    ],
    [
      '(FLOAT64) -> FLOAT64',
      (agg, x) => finite(agg, 'avg', x, 'AVG of such large values is not supported by the local BigQuery'),
    ],
  ],
  MIN: extreme('min'),
  MAX: extreme('max'),
  ANY_VALUE: (call, agg) => {
    const value = settle(call.value(0))
    const having = agg.having()
    if (having) return typed(agg.of(having.fn, `${value.sql}, ${having.value}`), value.type)
    return typed(agg.of('any_value', value.sql), value.type)
  },
  MAX_BY: by('arg_max_null'),
  MIN_BY: by('arg_min_null'),
  ARRAY_AGG: (call, agg) => {
    const value = settle(call.value(0))
    if (value.type.kind === 'ARRAY')
      throw call.fail(`The argument to ARRAY_AGG must not be an array type but was ${typeName(value.type)}`)
    const filter = agg.nulls === 'IGNORE' ? notNull(value.sql) : undefined
    return typed(agg.limited(agg.of('list', value.sql, { filter })), arrayOf(value.type))
  },
  ARRAY_CONCAT_AGG: [
    '(ARRAY<T>) -> ARRAY<T>',
    (agg, x) => `flatten(${agg.limited(agg.of('list', x, { filter: notNull(x) }))})`,
    demandArrays,
  ],
  STRING_AGG: [
    [
      '(STRING, [STRING]) -> STRING',
      (agg, x, delimiter = "','") => {
        agg.call.demandConstant(1, -Infinity)
        if (!agg.call.node.limit) return agg.of('string_agg', `${x}, ${delimiter}`)
        return `array_to_string(${agg.limited(agg.of('list', x, { filter: notNull(x) }))}, ${delimiter})`
      },
    ],
  ],
  LOGICAL_AND: ['(BOOL) -> BOOL', (agg, x) => agg.of('bool_and', x)],
  LOGICAL_OR: ['(BOOL) -> BOOL', (agg, x) => agg.of('bool_or', x)],
  BIT_AND: integers('bit_and'),
  BIT_OR: integers('bit_or'),
  BIT_XOR: integers('bit_xor'),
  GROUPING: ['(T) -> INT64', (agg, x) => `CAST(${agg.grouping(x)} AS BIGINT)`],
})
