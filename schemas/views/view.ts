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
export function identifier(name: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) throw new Error(`'${name}' is no name of a column or table`)
  return `\`${name}\``
}

/** The columns of a table as a view shows them: in a view nothing is required, at any depth. */
export function shown(columns: readonly Column[]): Column[] {
  return columns.map(({ mode, fields, ...column }) => ({
    ...column,
    mode: mode === 'REPEATED' ? mode : 'NULLABLE',
    ...(fields && { fields: shown(fields) }),
  }))
}

/** What a query reads of `events` for each event once, of those that meet a condition on columns of `event`: the row that was received
 * first and, of the rows of one message, the one stored first. The order is total, so every query keeps the same row.
 *
 * Hardly any event is stored again, so only the rows of those that were are compared. A filter on `received_at` reaches the table, because
 * it is what the window is partitioned by; only `event_id` and `received_at` are read of older partitions. */
export function eachEventOnce(events: string, condition?: string): string {
  const rows = (name: string, ...conditions: readonly string[]): string => {
    const own = condition === undefined ? [] : [condition.replaceAll('event.', `${name}.`)]
    const all = [...own, ...conditions].join(' AND ')
    return `${events} AS ${name}${all === '' ? '' : ` WHERE ${all}`}`
  }
  const storedAgain = `(
    SELECT again.event_id FROM ${rows('again')} GROUP BY again.event_id HAVING COUNT(*) > 1
  )`
  const receivedBefore = `(
    SELECT 1 FROM ${rows('earlier', 'earlier.event_id = event.event_id', 'earlier.received_at < event.received_at')}
  )`
  return `(
  SELECT event.* FROM ${rows('event', `event.event_id NOT IN ${storedAgain}`)}
  UNION ALL
  SELECT event.* FROM ${rows('event', `event.event_id IN ${storedAgain}`, `NOT EXISTS ${receivedBefore}`)}
  QUALIFY ROW_NUMBER() OVER (PARTITION BY event.event_id, event.received_at ORDER BY event.stored_at, event.message_id) = 1
)`
}
