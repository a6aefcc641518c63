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

/** The rest of a query over `events AS event` that keeps the row of each event that was received first, and of the rows of
 * one message the one stored first. The order is total, so every query keeps the same row. A filter on `received_at`
 * reaches the table, because it is what the window is partitioned by; only `event_id` and `received_at` are read of older
 * partitions, to find events that a producer sent twice. */
export const eachEventOnce = (events: string, condition = ''): string => `WHERE ${condition}NOT EXISTS (
  SELECT 1 FROM ${events} AS earlier
  WHERE ${condition.replaceAll('event.', 'earlier.')}earlier.event_id = event.event_id AND earlier.received_at < event.received_at
)
QUALIFY ROW_NUMBER() OVER (PARTITION BY event.event_id, event.received_at ORDER BY event.stored_at, event.message_id) = 1`
