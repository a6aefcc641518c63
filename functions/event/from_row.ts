/** Event: rebuilds an event from its row in `events`, identical to the event that was stored. */
import { contextColumns } from '../../schemas/context.ts'
import { identifier } from '../../schemas/views/view.ts'
import type { Violation } from '../../schemas/warehouse/violations.ts'
import type { Event } from './read.ts'

/** A row of a query that selects `eventColumns`. */
type EventRow = Readonly<Record<string, unknown>>

/** Context fields that are members of every event. */
const eventMembers = new Set(['event_id', 'event_name', 'event_time'])

const context = contextColumns.filter(({ name }) => !eventMembers.has(name))

/** Returns SQL that formats a time as the `store` function writes it. */
function time(column: string): string {
  return `FORMAT_TIMESTAMP('%FT%H:%M:%E6SZ', ${column})`
}

const ownColumns = [
  'event.event_id, event.event_name',
  ...['event_time', 'received_at', 'stored_at'].map((name) => `${time(`event.${name}`)} AS ${name}`),
  'event.topic, event.message_id, event.definition, event.hop, event.event_data, event.violations',
]

/** The columns of `events AS event` that `eventOfRow` reads. Times in µs and decimals are text, because a client would round them. */
export const eventColumns: string = [
  ...ownColumns,
  ...context.map(({ name, column }) => {
    const field = `event.${identifier(name)}`
    if (column === 'TIMESTAMP') return `${time(field)} AS ${name}`
    return column === 'NUMERIC' || column === 'DATE' ? `CAST(${field} AS STRING) AS ${name}` : field
  }),
].join(',\n  ')

/** The same columns, with all context fields of an event in one column: most of them are NULL, and a NULL of each row takes as long to read as a
 * value. `fromCompactRow` reads them. */
export const compactEventColumns: string = [
  ...ownColumns,
  `CONCAT(
    ${context
      .map(({ name, column }) => {
        const field = `event.${identifier(name)}`
        return `IF(${field} IS NULL, '', CONCAT(',"${name}":', ${memberText(column, field)}))`
      })
      .join(',\n    ')}
  ) AS context`,
].join(',\n  ')

/** Returns SQL for the JSON text of a value. JSON and decimals are text in it, with their exact digits. */
function memberText(column: string, field: string): string {
  if (column === 'TIMESTAMP') return `TO_JSON_STRING(${time(field)})`
  if (column === 'JSON') return `TO_JSON_STRING(TO_JSON_STRING(${field}))`
  if (column === 'NUMERIC' || column === 'DATE') return `TO_JSON_STRING(CAST(${field} AS STRING))`
  return column === 'INT64' ? `CAST(${field} AS STRING)` : `TO_JSON_STRING(${field})`
}

/** Returns a row that selects `compactEventColumns` as one that selects `eventColumns`. */
export function fromCompactRow({ context: members, ...row }: EventRow): EventRow {
  return { ...row, ...(JSON.parse(`{${String(members).slice(1)}}`) as EventRow) }
}

/** Returns the JSON text of a column's value. The value of a JSON or NUMERIC column is that text already. */
function textOf(column: string, value: unknown): string {
  return column === 'JSON' || column === 'NUMERIC' ? String(value) : JSON.stringify(value)
}

/** Returns the event, and when it was stored in RFC 3339. */
export function eventOfRow(row: EventRow): { event: Event; storedAt: string } {
  const texts = new Map<string, string>()
  const value: Record<string, unknown> = {}
  for (const { name, column } of context) {
    const cell = row[name]
    if (cell === null || cell === undefined) continue
    const text = textOf(column, cell)
    texts.set(name, text)
    value[name] = JSON.parse(text)
  }
  const [id, name, occurredAt] = [...eventMembers].map((member) => String(row[member]))
  const dataText = String(row['event_data'])
  const event: Event = {
    id: id!,
    name: name!,
    time: occurredAt!,
    receivedAt: String(row['received_at']),
    topic: String(row['topic']),
    messageId: String(row['message_id']),
    definition: String(row['definition']),
    hop: Number(row['hop']),
    context: texts,
    dataText,
    value: {
      ...value,
      event_id: id,
      event_name: name,
      event_time: occurredAt,
      event_data: JSON.parse(dataText) as unknown,
    },
    violations: row['violations'] as readonly Violation[],
  }
  return { event, storedAt: String(row['stored_at']) }
}
