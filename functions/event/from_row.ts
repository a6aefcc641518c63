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

/** The columns of `events AS event` that `eventOfRow` reads. Times in µs and decimals are text, because a client would round them. */
export const eventColumns: string = [
  'event.event_id, event.event_name',
  ...['event_time', 'received_at', 'stored_at'].map((name) => `${time(`event.${name}`)} AS ${name}`),
  'event.topic, event.message_id, event.definition, event.hop, event.event_data, event.violations',
  ...context.map(({ name, column }) => {
    const field = `event.${identifier(name)}`
    if (column === 'TIMESTAMP') return `${time(field)} AS ${name}`
    return column === 'NUMERIC' || column === 'DATE' ? `CAST(${field} AS STRING) AS ${name}` : field
  }),
].join(',\n  ')

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
