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

/** The columns that are not context fields, besides `event_id`, with their types. None is NULL. */
const ownMembers = [
  ['event_name', 'STRING'],
  ['event_time', 'TIMESTAMP'],
  ['received_at', 'TIMESTAMP'],
  ['stored_at', 'TIMESTAMP'],
  ['topic', 'STRING'],
  ['message_id', 'STRING'],
  ['definition', 'STRING'],
  ['hop', 'INT64'],
  ['event_data', 'JSON'],
  ['violations', 'RECORD'],
] as const

const ownColumns = [
  'event.event_id',
  ...ownMembers.map(([name, column]) =>
    column === 'TIMESTAMP' ? `${time(`event.${name}`)} AS ${name}` : `event.${name}`,
  ),
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

/** The same values in one column, as the text of a JSON object without the context fields that are NULL: many columns, most of them NULL, take longer to
 * read than one text. `fromCompactRow` reads it. */
export const compactEvent: string = `CONCAT(
    '{"event_id":', TO_JSON_STRING(event.event_id),
    ${ownMembers
      .map(([name, column]) => `',"${name}":', ${memberText(column, `event.${name}`)}`)
      .join(',\n    ')},
    ${chunksOf(context, 8).map(contextMembers).join(',\n    ')},
    '}'
  )`

/** Returns SQL for the members of some context fields. Most events have none of them, and need no look at each. */
function contextMembers(fields: readonly (typeof context)[number][]): string {
  const members = fields.map(({ name, column }) => {
    const field = `event.${identifier(name)}`
    return `IF(${field} IS NULL, '', CONCAT(',"${name}":', ${memberText(column, field)}))`
  })
  const isNone = fields.map(({ name }) => `event.${identifier(name)} IS NULL`).join(' AND ')
  return `IF(${isNone}, '', CONCAT(
      ${members.join(',\n      ')}
    ))`
}

function chunksOf<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/** Returns SQL for the JSON text of a value. JSON and decimals are text in it, with their exact digits. */
function memberText(column: string, field: string): string {
  if (column === 'TIMESTAMP') return `CONCAT('"', ${time(field)}, '"')`
  if (column === 'JSON') return `TO_JSON_STRING(TO_JSON_STRING(${field}))`
  if (column === 'NUMERIC' || column === 'DATE') return `TO_JSON_STRING(CAST(${field} AS STRING))`
  return column === 'INT64' ? `CAST(${field} AS STRING)` : `TO_JSON_STRING(${field})`
}

/** Returns `compactEvent` as a row that selects `eventColumns`. */
export function fromCompactRow(text: string): EventRow {
  return JSON.parse(text) as EventRow
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
