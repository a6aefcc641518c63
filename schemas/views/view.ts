/** Storage layer: describes views and generates parts of their queries. https://cloud.google.com/bigquery/docs/reference/standard-sql/lexical */
import type { Column } from '../warehouse/column.ts'

/** A view of the dataset. */
export interface View {
  name: string
  description: string
  columns: readonly Column[]
  /** GoogleSQL. */
  query: string
  /** Tables and views of the same dataset that the query reads. They must be created first. */
  reads: readonly string[]
}

/** Returns the full name of a table or view of the dataset as GoogleSQL. */
export type Locate = (name: string) => string

/** Quotes a name for GoogleSQL. Throws an Error on an invalid name, which is a bug, because names come from this repository. */
export function identifier(name: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) throw new Error(`'${name}' is not a valid column or table name`)
  return `\`${name}\``
}

/** The columns of a table as view columns, in which none is required, at any depth. */
export function shown(columns: readonly Column[]): Column[] {
  return columns.map(({ mode, fields, ...column }) => ({
    ...column,
    mode: mode === 'REPEATED' ? mode : 'NULLABLE',
    ...(fields && { fields: shown(fields) }),
  }))
}

/** A subquery of `events` with each event once, restricted by a condition on columns of `event`: the row that was received first and, of
 * the rows of one message, the one that was stored first. The order is total, so every query returns the same row.
 *
 * Only rows of events that were stored more than once, which is rare, are compared. A filter on `received_at` reaches the table, because
 * the window is partitioned by it. From older partitions, only `event_id` and `received_at` are read. */
export function eachEventOnce(events: string, condition?: string): string {
  const rows = (name: string, ...conditions: readonly string[]): string => {
    const base = condition === undefined ? [] : [condition.replaceAll('event.', `${name}.`)]
    const all = [...base, ...conditions].join(' AND ')
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
