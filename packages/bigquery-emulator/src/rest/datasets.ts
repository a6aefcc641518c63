/** datasets.* https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets */
import { ApiError } from '../warehouse/api_error.ts'
import { writableDatasetFields, type DatasetFields, type DatasetResource } from '../warehouse/resource.ts'
import { createDataset, datasetNotFound, dropDataset } from '../warehouse/tables.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'
import { int64Text, writable } from './fields.ts'
import { page } from './paging.ts'
import { datasetShape } from './body_shape.ts'
import { jsonBody, type RestResponse, type RestRequest } from './request.ts'

function describe(resource: DatasetResource, origin: string): Record<string, unknown> {
  const { project, dataset, createdMs, modifiedMs, ...fields } = resource
  return {
    kind: 'bigquery#dataset',
    etag: `${modifiedMs}`,
    id: `${project}:${dataset}`,
    selfLink: `${origin}/bigquery/v2/projects/${project}/datasets/${dataset}`,
    datasetReference: { projectId: project, datasetId: dataset },
    access: [{ role: 'OWNER', specialGroup: 'projectOwners' }],
    maxTimeTravelHours: '168',
    ...fields,
    creationTime: String(createdMs),
    lastModifiedTime: String(modifiedMs),
    type: 'DEFAULT',
  }
}

/** The values of the API. https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets#StorageBillingModel */
const billingModels = ['LOGICAL', 'PHYSICAL', 'STORAGE_BILLING_MODEL_UNSPECIFIED']

/** Returns the fields that the body sets. */
function fieldsOf(body: DatasetFields): DatasetFields {
  const fields = writable(body, writableDatasetFields)
  for (const name of [
    'defaultTableExpirationMs',
    'defaultPartitionExpirationMs',
    'maxTimeTravelHours',
  ] as const)
    if (fields[name] !== undefined) fields[name] = int64Text(fields[name])
  const { storageBillingModel } = fields
  if (storageBillingModel === undefined || billingModels.includes(storageBillingModel)) return fields
  throw new ApiError(
    'invalid',
    `Invalid value for storageBillingModel: expected ${billingModels.join(', ')}, got ${storageBillingModel}`,
  )
}

/** Throws if the caller's etag (`If-Match`) is that of an older version of the dataset. */
function demandMatch({ headers }: RestRequest, resource: DatasetResource | undefined): void {
  const wanted = headers['if-match']
  if (resource && wanted !== undefined && wanted !== '*' && wanted !== `${resource.modifiedMs}`)
    throw new ApiError('conditionNotMet', 'Precondition Failed')
}

/** True if a list shows the dataset to the caller. Listing itself requires no permission.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets/list */
function isVisible({ caller }: RestRequest, { project, dataset }: DatasetResource): boolean {
  try {
    caller.demandDataset('bigquery.datasets.get', { project, dataset })
    return true
  } catch {
    return false
  }
}

export function listDatasets(warehouse: Warehouse, request: RestRequest, project: string): RestResponse {
  const visible = warehouse.catalog.datasetResources(project).filter((each) => isVisible(request, each))
  const { items, nextPageToken } = page(visible, request.query)
  const datasets = items.map(({ dataset, location, labels, friendlyName }) => ({
    kind: 'bigquery#dataset',
    id: `${project}:${dataset}`,
    datasetReference: { datasetId: dataset, projectId: project },
    location,
    labels,
    friendlyName,
  }))
  return { json: { kind: 'bigquery#datasetList', etag: 'list', datasets, nextPageToken } }
}

export async function insertDataset(
  warehouse: Warehouse,
  request: RestRequest,
  project: string,
): Promise<RestResponse> {
  request.caller.demandProject('bigquery.datasets.create', project)
  const body = jsonBody(request, datasetShape) as DatasetFields & {
    datasetReference?: { datasetId?: string }
  }
  const dataset = body.datasetReference?.datasetId
  if (!dataset) throw new ApiError('required', 'Required parameter is missing: datasetReference.datasetId')
  const fields = fieldsOf(body)
  const created = await warehouse.change((change) => createDataset(change, { project, dataset }, fields))
  return { json: describe(created, request.origin) }
}

/** Handles GET, PATCH, PUT and DELETE of one dataset. */
export async function handleDataset(
  warehouse: Warehouse,
  request: RestRequest,
  key: { project: string; dataset: string },
): Promise<RestResponse> {
  const { caller, method, query, origin } = request
  const { project, dataset } = key
  if (method === 'GET') {
    caller.demandDataset('bigquery.datasets.get', key)
    const resource = warehouse.catalog.dataset(project, dataset)
    if (!resource) throw datasetNotFound(project, dataset)
    return { json: describe(resource, origin) }
  }
  if (method === 'DELETE') {
    caller.demandDataset('bigquery.datasets.delete', key)
    demandMatch(request, warehouse.catalog.dataset(project, dataset))
    await warehouse.change((change) => dropDataset(change, key, query.get('deleteContents') === 'true'))
    return { status: 204 }
  }
  caller.demandDataset('bigquery.datasets.update', key)
  const updated = await warehouse.change(async (change) => {
    const before = change.catalog.dataset(project, dataset)
    if (!before) throw datasetNotFound(project, dataset)
    demandMatch(request, before)
    const fields = fieldsOf(jsonBody(request, datasetShape) as DatasetFields)
    const after = { ...before, ...fields, location: before.location, modifiedMs: Date.now() }
    await change.saveDataset(after)
    return after
  })
  return { json: describe(updated, origin) }
}
