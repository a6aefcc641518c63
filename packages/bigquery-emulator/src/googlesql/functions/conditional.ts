/** GoogleSQL functions: defines the conditional functions. https://cloud.google.com/bigquery/docs/reference/standard-sql/conditional_expressions */
import { coerce, supertype } from '../resolver/coercion.ts'
import { comparisonSql } from '../resolver/comparison.ts'
import type { FunctionCall } from '../resolver/function_call.ts'
import { isComparable } from '../resolver/operator.ts'
import { once, typed, type Typed } from '../resolver/typed.ts'
import { defineScalars } from './definition.ts'

export const conditionalFunctions = defineScalars({
  IF: ['(BOOL, T, T) -> T', (condition, yes, no) => `CASE WHEN ${condition} THEN ${yes} ELSE ${no} END`],
  IFNULL: ['(T, T) -> T', (value, otherwise) => `COALESCE(${value}, ${otherwise})`],
  COALESCE: ['(T, [T, ...]) -> T', (...values) => `COALESCE(${values.join(', ')})`],
  NULLIF: (call) => {
    if (call.args.length !== 2) throw call.noMatch(['(T, T)'])
    const type = supertype(call.values())
    if (!type || !isComparable(type)) throw call.noMatch(['(T, T)'])
    const [value, unless] = call.values().map((given) => coerce(given, type)) as [Typed, Typed]
    const equal = comparisonSql('=', value, unless, type)
    return typed(`CASE WHEN ${equal} THEN NULL ELSE ${value.sql} END`, type)
  },
  NULLIFZERO: [
    ['(INT64) -> INT64', (x) => `NULLIF(${x}, 0)`],
    ['(NUMERIC) -> NUMERIC', (x) => `NULLIF(${x}, 0)`],
    ['(FLOAT64) -> FLOAT64', (x) => `NULLIF(${x}, 0)`],
  ],
  ZEROIFNULL: [
    ['(INT64) -> INT64', (x) => `COALESCE(${x}, 0)`],
    ['(NUMERIC) -> NUMERIC', (x) => `COALESCE(${x}, 0)`],
    ['(FLOAT64) -> FLOAT64', (x) => `COALESCE(${x}, 0)`],
  ],
  GREATEST: (call) => extreme('greatest', call),
  LEAST: (call) => extreme('least', call),
})

/** Emits GREATEST or LEAST: NULL if any value is NULL, NaN if any value is NaN. */
function extreme(fn: string, call: FunctionCall): Typed {
  const type = supertype(call.values())
  if (call.args.length === 0 || !type || ['ARRAY', 'STRUCT', 'JSON'].includes(type.kind))
    throw call.noMatch(['(T, [T, ...])'])
  const coerced = call.values().map((value) => coerce(value, type).sql)
  return typed(
    once(coerced, (...values) => extremeSql(fn, values, type.kind === 'FLOAT64')),
    type,
  )
}

function extremeSql(fn: string, values: string[], isFloat: boolean): string {
  const anyNull = values.map((value) => `${value} IS NULL`).join(' OR ')
  const anyNaN = values.map((value) => `isnan(${value})`).join(' OR ')
  const nan = isFloat ? ` WHEN ${anyNaN} THEN 'nan'::DOUBLE` : ''
  return `CASE WHEN ${anyNull} THEN NULL${nan} ELSE ${fn}(${values.join(', ')}) END`
}
