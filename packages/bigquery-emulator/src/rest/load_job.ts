/** Load jobs: CSV and newline-delimited JSON into a table.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/Job#jobconfigurationload */
import { gunzipSync } from 'node:zlib'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { StoredTable } from '../googlesql/catalog.ts'
import { ingestSql } from '../streaming/ingest_sql.ts'
import { RowReader, type RowError } from '../streaming/row_reader.ts'
import { ApiError } from '../warehouse/api_error.ts'
import { replaceTable } from '../warehouse/create_table.ts'
import type { FieldSchema, TableFields } from '../warehouse/resource.ts'
import { datasetNotFound } from '../warehouse/tables.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'
import { detectFields } from './autodetect.ts'
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
  writeDisposition?: WriteDisposition
  createDisposition?: 'CREATE_IF_NEEDED' | 'CREATE_NEVER'
  timePartitioning?: TableFields['timePartitioning']
  clustering?: TableFields['clustering']
}

/** Loads all rows of the data or none. Returns their number. */
export async function loadData(
  warehouse: Warehouse,
  load: LoadConfiguration,
  upload: Buffer,
  caller: Caller,
  project: string,
): Promise<number> {
  const {
    destinationTable: target,
    writeDisposition = 'WRITE_APPEND',
    createDisposition = 'CREATE_IF_NEEDED',
  } = load
  const reference = { project: target.projectId ?? project, dataset: target.datasetId, table: target.tableId }
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
  const known = load.schema?.fields ?? existing?.schema?.fields
  const { rows, fields } = readRows(data.toString('utf8'), load, known)
  const { timePartitioning, clustering } = load
  const created: TableFields = {
    ...existing,
    schema: { fields },
    ...(timePartitioning ? { timePartitioning } : {}),
    ...(clustering ? { clustering } : {}),
  }
  // One transaction: a failed load changes nothing and creates no table.
  await warehouse.change(async (change) => {
    const before = change.catalog.table(reference)
    await demandWritable(change.connection, before, reference, writeDisposition)
    const isKept = before?.kind === 'table' && writeDisposition !== 'WRITE_TRUNCATE'
    const table = isKept ? before : await replaceTable(change, reference, created)
    await ingest(change.connection, table, rows, load.ignoreUnknownValues === true)
    change.afterCommit(() => warehouse.changes.note(table))
  })
  return rows.length
}

/** Maximum rows of one statement. */
const rowsAtOnce = 10_000

async function ingest(
  connection: DuckDBConnection,
  table: StoredTable,
  rows: readonly string[],
  ignoreUnknown: boolean,
): Promise<void> {
  if (rows.length === 0) return
  const reader = new RowReader(table.columns, 'load')
  const insert = await connection.prepare(ingestSql(table))
  try {
    for (let start = 0; start < rows.length; start += rowsAtOnce) {
      const texts = rows.slice(start, start + rowsAtOnce).map((row, i) => {
        const errors: RowError[] = []
        const text = reader.read(row, ignoreUnknown, errors)
        if (errors.length === 0) return text
        const message = `Error while reading data, error message: ${errors[0]!.message} Row: ${start + i + 1}`
        throw new ApiError('invalid', message)
      })
      insert.bindVarchar(1, `[${texts.join(',')}]`)
      await insert.run()
    }
  } finally {
    insert.destroySync()
  }
}

/** Returns the rows as JSON texts, and their fields. */
function readRows(
  text: string,
  load: LoadConfiguration,
  known: FieldSchema[] | undefined,
): { rows: string[]; fields: FieldSchema[] } {
  const { sourceFormat = 'CSV', autodetect = false } = load
  if (sourceFormat === 'NEWLINE_DELIMITED_JSON') {
    const rows = text.split('\n').filter((line) => line.trim() !== '')
    return {
      rows,
      fields: known ?? detectFields(rows.map((row) => JSON.parse(row) as Record<string, unknown>)),
    }
  }
  if (sourceFormat !== 'CSV')
    throw new ApiError('invalid', `Source format ${sourceFormat} is not supported by the local BigQuery`)
  const lines = parseCsv(text, load.fieldDelimiter ?? ',')
  const skip =
    load.skipLeadingRows === undefined ? (autodetect && !known ? 1 : 0) : Number(load.skipLeadingRows)
  const names = known?.map((field) => field.name) ?? lines[0] ?? []
  const records = lines.slice(skip).map((cells) => {
    if (cells.length > names.length && !load.ignoreUnknownValues)
      throw new ApiError(
        'invalid',
        `Error while reading data, error message: Too many values in row. Found ${cells.length} column(s) while expected ${names.length}.`,
      )
    return Object.fromEntries(names.map((name, i) => [name, cellValue(cells[i], load.nullMarker ?? '')]))
  })
  return { rows: records.map((record) => JSON.stringify(record)), fields: known ?? detectFields(records) }
}

function cellValue(cell: string | undefined, nullMarker: string): string | null {
  return cell === undefined || cell === nullMarker ? null : cell
}
