/** tables.* https://cloud.google.com/bigquery/docs/reference/rest/v2/tables */
import type { TableReference } from '../googlesql/catalog.ts'
import { compileView } from '../googlesql/index.ts'
import { ApiError } from '../warehouse/api_error.ts'
import { tableOf } from '../warehouse/catalog.ts'
import { writableTableFields, type TableFields, type TableResource } from '../warehouse/resource.ts'
import { fieldOfType } from '../warehouse/schema.ts'
import { createTable, datasetNotFound, dropTable, tableNotFound, updateTable } from '../warehouse/tables.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'
import { normalTableFields, removed, writable } from './fields.ts'
import { page } from './paging.ts'
import { selectFields } from './selected_fields.ts'
import { alive } from './rows.ts'
import { tableShape } from './body_shape.ts'
import { jsonBody, type RestResponse, type RestRequest } from './request.ts'

function referenceOf({ project, dataset, table }: TableReference): Record<string, string> {
  return {
    projectId: project,
    datasetId: dataset,
    tableId: table,
  }
}

function typeOf({ view, snapshotDefinition }: TableResource): string {
  return view ? 'VIEW' : snapshotDefinition ? 'SNAPSHOT' : 'TABLE'
}

async function describe(
  warehouse: Warehouse,
  resource: TableResource,
  origin: string,
): Promise<Record<string, unknown> & { schema: TableFields['schema'] }> {
  const {
    project,
    dataset,
    table,
    stored,
    createdMs,
    modifiedMs: _,
    policy: _policy,
    view,
    schema,
    ...fields
  } = resource
  const path = `projects/${project}/datasets/${dataset}/tables/${table}`
  const lastMs = lastModifiedMs(warehouse, resource)
  return {
    kind: 'bigquery#table',
    etag: etagOf(lastMs),
    id: `${project}:${dataset}.${table}`,
    selfLink: `${origin}/bigquery/v2/${path}`,
    tableReference: referenceOf(resource),
    ...fields,
    schema: view ? viewSchema(warehouse, resource, view.query) : (schema ?? {}),
    ...(view ? { view: { useLegacySql: false, ...view } } : {}),
    ...(stored === undefined ? {} : { numRows: await countRows(warehouse, resource) }),
    numBytes: '0',
    numLongTermBytes: '0',
    numTotalLogicalBytes: '0',
    numActiveLogicalBytes: '0',
    numLongTermLogicalBytes: '0',
    creationTime: String(createdMs),
    lastModifiedTime: String(lastMs),
    type: typeOf(resource),
    location: warehouse.catalog.dataset(project, dataset)?.location ?? 'US',
  }
}

/** Returns when the table's rows or its resource last changed. */
function lastModifiedMs(warehouse: Warehouse, resource: TableResource): number {
  const table = tableOf(resource)
  const { createdMs, modifiedMs } = resource
  if (table.kind === 'view') return modifiedMs
  return Math.max(modifiedMs, warehouse.changes.lastMs(table, createdMs))
}

function etagOf(lastMs: number): string {
  return Buffer.from(String(lastMs)).toString('base64')
}

/** Throws if the caller's etag (`If-Match`) is that of an older version of the table. */
function demandMatch(warehouse: Warehouse, { headers }: RestRequest, reference: TableReference): void {
  const wanted = headers['if-match']
  const resource = warehouse.catalog.tableResource(reference)
  if (wanted === undefined || wanted === '*' || !resource) return
  if (wanted !== etagOf(lastModifiedMs(warehouse, resource)))
    throw new ApiError('conditionNotMet', 'Precondition Failed')
}

/** Returns the current columns of a view's query, with the names and descriptions of the view. */
function viewSchema(
  warehouse: Warehouse,
  { project, schema }: TableResource,
  query: string,
): TableFields['schema'] {
  try {
    const { columns } = compileView(query, warehouse.catalog, { project, user: '' })
    const fields = columns.map(({ name, type }, i) => {
      const given = schema?.fields?.[i]
      const field = fieldOfType(given?.name ?? name, type)
      return given?.description === undefined ? field : { ...field, description: given.description }
    })
    return { fields }
  } catch {
    // As in BigQuery, a view can outlive its tables. Then only its stored columns are known.
    return schema ?? {}
  }
}

async function countRows(warehouse: Warehouse, resource: TableResource): Promise<string> {
  const table = tableOf(resource)
  if (table.kind === 'view') return '0'
  return warehouse.readers.use(async (connection) => {
    const reader = await connection.runAndReadAll(`SELECT count(*) FROM ${table.sql} t${alive(table)}`)
    return String(reader.getRows()[0]![0])
  })
}

export function listTables(
  warehouse: Warehouse,
  request: RestRequest,
  { project, dataset }: { project: string; dataset: string },
): RestResponse {
  request.caller.demandDataset('bigquery.tables.list', { project, dataset })
  if (!warehouse.catalog.hasDataset(project, dataset)) throw datasetNotFound(project, dataset)
  const all = warehouse.catalog.tables(project, dataset)
  const { items, nextPageToken } = page(all, request.query)
  const tables = items.map((table) => {
    const resource = warehouse.catalog.tableResource(table)!
    const { friendlyName, labels, createdMs, timePartitioning, rangePartitioning, clustering } = resource
    const { snapshotDefinition, cloneDefinition } = resource
    return {
      kind: 'bigquery#table',
      id: `${project}:${dataset}.${table.table}`,
      tableReference: referenceOf(resource),
      type: typeOf(resource),
      friendlyName,
      labels,
      timePartitioning,
      rangePartitioning,
      clustering,
      snapshotDefinition,
      cloneDefinition,
      creationTime: String(createdMs),
    }
  })
  return { json: { kind: 'bigquery#tableList', etag: 'list', tables, totalItems: all.length, nextPageToken } }
}

export async function insertTable(
  warehouse: Warehouse,
  request: RestRequest,
  key: { project: string; dataset: string },
): Promise<RestResponse> {
  request.caller.demandDataset('bigquery.tables.create', key)
  const body = jsonBody(request, tableShape) as TableFields & { tableReference?: { tableId?: string } }
  refuseUnknownKinds(body)
  const table = body.tableReference?.tableId
  if (!table) throw new ApiError('required', 'Required parameter is missing: tableReference.tableId')
  const fields = normalTableFields(writable(body, writableTableFields))
  const author = authorOf(request)
  const created = await warehouse.change((change) => createTable(change, { ...key, table }, fields, author))
  return { json: await describe(warehouse, created, request.origin) }
}

/** The author of a view needs the rights to query the tables that it reads. */
function authorOf({ caller }: RestRequest) {
  return { user: caller.email, rights: caller }
}

/** Members of a table resource that make it an unsupported kind of table. */
export const refusedTableKinds: readonly string[] = [
  'materializedView',
  'externalDataConfiguration',
  'snapshotDefinition',
  'cloneDefinition',
]

function refuseUnknownKinds(body: object): void {
  for (const kind of refusedTableKinds)
    if (kind in body) throw new ApiError('invalid', `${kind} is not supported by the local BigQuery`)
}

/** Returns what a view of the resource shows: BASIC leaves out the sizes and when the rows changed. */
function inView<T extends Record<string, unknown>>(described: T, view: string | null): T {
  if (
    view !== null &&
    !['', 'TABLE_METADATA_VIEW_UNSPECIFIED', 'BASIC', 'STORAGE_STATS', 'FULL'].includes(view)
  )
    throw new ApiError('invalid', `Invalid value for view: ${view}`)
  if (view !== 'BASIC') return described
  return Object.fromEntries(
    Object.entries(described).filter(([name]) => !/^num[A-Z]|^lastModifiedTime$/.test(name)),
  ) as T
}

/** Handles GET, PATCH, PUT and DELETE of one table. */
export async function handleTable(
  warehouse: Warehouse,
  request: RestRequest,
  reference: TableReference,
): Promise<RestResponse> {
  const { caller, method, origin } = request
  const { project, dataset } = reference
  if (method === 'GET') {
    caller.demandTable('bigquery.tables.get', reference)
    const resource = warehouse.catalog.tableResource(reference)
    if (!resource && !warehouse.catalog.hasDataset(project, dataset)) throw datasetNotFound(project, dataset)
    if (!resource) throw tableNotFound(reference)
    const described = inView(await describe(warehouse, resource, origin), request.query.get('view'))
    const selected = request.query.get('selectedFields')
    if (!selected) return { json: described }
    const fields = selectFields(described.schema?.fields ?? [], selected.split(','))
    return { json: { ...described, schema: { fields } } }
  }
  if (method === 'DELETE') {
    caller.demandTable('bigquery.tables.delete', reference)
    demandMatch(warehouse, request, reference)
    await warehouse.change((change) => dropTable(change, reference))
    return { status: 204 }
  }
  caller.demandTable('bigquery.tables.update', reference)
  demandMatch(warehouse, request, reference)
  const body = jsonBody(request, tableShape) as TableFields
  refuseUnknownKinds(body)
  const fields = normalTableFields(writable(body, writableTableFields))
  const change = {
    removed: removed(body, writableTableFields),
    replaces: method === 'PUT',
    author: authorOf(request),
  }
  const updated = await warehouse.change((catalog) => updateTable(catalog, reference, fields, change))
  return { json: await describe(warehouse, updated, origin) }
}
