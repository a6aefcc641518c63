/** The recorder: what the third parties received, newest ten thousand, in the order of arrival. */
import type { IncomingHttpHeaders } from 'node:http'
import type { RequestBody } from './request_body.ts'
import { Tally } from './tally.ts'
import type { Behavior } from './vendors/vendor.ts'

export interface RecordedRequest extends RequestBody {
  /** 1 for the first request since the record was cleared. */
  number: number
  /** Arrival, RFC 3339 with milliseconds. */
  time: string
  method: string
  /** Path and query, as sent but for credentials, which are masked here, in the headers and in the body. */
  url: string
  headers: IncomingHttpHeaders
  /** Name of the vendor; absent where none is known at the host. */
  vendor?: string
  /** How many events the vendor finds in it; absent where the vendor is. */
  events?: number
  /** The behavior in which it was answered; absent where status or body were given. */
  behavior?: Behavior
  /** HTTP status it was answered with; null while it waits, and for good when the sender went away first. */
  status: number | null
}

/** Called with each request that arrived or was answered; with nothing when the record was cleared. */
export type RecordListener = (request?: RecordedRequest) => void

const keptRequests = 10_000
/** What the bodies kept may occupy together: ten thousand of a megabyte would not fit. */
const keptBytes = 256 * 1024 * 1024

export class Recorder {
  readonly tally = new Tally()
  readonly #requests = new Map<number, RecordedRequest>()
  readonly #listeners: RecordListener[] = []
  #total = 0
  #bytes = 0

  /** Starts with the requests of an earlier run, oldest first. */
  constructor(earlier: readonly RecordedRequest[] = []) {
    for (const request of earlier) this.#keep(request)
  }

  /** How many requests arrived since the record was cleared, forgotten ones included. */
  get total(): number {
    return this.#total
  }

  /** The requests kept, oldest first. */
  get requests(): RecordedRequest[] {
    return [...this.#requests.values()]
  }

  add(arrival: Omit<RecordedRequest, 'number' | 'status'>): RecordedRequest {
    const request = { number: this.#total + 1, ...arrival, status: null }
    this.#keep(request)
    this.#tell(request)
    return request
  }

  answered(request: RecordedRequest, status: number): void {
    request.status = status
    this.tally.answered(request)
    // A request from before the record was cleared no longer concerns anybody.
    if (this.#requests.get(request.number) === request) this.#tell(request)
  }

  clear(): void {
    this.#requests.clear()
    this.tally.clear()
    this.#total = 0
    this.#bytes = 0
    this.#tell()
  }

  listen(listener: RecordListener): void {
    this.#listeners.push(listener)
  }

  #keep(request: RecordedRequest): void {
    this.#requests.set(request.number, request)
    this.tally.count(request)
    this.#total = Math.max(this.#total, request.number)
    this.#bytes += request.body.length
    for (const oldest of this.#requests.values()) {
      if (this.#requests.size <= keptRequests && this.#bytes <= keptBytes) return
      this.#requests.delete(oldest.number)
      this.#bytes -= oldest.body.length
    }
  }

  #tell(request?: RecordedRequest): void {
    for (const listener of this.#listeners) listener(request)
  }
}
