/** jobs.query and jobs.getQueryResults. https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs/query */
import { toCell, type TimestampFormat } from '../duckdb/value.ts'
import { ApiError } from '../warehouse/api_error.ts'
import { toApiError } from '../warehouse/failure.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'
import type { Caller } from './caller.ts'
import { schemaOf, type Job, type JobReference, type Jobs } from './job.ts'
import { demandTime, finish, isDoneWithin } from './job_time.ts'
import { runQuery, type QueryConfiguration } from './query_job.ts'
import { queryShape } from './body_shape.ts'
import { systemFacts } from './system_facts.ts'
import { timestampFormat, timestampFormatIn, type FormatOptions } from './timestamp_format.ts'
import { integerParameter, jsonBody, type RestResponse, type RestRequest } from './request.ts'

interface QueryRequest extends QueryConfiguration {
  dryRun?: boolean
  jobTimeoutMs?: number | string
  timeoutMs?: number | string
  maxResults?: number | string
  formatOptions?: FormatOptions
  jobReference?: JobReference
  location?: string
  requestId?: string
}

interface PageOptions {
  start: number
  size: number | undefined
  timestamps: TimestampFormat
}

const defaultPageSize = 20_000
/** How long getQueryResults waits if the request does not say. */
const standardTimeoutMs = 10_000

export async function query(
  warehouse: Warehouse,
  jobs: Jobs,
  request: RestRequest,
  project: string,
): Promise<RestResponse> {
  const { caller } = request
  caller.demandProject('bigquery.jobs.create', project)
  const body = jsonBody(request, queryShape) as QueryRequest
  let started: Job | undefined
  const run = (): Promise<Job> =>
    runJob(warehouse, jobs, body, caller, project, (job) => {
      started = job
    })
  const { requestId, dryRun, timeoutMs } = body
  const key = `${caller.email} ${project} ${requestId}`
  const running = requestId === undefined || dryRun === true ? run() : jobs.once(key, run)
  const kind = 'bigquery#queryResponse'
  if (timeoutMs !== undefined && started && !(await isDoneWithin(running, Number(timeoutMs)))) {
    started.running = running.then(
      () => undefined,
      () => undefined,
    )
    return { json: { ...unfinished(started), kind, queryId: started.queryId } }
  }
  const job = await running
  const size = body.maxResults === undefined ? undefined : Number(body.maxResults)
  const timestamps = timestampFormat(body.formatOptions)
  return {
    json: {
      ...resultPage(job, { start: 0, size, timestamps }),
      kind,
      queryId: job.queryId,
    },
  }
}

async function runJob(
  warehouse: Warehouse,
  jobs: Jobs,
  body: QueryRequest,
  caller: Caller,
  project: string,
  started: (job: Job) => void,
): Promise<Job> {
  const dryRun = body.dryRun === true
  const { jobTimeoutMs } = body
  const configuration = { query: { ...body }, dryRun, ...(jobTimeoutMs !== undefined && { jobTimeoutMs }) }
  const job = jobs.create(
    project,
    configuration,
    { ...body.jobReference, ...(body.location ? { location: body.location } : {}) },
    caller.email,
  )
  started(job)
  const system = systemFacts(warehouse, jobs, caller)
  try {
    job.result = await runQuery(warehouse, body, caller, project, dryRun, system, () => demandTime(job))
    finish(job)
    if (dryRun) jobs.delete(job)
    return job
  } catch (error) {
    finish(job)
    job.error = toApiError(error)
    // A client that knows of the job asks for its result.
    if (!job.running) jobs.delete(job)
    throw job.error
  }
}

export async function getQueryResults(
  jobs: Jobs,
  request: RestRequest,
  project: string,
  id: string,
): Promise<RestResponse> {
  const { query: parameters, caller } = request
  const job = jobs.get(caller, 'bigquery.jobs.get', project, id)
  const timeoutMs = integerParameter(parameters, 'timeoutMs') ?? standardTimeoutMs
  if (job.running && !(await isDoneWithin(job.running, timeoutMs))) return { json: unfinished(job) }
  if (job.error) throw job.error
  if (!job.result) throw new ApiError('invalid', `Job ${project}:${id} is no query job`)
  const start = integerParameter(parameters, 'pageToken') ?? integerParameter(parameters, 'startIndex') ?? 0
  const timestamps = timestampFormatIn(parameters)
  return {
    json: resultPage(job, { start, size: integerParameter(parameters, 'maxResults'), timestamps }),
  }
}

/** Returns the answer about a job that still runs. */
function unfinished({ project, id, location }: Job): Record<string, unknown> {
  return {
    kind: 'bigquery#getQueryResultsResponse',
    jobReference: { projectId: project, jobId: id, location },
    jobComplete: false,
  }
}

function resultPage(job: Job, { start, size, timestamps }: PageOptions): Record<string, unknown> {
  const { columns, rows, affected } = job.result!
  const end = Math.min(rows.length, start + Math.min(size ?? defaultPageSize, defaultPageSize))
  const cells = rows.slice(start, end).map((row) => ({
    f: columns.map(({ type }, i) => ({ v: toCell(row[i]!, type, { timestamps }) })),
  }))
  return {
    kind: 'bigquery#getQueryResultsResponse',
    etag: job.id,
    schema: { fields: schemaOf(job.result!) },
    jobReference: { projectId: job.project, jobId: job.id, location: job.location },
    totalRows: String(rows.length),
    // The Python client takes `rows` for the first page, even if its request was for no rows (maxResults=0).
    ...(size === 0 ? {} : { rows: cells }),
    totalBytesProcessed: String(job.result!.bytesProcessed ?? 0),
    jobComplete: true,
    cacheHit: false,
    ...(affected === undefined ? {} : { numDmlAffectedRows: String(affected) }),
    // A page of no rows has no token: a client that follows tokens would never end.
    ...(end > start && end < rows.length ? { pageToken: String(end) } : {}),
  }
}
