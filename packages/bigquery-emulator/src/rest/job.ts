/** Jobs: their configuration and result. A job runs at once. It is done when its request returns, unless the request has a timeoutMs. */
import { createHash, randomBytes } from 'node:crypto'
import { ApiError } from '../warehouse/api_error.ts'
import type { FieldSchema } from '../warehouse/resource.ts'
import { fieldOfType } from '../warehouse/schema.ts'
import type { StatementResult } from '../warehouse/statement_result.ts'
import type { Caller } from './caller.ts'
import { closingTime } from './job_time.ts'

export interface TableReferenceJson {
  projectId?: string
  datasetId: string
  tableId: string
}

export interface JobReference {
  projectId?: string
  jobId?: string
  location?: string
}

export interface JobConfiguration {
  jobType?: string
  dryRun?: boolean
  jobTimeoutMs?: string | number
  labels?: Record<string, string>
  query?: Record<string, unknown>
  load?: Record<string, unknown>
  copy?: Record<string, unknown>
  extract?: Record<string, unknown>
}

export interface Job {
  project: string
  /** The id that jobs.query answers with. */
  queryId: string
  id: string
  location: string
  configuration: JobConfiguration
  user: string
  createdMs: number
  endedMs: number
  /** True until it has a result or an error. */
  isRunning: boolean
  result?: StatementResult
  /** Rows and bytes that a load job wrote, and messages of the records that it left out. */
  load?: { rows: number; bytes: number; bad: readonly string[] }
  error?: ApiError
  /** True once a client has cancelled it. Only a script that still runs takes notice. */
  isCancelled?: boolean
  /** Settles once it no longer runs. Set if its request is answered before. */
  running?: Promise<void>
  /** When the server stops waiting for it, in ms since 1970. Set once the server closes. */
  untilMs?: number
}

/** Limits of the jobs that are kept: their number, and the rows of their results. */
const maxJobs = 1000
const maxRows = 1_000_000
const requestIdMs = 15 * 60_000

/** The latest jobs, by project and id. Older ones are dropped with their results. */
export class Jobs {
  readonly #jobs = new Map<string, Job>()
  readonly #requests = new Map<string, { running?: Promise<Job>; id?: string; sinceMs: number }>()

  /** Creates a job with the caller's id or a random one. */
  create(
    project: string,
    configuration: JobConfiguration,
    reference: JobReference | undefined,
    user: string,
  ): Job {
    const id = reference?.jobId ?? `job_${randomBytes(16).toString('base64url')}`
    if (!/^[\w-]{1,1024}$/.test(id)) throw new ApiError('invalid', `Invalid job ID "${id}".`)
    const location = reference?.location ?? 'US'
    if (this.#jobs.has(`${project}:${id}`))
      throw new ApiError('duplicate', `Already Exists: Job ${project}:${location}.${id}`)
    const now = Date.now()
    const queryId = `query_${randomBytes(16).toString('base64url')}`
    const job: Job = {
      project,
      queryId,
      id,
      location,
      configuration,
      user,
      createdMs: now,
      endedMs: now,
      isRunning: true,
    }
    this.#jobs.set(`${project}:${id}`, job)
    this.#forget()
    return job
  }

  /** Drops the oldest jobs when there are too many, or too many rows in their results. */
  #forget(): void {
    let rows = 0
    let count = 0
    for (const [key, job] of [...this.#jobs].toReversed()) {
      rows += job.result?.rows.length ?? 0
      if (++count > maxJobs || (rows > maxRows && count > 1)) this.#jobs.delete(key)
    }
  }

  /**
   * Returns the job of a request. Repeats with the same `requestId` within fifteen minutes return the same job, unless it failed.
   */
  once(key: string, run: () => Promise<Job>): Promise<Job> {
    const now = Date.now()
    for (const [known, { sinceMs }] of this.#requests) {
      if (now < sinceMs + requestIdMs) break
      this.#requests.delete(known)
    }
    const earlier = this.#requests.get(key)
    const done = earlier?.id === undefined ? undefined : this.#jobs.get(earlier.id)
    if (done) return Promise.resolve(done)
    if (earlier?.running) return earlier.running
    const running = run()
    this.#requests.set(key, { running, sinceMs: now })
    running.then(
      // Keeps only the job's id, so that a dropped job frees its result.
      ({ project, id }) => this.#requests.set(key, { id: `${project}:${id}`, sinceMs: now }),
      () => this.#requests.delete(key),
    )
    return running
  }

  /** Returns a job by its id. Throws unless the caller created it or has the permission on the project's jobs. */
  get(caller: Caller, permission: string, project: string, id: string): Job {
    const job = this.#jobs.get(`${project}:${id}`)
    caller.demandJob(permission, project, id, job)
    if (!job) throw new ApiError('notFound', `Not found: Job ${project}:${id}`)
    return job
  }

  /** Ends the scripts that still run soon. */
  endSoon(): void {
    for (const job of this.#jobs.values()) job.untilMs = closingTime()
  }

  delete({ project, id }: Job): void {
    this.#jobs.delete(`${project}:${id}`)
  }

  /** Returns the project's jobs, newest first. */
  list(project: string): Job[] {
    return [...this.#jobs.values()].filter((job) => job.project === project).toReversed()
  }
}

export function schemaOf(result: StatementResult): readonly FieldSchema[] {
  return result.fields ?? result.columns.map(({ name, type }) => fieldOfType(name, type))
}

/** Converts a job to the API's resource. */
export function describeJob(job: Job, origin: string): Record<string, unknown> {
  const { project, id, location, configuration, user, error } = job
  const bad = (job.load?.bad ?? []).map((message) => ({ reason: 'invalid', message }))
  const result = error && { errorResult: error.proto, errors: [error.proto] }
  const errors = result ?? (bad.length > 0 && { errors: bad })
  return {
    kind: 'bigquery#job',
    etag: id,
    id: `${project}:${location}.${id}`,
    selfLink: `${origin}/bigquery/v2/projects/${project}/jobs/${id}?location=${location}`,
    user_email: user,
    configuration: { jobType: jobType(configuration), ...withDestination(job) },
    jobReference: { projectId: project, jobId: id, location },
    statistics: statistics(job),
    status: { state: job.isRunning ? 'RUNNING' : 'DONE', ...errors },
  }
}

/** Returns the table that a job writes: the one that its configuration names, that of CREATE TABLE AS SELECT, or the anonymous one with
 * the result of a query. https://cloud.google.com/bigquery/docs/cached-results#how_cached_results_are_stored */
export function destinationOf(job: Job): TableReferenceJson | undefined {
  const { configuration, result } = job
  const { query, load, copy, dryRun = false } = configuration
  const named = (query ?? load ?? copy)?.['destinationTable']
  if (named) return named as TableReferenceJson
  if (!query || !result || dryRun) return undefined
  const { statementType, ddlTarget } = result
  if (statementType === 'SELECT') return resultTable(job)
  return statementType === 'CREATE_TABLE_AS_SELECT' ? ddlTarget : undefined
}

/** Adds the table that holds the result of a query. */
function withDestination(job: Job): JobConfiguration {
  const { configuration } = job
  const destinationTable = configuration.query && destinationOf(job)
  return destinationTable === undefined
    ? configuration
    : { ...configuration, query: { ...configuration.query, destinationTable } }
}

/** Returns the name of the anonymous table with the result of a query: one dataset for each user, one table for each job. */
export function resultTable({ project, id, user }: Job): Required<TableReferenceJson> {
  const hash = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex')
  return {
    projectId: project,
    datasetId: `_${hash('sha1', user)}`,
    tableId: `anon${hash('sha256', id)}`,
  }
}

export function jobType({ query, load, copy }: JobConfiguration): string {
  return query ? 'QUERY' : load ? 'LOAD' : copy ? 'COPY' : 'EXTRACT'
}

function statistics({
  configuration,
  createdMs,
  endedMs,
  isRunning,
  result,
  load,
}: Job): Record<string, unknown> {
  const times = {
    creationTime: String(createdMs),
    startTime: String(createdMs),
    ...(isRunning ? {} : { endTime: String(endedMs) }),
    totalBytesProcessed: String(result?.bytesProcessed ?? 0),
  }
  if (load)
    return {
      ...times,
      load: {
        inputFiles: '1',
        inputFileBytes: String(load.bytes),
        outputRows: String(load.rows),
        outputBytes: String(load.bytes),
        badRecords: String(load.bad.length),
      },
    }
  if (!configuration.query) return times
  const query = {
    totalBytesProcessed: String(result?.bytesProcessed ?? 0),
    totalBytesBilled: '0',
    cacheHit: false,
    ...(result ? { statementType: result.statementType } : {}),
    ...(result?.affected === undefined ? {} : { numDmlAffectedRows: String(result.affected) }),
    ...(result?.ddlOperation === undefined ? {} : { ddlOperationPerformed: result.ddlOperation }),
    ...(result?.ddlTarget === undefined ? {} : { ddlTargetTable: result.ddlTarget }),
    ...(result?.ddlRoutine === undefined ? {} : { ddlTargetRoutine: result.ddlRoutine }),
    ...(configuration.dryRun && result ? { schema: { fields: schemaOf(result) } } : {}),
  }
  return { ...times, query }
}
