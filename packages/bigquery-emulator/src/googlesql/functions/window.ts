/** GoogleSQL functions: defines the numbering and navigation functions. https://cloud.google.com/bigquery/docs/reference/standard-sql/navigation_functions */
import { defineAggregates, type AggregateRow } from './definition.ts'
import type { Aggregation } from '../resolver/aggregation.ts'
import { isCoercible } from '../resolver/coercion.ts'
import type { FunctionCall } from '../resolver/function_call.ts'
import { typed, type Typed } from '../resolver/typed.ts'
import { FLOAT64, NUMERIC } from '../types.ts'

function numbering(fn: string, type: 'INT64' | 'FLOAT64'): AggregateRow {
  return [`() -> ${type}`, (window) => `${fn}()${window.over()}`]
}

function lag(fn: 'lag' | 'lead'): AggregateRow {
  return [
    '(T, [INT64], [T]) -> T',
    (window, value, offset = '1', otherwise) => {
      window.call.demandConstant(1, 0)
      return `${fn}(${value}, ${offset}${otherwise === undefined ? '' : `, ${otherwise}`})${window.over()}`
    },
  ]
}

function ignoring(window: Aggregation): string {
  return window.nulls === 'IGNORE' ? ' IGNORE NULLS' : ''
}

function edge(fn: string): AggregateRow {
  return [
    '(T) -> T',
    (window, value) => {
      const { call } = window
      const { type, isNull } = call.value(0)
      if (type.kind === 'NULL' || isNull) throw call.fail(`The argument to ${call.name} must be non-NULL`)
      return `${fn}(${value}${ignoring(window)})${window.over()}`
    },
  ]
}

/** Throws for RESPECT NULLS. DuckDB's quantiles ignore NULLs, which is BigQuery's default. */
function ignoringNulls(window: Aggregation): Aggregation {
  if (window.nulls === 'RESPECT') throw window.call.unsupported('PERCENTILE_CONT(… RESPECT NULLS)')
  return window
}

function constant({ call }: Aggregation, index: number, sql: string): string {
  call.demandConstant(index, 1)
  return sql
}

/** Throws unless the percentile is a constant between 0 and 1. */
function fraction({ call }: Aggregation, sql: string): string {
  call.demandConstant(1, 0)
  if (Number(call.value(1).literal ?? 0) > 1)
    throw call.fail(`Argument 2 to ${call.name} must be between 0 and 1`)
  return sql
}

/** NUMERIC only if both arguments are: a percentile that is a literal of FLOAT64 or INT64 makes the values FLOAT64. */
function percentileCont(call: FunctionCall, window: Aggregation): Typed {
  const isNumeric = (index: number): boolean => call.value(index).type.kind === 'NUMERIC'
  const isMatch = call.args.length === 2 && [0, 1].every((index) => isCoercible(call.value(index), FLOAT64))
  if (!isMatch) throw call.noMatch(['(FLOAT64, FLOAT64)', '(NUMERIC, NUMERIC)'])
  const p = call.value(1)
  if (isNumeric(0) && isNumeric(1)) {
    const value = call.coerced(0, NUMERIC)
    const list = ignoringNulls(window).of('list', value, { filter: `${value} IS NOT NULL` })
    return typed(`bq_percentile_cont(${list}, ${fraction(window, p.sql)})`, NUMERIC)
  }
  if (
    (isNumeric(0) && p.type.kind === 'INT64' && !p.isLiteral) ||
    (isNumeric(1) && call.value(0).type.kind === 'INT64')
  )
    throw call.unsupported('PERCENTILE_CONT of INT64 and NUMERIC')
  const values = `${call.coerced(0, FLOAT64)}, ${fraction(window, call.coerced(1, FLOAT64))}`
  return typed(ignoringNulls(window).of('quantile_cont', values), FLOAT64)
}

export const windowTable = defineAggregates({
  ROW_NUMBER: numbering('row_number', 'INT64'),
  RANK: numbering('rank', 'INT64'),
  DENSE_RANK: numbering('dense_rank', 'INT64'),
  PERCENT_RANK: numbering('percent_rank', 'FLOAT64'),
  CUME_DIST: numbering('cume_dist', 'FLOAT64'),
  NTILE: ['(INT64) -> INT64', (window, buckets) => `ntile(${constant(window, 0, buckets)})${window.over()}`],
  LAG: lag('lag'),
  LEAD: lag('lead'),
  FIRST_VALUE: edge('first_value'),
  LAST_VALUE: edge('last_value'),
  NTH_VALUE: [
    '(T, INT64) -> T',
    (window, value, n) => `nth_value(${value}, ${constant(window, 1, n)}${ignoring(window)})${window.over()}`,
  ],
  PERCENTILE_CONT: percentileCont,
  PERCENTILE_DISC: [
    '(T, FLOAT64) -> T',
    (window, value, p) => {
      window.call.demandOrderable(0)
      const filter = window.nulls === 'RESPECT' ? undefined : `${value} IS NOT NULL`
      return `bq_percentile_disc(${window.of('list', value, { filter })}, ${fraction(window, p)})`
    },
  ],
})
