/** GoogleSQL resolver: defines a resolved expression: its SQL for DuckDB and its BigQuery type. */
import type { Type } from '../types.ts'

/** A scan of a partitioned table, or one reference to a WITH table that scans it. */
export interface PartitionScan {
  /** The name of the scan in the emitted SQL. */
  name: string
  table: string
  columns: readonly string[]
  /** True if the table requires a partition filter. */
  isFilterRequired: boolean
  /** True once a condition prunes it. */
  filtered: boolean
  /** What conditions compare the partition column with. */
  bounds: PartitionBound[]
  /** The references to the WITH table that contains the scan. */
  uses: PartitionScan[]
}

/** A constant limit of a partition column. */
export interface PartitionBound {
  side: 'from' | 'until'
  /** Emitted SQL of the constant. */
  sql: string
  /** True if the value itself is outside. */
  isExclusive: boolean
}

export interface Typed {
  sql: string
  type: Type
  /** A literal's text. String literals coerce to dates, float literals to NUMERIC. */
  literal?: string | undefined
  isLiteral?: boolean
  /** True for a bound parameter, which coerces as a literal does. */
  isParameter?: boolean
  /** True for the row of a table as a struct. */
  isRow?: boolean
  /** True for a NULL literal that was given a type. */
  isNull?: boolean
  /** True if evaluation always raises an error. The type is then that of the surrounding expression. */
  raises?: boolean
  /** The members of an array or struct constructor. They are coerced one by one. */
  items?: readonly Typed[]
  /** Sums and products of FLOAT64. Overflow is checked once for the whole expression. */
  float?: FloatTerm | undefined
  /** The part of a JSON document that the value reads. */
  json?: { root: string; path: string } | undefined
  /** The scans that this value is the unchanged partition column of. For a UNION, the scans of all inputs. */
  partition?: readonly PartitionScan[] | undefined
  /** The column that this value is an unchanged copy of, across subqueries. */
  origin?: string | undefined
}

export function typed(sql: string, type: Type, more: Omit<Typed, 'sql' | 'type'> = {}): Typed {
  return {
    sql,
    type,
    ...more,
  }
}

/** An expression of + - * over leaf values. */
export interface FloatTerm {
  leaves: readonly { sql: string; isFinite: boolean }[]
  build: (leaves: readonly string[]) => string
}

/** Returns a value of which only the type matters. */
export function ofType(type: Type): Typed {
  return { sql: '', type }
}

let depth = 0

/** Emits a DuckDB lambda. Nested lambdas get different parameter names. Equal lambdas at one level have equal text. */
export function lambda(body: (parameter: string) => string): string {
  const parameter = `_e${depth++}`
  try {
    return `lambda ${parameter}: ${body(parameter)}`
  } finally {
    depth--
  }
}

export function mapArray(array: string, body: (element: string) => string): string {
  return `list_transform(${array}, ${lambda(body)})`
}

/**
 * Emits `body` with NULL instead of its errors. Errors in the arguments remain errors. The arguments are passed in
 * a list, because DuckDB's TRY accepts no aggregates, windows, subqueries or grouped columns.
 */
export function attempt(args: readonly string[], body: (...args: string[]) => string): string {
  return args.length === 0 ? `TRY(${body()})` : bind(args, (...names) => `TRY(${body(...names)})`)
}

/** Emits `body` with its arguments bound to names, because DuckDB doesn't allow subqueries in a lambda. */
export function bind(args: readonly string[], body: (...args: string[]) => string): string {
  const members = args.map((arg, i) => `x${i} := ${arg}`).join(', ')
  const inside = lambda((row) => body(...args.map((_, i) => `(${row}).x${i}`)))
  return `list_transform([struct_pack(${members})], ${inside})[1]`
}

/**
 * Emits `body`, which may use an argument several times. Long arguments are bound first, because otherwise the
 * text would double at every level of nesting.
 */
export function once(args: readonly string[], body: (...args: string[]) => string): string {
  // Calls of bq_ macros are short but expand to long expressions. A constant stays where it is, however long: DuckDB compiles a
  // regular expression once if it is a constant, and for each row if it is bound.
  const isLong = args.map((arg) => !isText(arg) && (arg.length > 200 || arg.split('bq_').length > 3))
  if (!isLong.includes(true)) return body(...args)
  // DuckDB doesn't allow subqueries in a lambda either.
  const moved = args.map((arg, i) => isLong[i] || arg.includes('SELECT'))
  return bind(
    args.filter((_, i) => moved[i]),
    (...names) => body(...args.map((arg, i) => (moved[i] ? names.shift()! : arg))),
  )
}

/** Returns true for one string literal. */
function isText(sql: string): boolean {
  return /^'(?:[^']|'')*'$/.test(sql)
}
