/** Uploads: load jobs with their data, as multipart or resumable uploads. https://cloud.google.com/bigquery/docs/reference/api-uploads */
import { randomBytes } from 'node:crypto'
import { ApiError } from '../warehouse/api_error.ts'
import { toApiError } from '../warehouse/failure.ts'
import type { Warehouse } from '../warehouse/warehouse.ts'
import { describeJob, type Jobs } from './job.ts'
import { finish } from './job_time.ts'
import type { JobRequest } from './jobs.ts'
import { loadData, type LoadConfiguration } from './load_job.ts'
import { jobShape } from './body_shape.ts'
import { jsonBody, type RestResponse, type RestRequest } from './request.ts'

interface Upload {
  job: JobRequest
  chunks: Buffer[]
  /** The answer to the last chunk. */
  done?: RestResponse
}

/** Uploads whose answer is kept, for clients that ask again. */
const maxDone = 20

export class Uploads {
  readonly #warehouse: Warehouse
  readonly #jobs: Jobs
  readonly #open = new Map<string, Upload>()

  constructor(warehouse: Warehouse, jobs: Jobs) {
    this.#warehouse = warehouse
    this.#jobs = jobs
  }

  async handle(request: RestRequest): Promise<RestResponse> {
    const { method, query } = request
    const project = request.path[request.path.indexOf('projects') + 1]
    if (!project) throw new ApiError('notFound', `Not found: /${request.path.join('/')}`)
    request.caller.demandProject('bigquery.jobs.create', project)
    const uploadId = query.get('upload_id')
    if (method === 'PUT' && uploadId !== null) return this.#receive(request, project, uploadId)
    if (query.get('uploadType') === 'resumable') return this.#begin(request)
    const [job, data] = splitMultipart(request)
    return this.#load(request, project, jsonBody({ body: job }, jobShape) as JobRequest, data)
  }

  #begin(request: RestRequest): RestResponse {
    const id = randomBytes(16).toString('hex')
    this.#open.set(id, { job: jsonBody(request, jobShape) as JobRequest, chunks: [] })
    const location = `${request.origin}/${request.path.join('/')}?uploadType=resumable&upload_id=${id}`
    return { status: 200, text: '', headers: { location, 'x-guploader-uploadid': id } }
  }

  /** Receives one chunk, or a question for the state of the upload: a range of `*` and no data.
   * https://cloud.google.com/bigquery/docs/reference/api-uploads#resume-upload */
  async #receive(request: RestRequest, project: string, id: string): Promise<RestResponse> {
    const upload = this.#open.get(id)
    if (!upload) throw new ApiError('notFound', 'Not found: Upload')
    if (upload.done) return upload.done
    const range = request.headers['content-range'] ?? ''
    const [, from, total] = /^bytes (\*|\d+)(?:-(?:\d+|\*))?\/(\*|\d+)$/.exec(range) ?? []
    if (range !== '' && from === undefined) throw new ApiError('invalid', `Invalid Content-Range: ${range}`)
    const before = Buffer.concat(upload.chunks)
    if (from !== undefined && from !== '*' && Number(from) !== before.length)
      throw new ApiError('invalid', `Invalid Content-Range: ${range}; the upload has ${before.length} bytes`)
    upload.chunks = [before, request.body]
    const data = Buffer.concat(upload.chunks)
    const isComplete = total === undefined || Number(total) === data.length
    if (!isComplete)
      return {
        status: 308,
        text: '',
        headers: data.length === 0 ? {} : { range: `bytes=0-${data.length - 1}` },
      }
    upload.done = await this.#load(request, project, upload.job, data)
    upload.chunks = []
    const done = [...this.#open].filter(([, other]) => other.done)
    for (const [old] of done.slice(0, -maxDone)) this.#open.delete(old)
    return upload.done
  }

  async #load(
    request: RestRequest,
    project: string,
    { configuration: described, jobReference }: JobRequest,
    data: Buffer,
  ): Promise<RestResponse> {
    const { caller, origin } = request
    const configuration = described ?? {}
    if (!configuration.load)
      throw new ApiError('required', 'Required parameter is missing: configuration.load')
    const job = this.#jobs.create(project, configuration, jobReference, caller.email)
    try {
      const load = configuration.load as unknown as LoadConfiguration
      job.load = { bytes: data.length, ...(await loadData(this.#warehouse, load, data, caller, project)) }
    } catch (error) {
      job.error = toApiError(error)
    }
    finish(job)
    return { json: describeJob(job, origin) }
  }
}

/** Returns the two parts of a multipart/related body. */
function splitMultipart({ headers, body }: RestRequest): [Buffer, Buffer] {
  const boundary = /boundary=("?)([^";]+)\1/.exec(headers['content-type'] ?? '')?.[2]
  if (boundary === undefined) throw new ApiError('invalid', 'Missing multipart boundary')
  const delimiter = Buffer.from(`--${boundary}`)
  const parts: Buffer[] = []
  for (let at = body.indexOf(delimiter); at >= 0;) {
    const next = body.indexOf(delimiter, at + delimiter.length)
    if (next < 0) break
    parts.push(partBody(body.subarray(at + delimiter.length, next)))
    at = next
  }
  const [job, data] = parts
  if (!job || !data) throw new ApiError('invalid', 'A multipart upload needs two parts: the job and the data')
  return [job, data]
}

/** Returns the content after a part's headers, without the line break before the next delimiter. */
function partBody(part: Buffer): Buffer {
  const lines = ['\r\n\r\n', '\n\n'].map((end) => ({ at: part.indexOf(end), length: end.length }))
  const blank = lines.filter(({ at }) => at >= 0).toSorted((a, b) => a.at - b.at)[0]
  if (!blank || part.at(-1) !== 10)
    throw new ApiError('invalid', 'A part of the multipart upload has no headers or no end')
  return part.subarray(blank.at + blank.length, part.length - (part.at(-2) === 13 ? 2 : 1))
}
