/** Result tables: reads the anonymous table that holds the result of a query, which only its user can read.
 * https://cloud.google.com/bigquery/docs/cached-results#how_cached_results_are_stored */
import type { TableReference } from '../googlesql/catalog.ts'
import { tableNotFound } from '../warehouse/tables.ts'
import { resultTable, schemaOf, type Job, type Jobs } from './job.ts'
import { getQueryResults } from './queries.ts'
import type { RestRequest, RestResponse } from './request.ts'

const dayMs = 86_400_000

/** True for a name in a dataset of results. Such datasets and tables are never created by a request. */
export function isResultTable({ dataset, table }: TableReference): boolean {
  return /^_[0-9a-f]{40}$/.test(dataset) && /^anon[0-9a-f]{64}$/.test(table)
}

/** tables.get and tabledata.list of a result. Throws 404 for any other request, for the result of another user, and once the job is
 * forgotten. */
export async function readResultTable(
  jobs: Jobs,
  request: RestRequest,
  reference: TableReference,
  action: string | undefined,
): Promise<RestResponse> {
  const job = jobs.list(reference.project).find((found) => isResultOf(found, reference))
  if (!job?.result || job.user !== request.caller.email || request.method !== 'GET')
    throw tableNotFound(reference)
  if (action === undefined) return { json: describeResult(job, reference, request.origin) }
  if (action !== 'data') throw tableNotFound(reference)
  const { json } = await getQueryResults(jobs, request, job.project, job.id)
  const { etag, totalRows, pageToken, rows } = json as Record<string, unknown>
  return { json: { kind: 'bigquery#tableDataList', etag, totalRows, pageToken, rows } }
}

function isResultOf(job: Job, { dataset, table }: TableReference): boolean {
  const { datasetId, tableId } = resultTable(job)
  return datasetId === dataset && tableId === table
}

function describeResult(job: Job, { project, dataset, table }: TableReference, origin: string): unknown {
  const path = `projects/${project}/datasets/${dataset}/tables/${table}`
  return {
    kind: 'bigquery#table',
    etag: job.id,
    id: `${project}:${dataset}.${table}`,
    selfLink: `${origin}/bigquery/v2/${path}`,
    tableReference: resultTable(job),
    schema: { fields: schemaOf(job.result!) },
    numRows: String(job.result!.rows.length),
    numBytes: '0',
    creationTime: String(job.endedMs),
    lastModifiedTime: String(job.endedMs),
    expirationTime: String(job.endedMs + dayMs),
    type: 'TABLE',
    location: job.location,
  }
}
