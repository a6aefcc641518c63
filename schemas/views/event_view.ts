/** Storage layer: describes the view of an event type, with event fields as typed columns next to the context fields. */
import type { Annotation } from '../context/field.ts'
import { contextColumns } from '../context.ts'
import type { EventType } from '../event_type.ts'
import { nullable, type Column } from '../warehouse/column.ts'
import { events } from '../warehouse/events.ts'
import { eachEventOnce, identifier, shown, type Locate, type View } from './view.ts'

const columnNames = new Set([
  'event_id',
  'event_time',
  'received_at',
  'stored_at',
  'definition',
  'hop',
  ...contextColumns.map(({ name }) => name),
])
const columns: readonly Column[] = events.columns.filter(({ name }) => columnNames.has(name))

/** The view of an event type. A value of the wrong type is NULL here; `event_data` of `events` contains it. */
export function eventView({ name, description, fields }: EventType, locate: Locate, viewName = name): View {
  return {
    name: viewName,
    description: `${description} Each event once: the context fields, then the fields of ${name}. Filter on received_at to read less.`,
    columns: [
      ...shown(columns),
      ...Object.entries(fields).map(([field, { column, description }]) =>
        nullable(field, column, description),
      ),
    ],
    // Reads the table, which is clustered by event name: a condition on the name does not reach it through events_deduplicated.
    query: `SELECT
  ${[
    ...columns.map((column) => identifier(column.name)),
    ...Object.entries(fields).map(
      ([field, { column }]) => `${member(field, column)} AS ${identifier(field)}`,
    ),
  ].join(',\n  ')}
FROM ${eachEventOnce(locate(events.name), `event.event_name = '${name}'`)} AS event`,
    reads: [events.name],
  }
}

/** A member of `event_data` in the type of its column. Numbers are cast from text, so that decimals stay exact. */
function member(field: string, column: Annotation['column']): string {
  const path = `\`event_data\`, '$.${field}'`
  if (column === 'JSON') return `JSON_QUERY(${path})`
  if (column === 'STRING') return `JSON_VALUE(${path})`
  return `SAFE_CAST(JSON_VALUE(${path}) AS ${column})`
}
