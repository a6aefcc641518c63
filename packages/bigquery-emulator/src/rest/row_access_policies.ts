/** rowAccessPolicies.*: no table of the local BigQuery has any, and none can be made.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/rowAccessPolicies */
import type { TableReference } from '../googlesql/catalog.ts'
import { ApiError } from '../warehouse/api_error.ts'
import { tableNotFound } from '../warehouse/tables.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'
import type { RestResponse, RestRequest } from './request.ts'

export function handleRowAccessPolicies(
  warehouse: Warehouse,
  { caller, method }: RestRequest,
  reference: TableReference,
): RestResponse {
  caller.demandTable('bigquery.rowAccessPolicies.list', reference)
  if (!warehouse.catalog.table(reference)) throw tableNotFound(reference)
  if (method !== 'GET')
    throw new ApiError('invalid', 'Row access policies are not supported by the local BigQuery')
  return { json: { rowAccessPolicies: [] } }
}
