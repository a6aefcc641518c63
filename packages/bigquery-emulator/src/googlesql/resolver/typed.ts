/** A resolved expression: its SQL for DuckDB and its BigQuery type. */
import type { Type } from '../types.ts'

/** A scan of a table that demands a partition filter, and whether a condition has met the demand. */
export interface PartitionScan {
  table: string
  columns: readonly string[]
  filtered: boolean
}

export interface Typed {
  sql: string
  type: Type
  /** A literal's text: string literals coerce to dates, float literals to NUMERIC. */
  literal?: string | undefined
  isLiteral?: boolean
  /** A bound parameter coerces as a literal does. */
  isParameter?: boolean
  /** The row of a table as a struct. */
  isRow?: boolean
  /** A NULL literal that was given a type. */
  isNull?: boolean
  /** It never is a value: it ends the query, in the place of a value of any type. */
  raises?: boolean
  /** The members of an array or struct constructor, coerced one by one. */
  items?: readonly Typed[]
  /** Sums and products of FLOAT64, checked for overflow once for the whole of them. */
  float?: FloatTerm | undefined
  /** The part of a JSON document it is. */
  json?: { root: string; path: string } | undefined
  /** The scans whose partition column this is, unchanged: of a UNION ALL, those of both sides. */
  partition?: readonly PartitionScan[] | undefined
  /** The column that it is unchanged, wherever that was read first. */
  origin?: string | undefined
}

export function typed(sql: string, type: Type, more: Omit<Typed, 'sql' | 'type'> = {}): Typed {
  return {
    sql,
    type,
    ...more,
  }
}

/** An expression of + - * over values of their own. */
export interface FloatTerm {
  leaves: readonly { sql: string; isFinite: boolean }[]
  build: (leaves: readonly string[]) => string
}

/** A value known by its type alone. */
export function ofType(type: Type): Typed {
  return { sql: '', type }
}

let depth = 0

/** A DuckDB lambda; nested ones get parameters of their own, and equal ones equal text. */
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
 * NULL where `body` fails, while its arguments' own errors stay errors. They are handed over in a list, for DuckDB's TRY
 * takes no aggregate, no window, no subquery and no grouped column.
 */
export function attempt(args: readonly string[], body: (...args: string[]) => string): string {
  return args.length === 0 ? `TRY(${body()})` : bind(args, (...names) => `TRY(${body(...names)})`)
}

/** `body` with its arguments as names, for DuckDB takes no subquery in a lambda. */
export function bind(args: readonly string[], body: (...args: string[]) => string): string {
  const members = args.map((arg, i) => `x${i} := ${arg}`).join(', ')
  const inside = lambda((row) => body(...args.map((_, i) => `${row}.x${i}`)))
  return `list_transform([struct_pack(${members})], ${inside})[1]`
}

/** What `body` may write more than once, without its text doubling at every level of an expression. */
export function once(args: readonly string[], body: (...args: string[]) => string): string {
  // A macro's text is short and what it stands for is not.
  const isLong = args.map((arg) => arg.length > 200 || arg.split('bq_').length > 3)
  if (!isLong.includes(true)) return body(...args)
  // DuckDB takes no subquery in a lambda either.
  const moved = args.map((arg, i) => isLong[i] || arg.includes('SELECT'))
  return bind(
    args.filter((_, i) => moved[i]),
    (...names) => body(...args.map((arg, i) => (moved[i] ? names.shift()! : arg))),
  )
}
