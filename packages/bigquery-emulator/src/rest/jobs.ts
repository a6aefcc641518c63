/** jobs.insert, get, list, cancel, delete. https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs */
import { ApiError } from '../warehouse/api_error.ts'
import { toApiError } from '../warehouse/failure.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'
import { copyTable, type CopyConfiguration } from './copy_job.ts'
import type { CloudStorage } from './cloud_storage.ts'
import { describeJob, type Job, type JobConfiguration, type JobReference, type Jobs } from './job.ts'
import type { LoadConfiguration } from './load_job.ts'
import { demandTime, finish } from './job_time.ts'
import { page } from './paging.ts'
import { runQuery } from './query_job.ts'
import { jobShape } from './body_shape.ts'
import { extractToStorage, loadFromStorage } from './storage_jobs.ts'
import { systemFacts } from './system_facts.ts'
import { integerParameter, jsonBody, type RestResponse, type RestRequest } from './request.ts'

export interface JobRequest {
  configuration?: JobConfiguration | null
  jobReference?: JobReference
}

export async function insertJob(
  warehouse: Warehouse,
  jobs: Jobs,
  request: RestRequest,
  project: string,
  storage: CloudStorage | undefined,
): Promise<RestResponse> {
  const { caller, origin } = request
  caller.demandProject('bigquery.jobs.create', project)
  const { configuration: described, jobReference } = jsonBody(request, jobShape) as JobRequest
  // In JSON, null is the same as an absent field.
  const configuration = described ?? {}
  const dryRun = configuration.dryRun === true
  const job = jobs.create(project, configuration, jobReference, caller.email)
  try {
    if (configuration.query)
      job.result = await runQuery(
        warehouse,
        configuration.query,
        caller,
        project,
        dryRun,
        systemFacts(warehouse, jobs, caller),
        () => demandTime(job),
      )
    else if (configuration.copy)
      await copyTable(warehouse, configuration.copy as unknown as CopyConfiguration, caller, project)
    else if (configuration.load) {
      const load = configuration.load as unknown as LoadConfiguration
      job.load = await loadFromStorage(warehouse, storage, load, caller, project)
    } else if (configuration.extract)
      await extractToStorage(warehouse, storage, configuration.extract, caller, project)
    else throw new ApiError('required', 'Required parameter is missing: configuration')
  } catch (error) {
    job.error = toApiError(error)
    if (dryRun) {
      jobs.delete(job)
      throw job.error
    }
  }
  finish(job)
  if (dryRun) jobs.delete(job)
  return { json: describeJob(job, origin) }
}

export function listJobs(jobs: Jobs, request: RestRequest, project: string): RestResponse {
  request.caller.demandProject('bigquery.jobs.list', project)
  const { items, nextPageToken } = page(jobs.list(project).filter(wantedBy(request)), request.query, 50)
  const list = items.map((job) => ({
    ...describeJob(job, request.origin),
    state: stateOf(job),
  }))
  return { json: { kind: 'bigquery#jobList', etag: 'list', jobs: list, nextPageToken } }
}

function stateOf({ isRunning }: Job): string {
  return isRunning ? 'RUNNING' : 'DONE'
}

/** Returns the condition of jobs.list. No job has children. https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs/list */
function wantedBy({ query }: RestRequest): (job: Job) => boolean {
  const states = query.getAll('stateFilter').map((state) => state.toLowerCase())
  const minMs = integerParameter(query, 'minCreationTime') ?? 0
  const maxMs = integerParameter(query, 'maxCreationTime') ?? Infinity
  const isParent = (query.get('parentJobId') ?? '') === ''
  return (job) =>
    (states.length === 0 || states.includes(stateOf(job).toLowerCase())) &&
    isParent &&
    job.createdMs >= minMs &&
    job.createdMs <= maxMs
}

/** Handles GET, cancel and DELETE of one job. Cancel ends a script that still runs; every other job is done. */
export function handleJob(
  jobs: Jobs,
  request: RestRequest,
  project: string,
  id: string,
  action: string | undefined,
): RestResponse {
  const isDelete = action === 'delete' || request.method === 'DELETE'
  const permission = isDelete ? 'delete' : action === 'cancel' ? 'update' : 'get'
  const job = jobs.get(request.caller, `bigquery.jobs.${permission}`, project, id)
  if (isDelete) {
    jobs.delete(job)
    return { json: {} }
  }
  if (action === 'cancel') job.isCancelled = true
  const described = describeJob(job, request.origin)
  return { json: action === 'cancel' ? { kind: 'bigquery#jobCancelResponse', job: described } : described }
}
