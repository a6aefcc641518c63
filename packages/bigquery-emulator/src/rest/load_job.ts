/** Load jobs: CSV and newline-delimited JSON into a table.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/Job#jobconfigurationload */
import { gunzipSync } from 'node:zlib'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { StoredTable } from '../googlesql/catalog.ts'
import { ingestSql } from '../streaming/ingest_sql.ts'
import { RowReader, type RowError } from '../streaming/row_reader.ts'
import { ApiError } from '../warehouse/api_error.ts'
import { refuseDecorator } from '../warehouse/decorator.ts'
import { withLimitTexts } from '../warehouse/field_limits.ts'
import { replaceTable } from '../warehouse/create_table.ts'
import type { FieldSchema, TableFields } from '../warehouse/resource.ts'
import { datasetNotFound } from '../warehouse/tables.ts'
import { demandSameLimits } from '../warehouse/widening.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'
import { detectFields, detectHeader } from './autodetect.ts'
import { demandWritable, type WriteDisposition } from './disposition.ts'
import type { Caller } from './caller.ts'
import { parseCsv } from './csv.ts'
import type { TableReferenceJson } from './job.ts'

export interface LoadConfiguration {
  destinationTable: TableReferenceJson
  schema?: { fields: FieldSchema[] }
  sourceFormat?: string
  skipLeadingRows?: number | string
  fieldDelimiter?: string
  nullMarker?: string
  autodetect?: boolean
  ignoreUnknownValues?: boolean
  allowJaggedRows?: boolean
  maxBadRecords?: number | string
  quote?: string
  encoding?: string
  writeDisposition?: WriteDisposition
  createDisposition?: 'CREATE_IF_NEEDED' | 'CREATE_NEVER'
  timePartitioning?: TableFields['timePartitioning']
  clustering?: TableFields['clustering']
}

/** Load options of BigQuery that are not supported. Ignoring them would change the stored rows. */
export const refusedLoadOptions: readonly string[] = [
  'schemaUpdateOptions',
  'rangePartitioning',
  'decimalTargetTypes',
  'hivePartitioningOptions',
  'jsonExtension',
  'nullMarkers',
  'sourceColumnMatch',
  'columnNameCharacterMap',
  'dateFormat',
  'datetimeFormat',
  'timeFormat',
  'timestampFormat',
  'timeZone',
]

/** What a load wrote. */
export interface Loaded {
  rows: number
  /** Messages of the records that were left out, at most `maxBadRecords`. */
  bad: readonly string[]
}

/** Loads the rows of the data, or none if more of them are bad than `maxBadRecords` allows. */
export async function loadData(
  warehouse: Warehouse,
  load: LoadConfiguration,
  upload: Buffer,
  caller: Caller,
  project: string,
): Promise<Loaded> {
  for (const option of refusedLoadOptions)
    if (isSet((load as unknown as Record<string, unknown>)[option]))
      throw unsupported(`Load option ${option}`)
  if (load.quote !== undefined && load.quote !== '"') throw unsupported(`Load option quote "${load.quote}"`)
  if (load.encoding !== undefined && !/^utf-?8$/i.test(load.encoding))
    throw unsupported(`Encoding ${load.encoding}`)
  const {
    destinationTable: target,
    writeDisposition = 'WRITE_APPEND',
    createDisposition = 'CREATE_IF_NEEDED',
  } = load
  const reference = { project: target.projectId ?? project, dataset: target.datasetId, table: target.tableId }
  refuseDecorator(target.tableId)
  caller.demandTable('bigquery.tables.updateData', reference)
  const existing = warehouse.catalog.tableResource(reference)
  if (!existing) caller.demandDataset('bigquery.tables.create', reference)
  if (!warehouse.catalog.hasDataset(reference.project, reference.dataset))
    throw datasetNotFound(reference.project, reference.dataset)
  if (!existing && createDisposition === 'CREATE_NEVER')
    throw new ApiError(
      'notFound',
      `Not found: Table ${reference.project}:${reference.dataset}.${reference.table}`,
    )
  const data = upload[0] === 0x1f && upload[1] === 0x8b ? gunzipSync(upload) : upload
  const given = load.schema?.fields && withLimitTexts(load.schema.fields)
  const known = given ?? existing?.schema?.fields
  const { rows, fields } = readRows(data.toString('utf8'), load, known)
  const { timePartitioning, clustering } = load
  const created: TableFields = {
    ...existing,
    schema: { fields },
    ...(timePartitioning ? { timePartitioning } : {}),
    ...(clustering ? { clustering } : {}),
  }
  const most = Number(load.maxBadRecords ?? 0)
  const bad: string[] = []
  // One transaction: a failed load changes nothing and creates no table.
  await warehouse.change(async (change) => {
    const before = change.catalog.table(reference)
    await demandWritable(change.connection, before, reference, writeDisposition)
    const isKept = before?.kind === 'table' && writeDisposition !== 'WRITE_TRUNCATE'
    if (isKept) demandSameLimits(reference, existing?.schema?.fields ?? [], load.schema?.fields ?? [])
    const table = isKept ? before : await replaceTable(change, reference, created)
    await ingest(change.connection, table, rows, load.ignoreUnknownValues === true, bad, most)
    change.afterCommit(() => warehouse.changes.note(table))
  })
  return { rows: rows.length - bad.length, bad }
}

function unsupported(feature: string): ApiError {
  return new ApiError('invalid', `${feature} is not supported by the local BigQuery`)
}

function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== ''
}

/** Maximum rows of one statement. */
const rowsAtOnce = 10_000

async function ingest(
  connection: DuckDBConnection,
  table: StoredTable,
  rows: readonly (string | BadRecord)[],
  ignoreUnknown: boolean,
  bad: string[],
  most: number,
): Promise<void> {
  if (rows.length === 0) return
  const reader = new RowReader(table.columns, 'load')
  const insert = await connection.prepare(ingestSql(table))
  try {
    for (let start = 0; start < rows.length; start += rowsAtOnce) {
      const texts = rows.slice(start, start + rowsAtOnce).flatMap((row, i) => {
        const errors: Pick<RowError, 'message'>[] = typeof row === 'string' ? [] : [row]
        const text = typeof row === 'string' ? reader.read(row, ignoreUnknown, errors as RowError[]) : ''
        if (errors.length === 0) return [text]
        const message = `Error while reading data, error message: ${errors[0]!.message} Row: ${start + i + 1}`
        if (bad.length >= most) throw new ApiError('invalid', message)
        bad.push(message)
        return []
      })
      insert.bindVarchar(1, `[${texts.join(',')}]`)
      await insert.run()
    }
  } finally {
    insert.destroySync()
  }
}

/** A record that cannot be read. */
interface BadRecord {
  message: string
}

/** Returns the rows as JSON texts, and their fields. */
function readRows(
  text: string,
  load: LoadConfiguration,
  known: FieldSchema[] | undefined,
): { rows: (string | BadRecord)[]; fields: FieldSchema[] } {
  const { sourceFormat = 'CSV', autodetect = false } = load
  if (sourceFormat === 'NEWLINE_DELIMITED_JSON') {
    const rows = text.split('\n').filter((line) => line.trim() !== '')
    return {
      rows,
      fields: known ?? detectFields(rows.flatMap(asRecord)),
    }
  }
  if (sourceFormat !== 'CSV') throw unsupported(`Source format ${sourceFormat}`)
  const all = parseCsv(text, load.fieldDelimiter ?? ',')
  const { names, lines } = autodetect
    ? detectHeader(all, load.skipLeadingRows)
    : plainRows(all, load.skipLeadingRows)
  const columns = known?.map((field) => field.name) ?? names
  const records = lines.map((cells) =>
    Object.fromEntries(columns.map((name, i) => [name, cellValue(cells[i], load.nullMarker ?? '')])),
  )
  const rows = lines.map((cells, i): string | BadRecord => {
    if (cells.length > columns.length && !load.ignoreUnknownValues)
      return {
        message: `Too many values in row. Found ${cells.length} column(s) while expected ${columns.length}.`,
      }
    if (cells.length < columns.length && !load.allowJaggedRows)
      return {
        message: `CSV table references column position ${cells.length}, but line contains only ${cells.length} columns.`,
      }
    return JSON.stringify(records[i])
  })
  return { rows, fields: known ?? detectFields(records) }
}

/** Returns the record, or nothing for a text that is not one: the row reader names it. */
function asRecord(text: string): Record<string, unknown>[] {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? [value as Record<string, unknown>]
      : []
  } catch {
    return []
  }
}

function plainRows(all: string[][], skip: string | number = 0): { names: string[]; lines: string[][] } {
  return { names: all[0] ?? [], lines: all.slice(Number(skip)) }
}

function cellValue(cell: string | undefined, nullMarker: string): string | null {
  return cell === undefined || cell === nullMarker ? null : cell
}
