/** GoogleSQL resolver: emits FLOAT64 arithmetic that fails on overflow. DuckDB returns infinity. https://cloud.google.com/bigquery/docs/reference/standard-sql/mathematical_functions */
import { FLOAT64 } from '../types.ts'
import { once, typed, type FloatTerm, type Typed } from './typed.ts'

/** Returns a value as a term. Integers and numeric literals are finite. */
function termOf(value: Typed, coerced: string): FloatTerm {
  if (value.float) return value.float
  const isFinite = value.type.kind !== 'FLOAT64' || (value.isLiteral === true && value.literal !== undefined)
  return { leaves: [{ sql: coerced, isFinite }], build: ([leaf]) => leaf! }
}

/**
 * Emits `left operator right`. Nested sums and products are checked once, on the outermost result: infinity and
 * NaN never become finite again by + - *, so a non-finite result of finite values means that a step overflowed.
 */
export function floatArithmetic(operator: string, left: Typed, right: Typed, a: string, b: string): Typed {
  if (operator === '/')
    return typed(
      once([a, b], (x, y) => `bq_divide(${x}, ${y})`),
      FLOAT64,
    )
  const [first, second] = [termOf(left, a), termOf(right, b)]
  const term: FloatTerm = {
    leaves: [...first.leaves, ...second.leaves],
    build: (leaves) =>
      `(${first.build(leaves.slice(0, first.leaves.length))} ${operator} ${second.build(leaves.slice(first.leaves.length))})`,
  }
  const sql = once(
    term.leaves.map((leaf) => leaf.sql),
    (...leaves) => checked(term, operator, leaves),
  )
  return typed(sql, FLOAT64, { float: term })
}

function checked({ leaves, build }: FloatTerm, operator: string, names: readonly string[]): string {
  const result = build(names)
  const doubtful = [...new Set(names.filter((_, i) => !leaves[i]!.isFinite))]
  if (doubtful.length === 0 && leaves.length > 2) return `bq_float_result(${result}, TRUE, 'double overflow')`
  const texts =
    names.length === 2
      ? ` || ': ' || bq_float_text(${names[0]}) || ' ${operator} ' || bq_float_text(${names[1]})`
      : ''
  const finite = doubtful.map((name) => `isfinite(${name})`).join(' AND ') || 'TRUE'
  return `bq_float_result(${result}, ${finite}, 'double overflow'${texts})`
}
