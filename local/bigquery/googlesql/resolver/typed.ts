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
  /** The members of an array or struct constructor, coerced one by one. */
  items?: readonly Typed[]
  /** The scan whose partition column this is, unchanged. */
  partition?: PartitionScan | undefined
}

export const typed = (sql: string, type: Type, more: Omit<Typed, 'sql' | 'type'> = {}): Typed => ({
  sql,
  type,
  ...more,
})

/** A value known by its type alone. */
export const ofType = (type: Type): Typed => ({ sql: '', type })

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

export const mapArray = (array: string, body: (element: string) => string): string =>
  `list_transform(${array}, ${lambda(body)})`
