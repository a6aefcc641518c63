/** Storage layer: what a view is, and how its query is written. https://cloud.google.com/bigquery/docs/reference/standard-sql/lexical */
import type { Column } from '../warehouse/column.ts'

/** One view: everything BigQuery needs to know of it. */
export interface View {
  name: string
  description: string
  columns: readonly Column[]
  /** GoogleSQL. */
  query: string
  /** Tables and views of the same dataset that the query reads; they must stand before it. */
  reads: readonly string[]
}

/** Writes the full name of a table or view of the dataset as GoogleSQL. */
export type Locate = (name: string) => string

/** A name as GoogleSQL, whatever it is. Names come from this repository; one with a backtick is a mistake in it. */
export const identifier = (name: string): string => {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) throw new Error(`'${name}' is no name of a column or table`)
  return `\`${name}\``
}

/** The columns of a table as a view shows them: in a view nothing is required, at any depth. */
export const shown = (columns: readonly Column[]): Column[] =>
  columns.map(({ mode, fields, ...column }) => ({
    ...column,
    mode: mode === 'REPEATED' ? mode : 'NULLABLE',
    ...(fields && { fields: shown(fields) }),
  }))

/** Keeps the first stored row of each event. The order is total, so every query keeps the same row. */
export const firstOfEachEvent =
  'QUALIFY ROW_NUMBER() OVER (PARTITION BY `event_id` ORDER BY `stored_at`, `message_id`) = 1'
