/** GoogleSQL resolver: builds the INFORMATION_SCHEMA views that read more than the catalog: partitions and jobs.
 * https://cloud.google.com/bigquery/docs/information-schema-partitions, /information-schema-jobs */
import type { JobFacts, Table } from '../catalog.ts'
import { duckType, nullOf, pack, quote, text } from '../duckdb_sql.ts'
import { arrayOf, BOOL, INT64, STRING, structOf, TIMESTAMP, type Type } from '../types.ts'
import { sizeSql } from '../value_size.ts'
import { errorAt, unsupportedAt, type Context } from './context.ts'
import { liveRows } from './table.ts'

type Columns = readonly [name: string, type: Type][]
export interface SystemView {
  columns: Columns
  sql: string
}

/** What the path of a view names. */
export interface ViewPath {
  project: string
  /** The dataset or the region, if the path names one. */
  qualifier: string | undefined
  isRegion: boolean
  at: number
}

/** Returns the SQL of such a view, or undefined for another one. */
export function systemView(
  name: string,
  path: ViewPath,
  tables: readonly Table[],
  context: Context,
): SystemView | undefined {
  if (name === 'PARTITIONS') return partitions(path, tables, context)
  const whose = { JOBS: 'all', JOBS_BY_PROJECT: 'all', JOBS_BY_USER: 'own' }[name]
  return whose === undefined ? undefined : jobs(name, whose as 'all' | 'own', path, context)
}

function demandSystem(name: string, { at }: ViewPath, context: Context) {
  if (!context.system) throw unsupportedAt(context, `INFORMATION_SCHEMA.${name} in a view`, at)
  return context.system
}

const partitionColumns: Columns = [
  ['table_catalog', STRING],
  ['table_schema', STRING],
  ['table_name', STRING],
  ['partition_id', STRING],
  ['total_rows', INT64],
  ['total_logical_bytes', INT64],
  ['total_billable_bytes', INT64],
  ['last_modified_time', TIMESTAMP],
  ['storage_tier', STRING],
]

function instant(ms: number): string {
  return `make_timestamptz(CAST(${ms} AS BIGINT) * 1000)`
}

function partitions(path: ViewPath, tables: readonly Table[], context: Context): SystemView {
  const system = demandSystem('PARTITIONS', path, context)
  if (path.isRegion || path.qualifier === undefined)
    throw errorAt(context, 'INFORMATION_SCHEMA.PARTITIONS must be qualified with a dataset', path.at)
  const selects = tables.flatMap((table) => {
    if (table.kind === 'view') return []
    context.rights?.demandTable('bigquery.tables.get', table)
    const stored = table.columns.filter((column) => !column.hidden)
    const size = stored.map(({ name, type }) => sizeSql(`p.${quote(name)}`, type)).join(' + ') || '0'
    const bytes = `CAST(COALESCE(sum(${size}), 0) AS BIGINT)`
    const id = table.partitionId?.replaceAll('$table', 'p') ?? nullOf(STRING)
    const changed = instant(system.lastModifiedMs(table))
    const values = [text(table.project), text(table.dataset), text(table.table), id, 'count(*)', bytes, bytes]
    const tier = `CASE WHEN ${changed} < now() - to_days(90) THEN 'LONG_TERM' ELSE 'ACTIVE' END`
    const grouped = table.partitionId === undefined ? '' : ' GROUP BY ALL'
    const list = select(partitionColumns, [...values, changed, tier])
    return [`SELECT ${list} FROM ${liveRows(table)} p${grouped}`]
  })
  return { columns: partitionColumns, sql: union(partitionColumns, selects) }
}

const tableType = structOf([
  { name: 'project_id', type: STRING },
  { name: 'dataset_id', type: STRING },
  { name: 'table_id', type: STRING },
])
const errorType = structOf([
  { name: 'reason', type: STRING },
  { name: 'location', type: STRING },
  { name: 'debug_info', type: STRING },
  { name: 'message', type: STRING },
])
const labelsType = arrayOf(
  structOf([
    { name: 'key', type: STRING },
    { name: 'value', type: STRING },
  ]),
)

const jobColumns: Columns = [
  ['creation_time', TIMESTAMP],
  ['project_id', STRING],
  ['user_email', STRING],
  ['job_id', STRING],
  ['job_type', STRING],
  ['statement_type', STRING],
  ['priority', STRING],
  ['start_time', TIMESTAMP],
  ['end_time', TIMESTAMP],
  ['query', STRING],
  ['state', STRING],
  ['total_bytes_processed', INT64],
  ['total_bytes_billed', INT64],
  ['cache_hit', BOOL],
  ['destination_table', tableType],
  ['error_result', errorType],
  ['labels', labelsType],
]

function jobs(name: string, whose: 'all' | 'own', path: ViewPath, context: Context): SystemView {
  if (path.qualifier !== undefined && !path.isRegion)
    throw unsupportedAt(context, `INFORMATION_SCHEMA.${name} of a dataset`, path.at)
  const rows = demandSystem(name, path, context).jobs(path.project, whose)
  return {
    columns: jobColumns,
    sql: union(
      jobColumns,
      rows.map((job) => `SELECT ${select(jobColumns, jobValues(job))}`),
    ),
  }
}

function jobValues(job: JobFacts): string[] {
  const optional = (value: string | undefined): string => (value === undefined ? 'NULL' : text(value))
  const { destination, error, labels } = job
  const isQuery = job.type === 'QUERY'
  const pairs = Object.entries(labels).map(([key, value]) => pack(['key', 'value'], [text(key), text(value)]))
  return [
    instant(job.createdMs),
    text(job.project),
    text(job.user),
    text(job.id),
    text(job.type),
    optional(job.statementType),
    isQuery ? text(job.priority) : 'NULL',
    instant(job.createdMs),
    job.endedMs === undefined ? 'NULL' : instant(job.endedMs),
    optional(job.query),
    job.endedMs === undefined ? "'RUNNING'" : "'DONE'",
    job.bytesProcessed === undefined ? 'NULL' : String(job.bytesProcessed),
    isQuery ? '0' : 'NULL',
    isQuery ? 'FALSE' : 'NULL',
    destination
      ? pack(
          tableType.fields.map((field) => field.name!),
          [destination.project, destination.dataset, destination.table].map(text),
        )
      : 'NULL',
    error
      ? pack(
          errorType.fields.map((field) => field.name!),
          [error.reason, error.location, undefined, error.message].map((part) =>
            part === undefined ? nullOf(STRING) : text(part),
          ),
        )
      : 'NULL',
    `[${pairs.join(', ')}]`,
  ]
}

function select(columns: Columns, values: readonly string[]): string {
  return columns
    .map(([name, type], i) => `CAST(${values[i]!} AS ${duckType(type)}) AS ${quote(name)}`)
    .join(', ')
}

function union(columns: Columns, selects: readonly string[]): string {
  if (selects.length > 0) return selects.join(' UNION ALL ')
  return `SELECT ${select(
    columns,
    columns.map(() => 'NULL'),
  )} WHERE FALSE`
}
