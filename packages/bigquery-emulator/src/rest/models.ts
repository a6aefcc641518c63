/** models.*: the local BigQuery has no models, so that every list is empty and every name is unknown.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/models */
import { ApiError } from '../warehouse/api_error.ts'
import { datasetNotFound } from '../warehouse/tables.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'
import type { RestResponse, RestRequest } from './request.ts'

export function handleModels(
  warehouse: Warehouse,
  { caller, method }: RestRequest,
  { project, dataset, model }: { project: string; dataset: string; model: string | undefined },
): RestResponse {
  const key = { project, dataset }
  const verbs: Record<string, string> = { GET: 'getMetadata', DELETE: 'delete' }
  const verb = model === undefined ? 'list' : (verbs[method] ?? 'updateMetadata')
  caller.demandDataset(`bigquery.models.${verb}`, key)
  if (!warehouse.catalog.hasDataset(project, dataset)) throw datasetNotFound(project, dataset)
  if (model !== undefined) throw new ApiError('notFound', `Not found: Model ${project}:${dataset}.${model}`)
  return { json: { models: [] } }
}
