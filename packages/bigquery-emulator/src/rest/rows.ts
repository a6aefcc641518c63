/** tabledata.list and insertAll. https://cloud.google.com/bigquery/docs/reference/rest/v2/tabledata */
import { toCell } from '../duckdb/value.ts'
import type { StoredTable, TableReference } from '../googlesql/catalog.ts'
import { quote } from '../googlesql/duckdb_sql.ts'
import { insertAll, readInsertAllRequest } from '../streaming/insert_all.ts'
import { ApiError } from '../warehouse/api_error.ts'
import { createTable, datasetNotFound, tableNotFound } from '../warehouse/tables.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'
import { demandNoSnapshot } from '../warehouse/snapshot.ts'
import { typeOfField } from '../warehouse/schema.ts'
import { integerParameter, type RestResponse, type RestRequest } from './request.ts'
import { timestampFormatIn } from './timestamp_format.ts'
import { selectFields } from './selected_fields.ts'

/** Returns a stored table by its name. The caller's permission is checked before. */
export function storedTable(warehouse: Warehouse, reference: TableReference): StoredTable {
  const table = warehouse.catalog.table(reference)
  const { project, dataset } = reference
  if (!table && !warehouse.catalog.hasDataset(project, dataset)) throw datasetNotFound(project, dataset)
  if (!table) throw tableNotFound(reference)
  if (table.kind === 'view') throw new ApiError('invalid', `Cannot list or add rows of a table of type VIEW.`)
  return table
}

export async function insertRows(
  warehouse: Warehouse,
  request: RestRequest,
  reference: TableReference,
): Promise<RestResponse> {
  // https://cloud.google.com/bigquery/docs/streaming-data-into-bigquery#required_permissions
  request.caller.demandTable('bigquery.tables.updateData', reference)
  request.caller.demandTable('bigquery.tables.get', reference)
  request.caller.demandDataset('bigquery.datasets.get', reference)
  const body = readInsertAllRequest(request.body.toString('utf8'))
  const table = await targetTable(warehouse, reference, body.templateSuffix)
  const { commits, insertIds, propagation } = warehouse
  if (!propagation.knows(table)) throw tableNotFound(reference)
  const insertErrors = await insertAll(table, body, commits, insertIds, propagation.columns(table))
  const kind = 'bigquery#tableDataInsertAllResponse'
  return { json: insertErrors.length > 0 ? { kind, insertErrors } : { kind } }
}

/** Returns the table, or the one named by `templateSuffix`, which is created with the same schema on first use. */
async function targetTable(
  warehouse: Warehouse,
  reference: TableReference,
  suffix: string | undefined,
): Promise<StoredTable> {
  const table = storedTable(warehouse, reference)
  demandNoSnapshot(table)
  if (suffix === undefined) return table
  const suffixed = { ...reference, table: reference.table + suffix }
  if (!warehouse.catalog.table(suffixed))
    await warehouse.change(async (change) => {
      if (change.hasTable(suffixed)) return
      const { schema, timePartitioning, clustering } = change.catalog.tableResource(reference)!
      await createTable(change, suffixed, {
        ...(schema ? { schema } : {}),
        ...(timePartitioning ? { timePartitioning } : {}),
        ...(clustering ? { clustering } : {}),
      })
    })
  return storedTable(warehouse, suffixed)
}

/** Returns the condition that excludes rows of expired partitions. */
export function alive({ expired }: StoredTable): string {
  return expired === undefined ? '' : ` WHERE NOT ${expired.replaceAll('$table', 't')}`
}

export async function listRows(
  warehouse: Warehouse,
  request: RestRequest,
  reference: TableReference,
): Promise<RestResponse> {
  const { caller, query } = request
  caller.demandTable('bigquery.tables.getData', reference)
  const table = storedTable(warehouse, reference)
  const all = warehouse.catalog.tableResource(reference)?.schema?.fields ?? []
  const selected = query.get('selectedFields')
  const columns = (selected ? selectFields(all, selected.split(',')) : all).map((field) => ({
    name: field.name,
    type: typeOfField(field),
  }))
  const start = integerParameter(query, 'pageToken') ?? integerParameter(query, 'startIndex') ?? 0
  const limit = integerParameter(query, 'maxResults') ?? 10_000
  const options = { timestamps: timestampFormatIn(query) }
  const { rows, total } = await warehouse.readers.use(async (connection) => {
    const list = columns.map(({ name }) => quote(name)).join(', ') || '1'
    const read = await connection.runAndReadAll(
      `SELECT ${list} FROM ${table.sql} t${alive(table)} ORDER BY rowid LIMIT ${limit} OFFSET ${start}`,
    )
    const count = await connection.runAndReadAll(`SELECT count(*) FROM ${table.sql} t${alive(table)}`)
    return { rows: read.getRows(), total: Number(count.getRows()[0]![0]) }
  })
  const end = start + rows.length
  return {
    json: {
      kind: 'bigquery#tableDataList',
      etag: 'list',
      totalRows: String(total),
      rows: rows.map((row) => ({ f: columns.map(({ type }, i) => ({ v: toCell(row[i]!, type, options) })) })),
      ...(end < total && rows.length > 0 ? { pageToken: String(end) } : {}),
    },
  }
}
