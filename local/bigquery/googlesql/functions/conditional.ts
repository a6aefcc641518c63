/** Conditional functions. https://cloud.google.com/bigquery/docs/reference/standard-sql/conditional_expressions */
import { defineScalars } from './definition.ts'

export const conditionalFunctions = defineScalars({
  IF: ['(BOOL, T, T) -> T', (condition, yes, no) => `CASE WHEN ${condition} THEN ${yes} ELSE ${no} END`],
  IFNULL: ['(T, T) -> T', (value, otherwise) => `COALESCE(${value}, ${otherwise})`],
  COALESCE: ['(T, [T, ...]) -> T', (...values) => `COALESCE(${values.join(', ')})`],
  NULLIF: ['(T, T) -> T', (value, unless) => `NULLIF(${value}, ${unless})`],
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
  GREATEST: [
    ['(FLOAT64, [FLOAT64, ...]) -> FLOAT64', (...values) => extreme('greatest', values, true)],
    ['(T, [T, ...]) -> T', (...values) => extreme('greatest', values, false)],
  ],
  LEAST: [
    ['(FLOAT64, [FLOAT64, ...]) -> FLOAT64', (...values) => extreme('least', values, true)],
    ['(T, [T, ...]) -> T', (...values) => extreme('least', values, false)],
  ],
})

/** NULL when any value is NULL, NaN when any is NaN. */
function extreme(fn: string, values: string[], isFloat: boolean): string {
  const anyNull = values.map((value) => `${value} IS NULL`).join(' OR ')
  const anyNaN = values.map((value) => `isnan(${value})`).join(' OR ')
  const nan = isFloat ? ` WHEN ${anyNaN} THEN 'nan'::DOUBLE` : ''
  return `CASE WHEN ${anyNull} THEN NULL${nan} ELSE ${fn}(${values.join(', ')}) END`
}
