/** Command line: what a query of an assistant may read: a closed list of tables and views, with personal columns masked and payloads left out. Pure. */
import type { TSchema } from 'typebox'
import { ContextFields } from '../../schemas/context.ts'
import { url, type Annotation } from '../../schemas/context/field.ts'
import { erasableFields } from '../../schemas/erasable_fields.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { views } from '../../schemas/views.ts'
import { identifier } from '../../schemas/views/view.ts'
import { tables } from '../../schemas/warehouse.ts'
import type { Column } from '../../schemas/warehouse/column.ts'

/** A table or view, without the columns that nobody may read here. */
export interface Readable {
  name: string
  description: string
  columns: readonly ReadableColumn[]
}

export interface ReadableColumn {
  name: string
  /** GoogleSQL type. */
  type: string
  description: string
  /** `id`: a text that is the same for the same value in one query, and another in the next. `text`: always the same. `url`: the address
   * without its query and fragment, in which a producer may have put anything. */
  mask?: 'id' | 'text' | 'url'
}

const readableTables = [
  'events',
  'deliveries',
  'quarantine',
  'hourly_counts',
  'hourly_errors',
  'health_alerts',
] as const

const readableViews: ReadonlySet<string> = new Set([
  'events_deduplicated',
  'delivery_state',
  'delivery_funnel',
  'top_errors',
  'fields_left_out',
  'field_drift',
  'deprecated_in_use',
  'latency',
  'reconciliation',
  'volume_anomalies',
  'destination_health',
  'duplicate_orders',
  'sync_runs',
])

const ids = new Set(erasableFields)
const { pattern: urlPattern } = url('', '') as { pattern?: string }

/** The tables and views by name. A table that is not listed here is not readable, nor is a column that the code does not describe. */
export function readables(): ReadonlyMap<string, Readable> {
  return (known ??= describe())
}

// Made once: it writes the query of each view.
let known: ReadonlyMap<string, Readable> | undefined

function describe(): ReadonlyMap<string, Readable> {
  const described = [
    ...readableTables.map((name) => tables[name]),
    // The names of project and dataset are in the queries only, which are not used here.
    ...views('project', 'dataset').filter(({ name }) => readableViews.has(name) || eventTypes.has(name)),
  ]
  return new Map(
    described.map(({ name, description, columns }) => [
      name,
      {
        name,
        description,
        columns: columns.flatMap((column) => {
          const readable = readableColumn(column, eventTypes.get(name)?.fields[column.name])
          return readable ? [readable] : []
        }),
      },
    ]),
  )
}

/** `field` describes an event field. Undefined for JSON and bytes: a producer can put anything into them. */
function readableColumn(
  column: Column,
  field: TSchema | undefined = ContextFields.properties[column.name as keyof ContextFields],
): ReadableColumn | undefined {
  const { name, type, description } = column
  if (type === 'BYTES' || type === 'JSON') return undefined
  const shown = { name, type: typeOf(column), description }
  const { personal = false, pattern } = (field ?? {}) as Partial<Annotation> & { pattern?: string }
  if (personal) return { ...shown, mask: ids.has(name) ? 'id' : 'text' }
  return pattern === urlPattern ? { ...shown, mask: 'url' } : shown
}

function typeOf({ type, mode, fields = [] }: Column): string {
  const members = fields.map((member) => `${identifier(member.name)} ${typeOf(member)}`).join(', ')
  const single = type === 'RECORD' ? `STRUCT<${members}>` : type
  return mode === 'REPEATED' ? `ARRAY<${single}>` : single
}

/** A query with the columns of a table or view, and one row of NULLs: what names and types a query can use, without any table. */
export function withoutRows({ columns }: Readable): string {
  return `SELECT ${columns.map(({ name, type }) => `CAST(NULL AS ${type}) AS ${identifier(name)}`).join(', ')}`
}

/** A query of a table or view in which personal columns are masked. `salt` is a random text of letters and digits that the author of the query does not learn. */
export function withMasks(
  { name, columns }: Readable,
  locate: (name: string) => string,
  salt: string,
): string {
  return `SELECT ${columns.map((column) => maskedColumn(column, salt)).join(', ')} FROM ${locate(name)}`
}

function maskedColumn({ name, type, mask }: ReadableColumn, salt: string): string {
  const column = identifier(name)
  if (!mask) return column
  if (type !== 'STRING') return `CAST(NULL AS ${type}) AS ${column}`
  const shown = {
    id: `CONCAT('masked-', SUBSTR(TO_HEX(SHA256(CONCAT('${salt}', ${column}))), 1, 16))`,
    text: "'(masked)'",
    url: `REGEXP_EXTRACT(${column}, r'^[^?#]*')`,
  }[mask]
  return `IF(${column} IS NULL, NULL, ${shown}) AS ${column}`
}
