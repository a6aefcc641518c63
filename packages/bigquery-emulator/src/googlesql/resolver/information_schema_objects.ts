/** GoogleSQL resolver: builds the INFORMATION_SCHEMA views of options and functions.
 * https://cloud.google.com/bigquery/docs/information-schema-table-options, /information-schema-routines */
import type { StoredRoutine, Table, TableOptions } from '../catalog.ts'
import { STRING, TIMESTAMP, typeName, type Type } from '../types.ts'

type Cell = string | number | null
type Columns = [name: string, type: Type][]

/** Writes a text as a literal of SQL. */
export function literal(text: string): string {
  return JSON.stringify(text)
}

/** Writes labels as SQL. Returns undefined if there are none. */
export function labelList(labels: Readonly<Record<string, string>> = {}): string | undefined {
  const items = Object.entries(labels).map(([key, value]) => `STRUCT(${literal(key)}, ${literal(value)})`)
  return items.length === 0 ? undefined : `[${items.join(', ')}]`
}

const dayMs = 86_400_000

/** Returns the options that a table has, with their types and values in SQL. */
function optionsOf(options: TableOptions): [name: string, type: string, value: string][] {
  const { description, friendlyName, labels, expirationMs, partitionExpirationMs } = options
  const rows: [string, string, string | undefined][] = [
    // NULL and the empty text both end an option of text.
    ['description', 'STRING', description ? literal(description) : undefined],
    [
      'expiration_timestamp',
      'TIMESTAMP',
      expirationMs === undefined ? undefined : `TIMESTAMP "${new Date(expirationMs).toISOString()}"`,
    ],
    ['friendly_name', 'STRING', friendlyName ? literal(friendlyName) : undefined],
    ['labels', 'ARRAY<STRUCT<STRING, STRING>>', labelList(labels)],
    [
      'partition_expiration_days',
      'FLOAT64',
      partitionExpirationMs === undefined ? undefined : asFloat(partitionExpirationMs / dayMs),
    ],
    ['require_partition_filter', 'BOOL', options.requirePartitionFilter ? 'true' : undefined],
  ]
  return rows.filter((row): row is [string, string, string] => row[2] !== undefined)
}

export function asFloat(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value)
}

export const tableOptionColumns: Columns = [
  ['table_catalog', STRING],
  ['table_schema', STRING],
  ['table_name', STRING],
  ['option_name', STRING],
  ['option_type', STRING],
  ['option_value', STRING],
]

export function tableOptionRows(tables: readonly Table[]): Cell[][] {
  return tables.flatMap(({ project, dataset, table, options }) =>
    optionsOf(options).map((option) => [project, dataset, table, ...option]),
  )
}

export const routineColumns: Columns = [
  ['specific_catalog', STRING],
  ['specific_schema', STRING],
  ['specific_name', STRING],
  ['routine_catalog', STRING],
  ['routine_schema', STRING],
  ['routine_name', STRING],
  ['routine_type', STRING],
  ['data_type', STRING],
  ['routine_body', STRING],
  ['routine_definition', STRING],
  ['external_language', STRING],
  ['is_deterministic', STRING],
  ['security_type', STRING],
  ['created', TIMESTAMP],
  ['last_altered', TIMESTAMP],
]

export function routineRow(project: string, dataset: string, routine: StoredRoutine): Cell[] {
  const { id, returns, bodyText, createdMs, modifiedMs } = routine
  const key = [project, dataset, id]
  const instant = (ms: number | undefined): Cell => (ms === undefined ? null : new Date(ms).toISOString())
  const type = returns ? typeName(returns) : null
  return [
    ...key,
    ...key,
    'FUNCTION',
    type,
    'SQL',
    bodyText,
    null,
    null,
    null,
    instant(createdMs),
    instant(modifiedMs),
  ]
}
