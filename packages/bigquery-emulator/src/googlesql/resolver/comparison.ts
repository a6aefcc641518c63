/** GoogleSQL resolver: emits comparisons with BigQuery's rules for NaN and STRUCT, which differ from DuckDB's. https://cloud.google.com/bigquery/docs/reference/standard-sql/operators#comparison_operators */
import type { Type } from '../types.ts'
import { member } from './struct.ts'
import { once, typed, type Typed } from './typed.ts'

/** Returns true if the value can be NaN. A numeric literal can't. */
function mayBeNaN({ isLiteral, literal }: Typed): boolean {
  return !(isLiteral === true && literal !== undefined)
}

/**
 * Emits `a operator b` for values of one type. NaN is not equal to, less than or greater than any value. DuckDB
 * orders it as the greatest.
 */
export function comparisonSql(operator: string, a: Typed, b: Typed, type: Type): string {
  if (type.kind === 'STRUCT') return structEquality(operator, a, b)
  if (type.kind !== 'FLOAT64') return `(${a.sql} ${operator} ${b.sql})`
  return once([a.sql, b.sql], (x, y) => {
    const doubtful = [...(mayBeNaN(a) ? [[x, y]] : []), ...(mayBeNaN(b) ? [[y, x]] : [])]
    const conditions = doubtful.map(([one, other]) =>
      operator === '!='
        ? `(isnan(${one}) AND ${other} IS NOT NULL)`
        : `(NOT isnan(${one}) OR ${other} IS NULL)`,
    )
    return `(${[`${x} ${operator} ${y}`, ...conditions].join(operator === '!=' ? ' OR ' : ' AND ')})`
  })
}

/**
 * Compares structs member by member, so that a NULL member can make the result NULL. DuckDB treats NULL members as
 * equal.
 */
function structEquality(operator: string, a: Typed, b: Typed): string {
  if (a.type.kind !== 'STRUCT' || b.type.kind !== 'STRUCT') throw new TypeError('not a struct')
  const { fields } = a.type
  const members = fields.map((field, i) => {
    const [x, y] = [a.items?.[i] ?? member(a, i), b.items?.[i] ?? member(b, i)]
    const settled = (value: Typed): Typed =>
      value.type.kind === 'NULL' ? typed(value.sql, field.type) : value
    return comparisonSql('=', settled(x), settled(y), field.type)
  })
  const equal = members.length === 0 ? 'TRUE' : `(${members.join(' AND ')})`
  return operator === '=' ? equal : `(NOT ${equal})`
}
