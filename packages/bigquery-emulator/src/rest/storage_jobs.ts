/** Runs load jobs from gs:// and extract jobs to it, if the server knows a Cloud Storage emulator.
 * https://cloud.google.com/bigquery/docs/loading-data-cloud-storage-json, /exporting-data */
import { gunzipSync, gzipSync } from 'node:zlib'
import { quote } from '../googlesql/duckdb_sql.ts'
import { ApiError } from '../warehouse/api_error.ts'
import { refuseDecorator } from '../warehouse/decorator.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'
import type { Caller } from './caller.ts'
import type { CloudStorage } from './cloud_storage.ts'
import { csvLines, jsonLine } from './exported_rows.ts'
import type { Job, TableReferenceJson } from './job.ts'
import { loadData, type LoadConfiguration } from './load_job.ts'
import { alive, storedTable } from './rows.ts'

function unsupported(feature: string): ApiError {
  return new ApiError('invalid', `${feature} is not supported by the local BigQuery`)
}

export async function loadFromStorage(
  warehouse: Warehouse,
  storage: CloudStorage | undefined,
  load: LoadConfiguration & { sourceUris?: readonly string[] },
  caller: Caller,
  project: string,
): Promise<NonNullable<Job['load']>> {
  if (!storage)
    throw new ApiError(
      'invalid',
      'Loading from gs:// is not supported by the local BigQuery without STORAGE_EMULATOR_HOST; upload the data',
    )
  const { sourceUris = [], sourceFormat = 'CSV' } = load
  if (sourceUris.length === 0)
    throw new ApiError('required', 'Required parameter is missing: configuration.load.sourceUris')
  // Each file of CSV may have a header of its own.
  if (sourceUris.length > 1 && sourceFormat === 'CSV') throw unsupported('A load job of several CSV files')
  const files = await Promise.all(sourceUris.map((uri) => storage.read(uri)))
  const texts = files.map((file) => (file[0] === 0x1f && file[1] === 0x8b ? gunzipSync(file) : file))
  const data = Buffer.concat(texts.flatMap((text) => [text, Buffer.from('\n')]).slice(0, -1))
  return { bytes: data.length, ...(await loadData(warehouse, load, data, caller, project)) }
}

interface ExtractConfiguration {
  sourceTable?: TableReferenceJson
  destinationUri?: string
  destinationUris?: readonly string[]
  destinationFormat?: string
  compression?: string
  /** Of CSV. */
  fieldDelimiter?: string
  printHeader?: boolean | string
}

export async function extractToStorage(
  warehouse: Warehouse,
  storage: CloudStorage | undefined,
  extract: ExtractConfiguration,
  caller: Caller,
  project: string,
): Promise<void> {
  if (!storage) throw unsupported('An extract job without STORAGE_EMULATOR_HOST')
  const {
    sourceTable,
    destinationUri,
    destinationUris,
    destinationFormat = 'CSV',
    compression = 'NONE',
  } = extract
  if (!sourceTable) throw unsupported('An extract job of anything but a table')
  if (destinationFormat !== 'NEWLINE_DELIMITED_JSON' && destinationFormat !== 'CSV')
    throw unsupported(`An extract job to ${destinationFormat}`)
  if (compression !== 'NONE' && compression !== 'GZIP') throw unsupported(`Compression ${compression}`)
  const [uri, ...others] = destinationUris ?? (destinationUri === undefined ? [] : [destinationUri])
  if (uri === undefined)
    throw new ApiError('required', 'Required parameter is missing: configuration.extract.destinationUris')
  if (others.length > 0) throw unsupported('An extract job to several URIs')
  refuseDecorator(sourceTable.tableId)
  const reference = {
    project: sourceTable.projectId ?? project,
    dataset: sourceTable.datasetId,
    table: sourceTable.tableId,
  }
  caller.demandTable('bigquery.tables.export', reference)
  const table = storedTable(warehouse, reference)
  const columns = table.columns.filter((column) => !column.hidden)
  const list = columns.map(({ name }) => quote(name)).join(', ') || '1'
  const rows = await warehouse.readers.use(async (connection) =>
    (await connection.runAndReadAll(`SELECT ${list} FROM ${table.sql} t${alive(table)}`)).getRows(),
  )
  const lines =
    destinationFormat === 'CSV' ? csvLines(columns, rows, extract) : rows.map((row) => jsonLine(columns, row))
  const text = Buffer.from(lines.join(''))
  await storage.write(uri, compression === 'GZIP' ? gzipSync(text) : text)
}
