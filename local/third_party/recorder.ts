/** Third-party recorder: keeps the newest ten thousand requests, in the order of arrival. */
import { Tally } from './tally.ts'
import type { RecordedRequest } from './recorded_request.ts'

/** Called with each request that arrived or was answered; without one when the record was cleared. */
type RecordListener = (request?: RecordedRequest) => void

const keptRequests = 10_000
/** Maximum bytes of all kept bodies: ten thousand bodies of a megabyte would not fit in memory. */
const keptBytes = 256 * 1024 * 1024

export class Recorder {
  readonly tally = new Tally()
  readonly #requests = new Map<number, RecordedRequest>()
  readonly #listeners: RecordListener[] = []
  #total = 0
  #bytes = 0
  /** Number of the oldest kept request, or lower. */
  #oldest = 0

  /** Starts with the requests of an earlier run, oldest first. */
  constructor(earlier: readonly RecordedRequest[] = []) {
    for (const request of earlier) this.#keep(request)
  }

  /** Number of requests since the record was cleared, including those no longer kept. */
  get total(): number {
    return this.#total
  }

  /** The kept requests, oldest first. */
  get requests(): RecordedRequest[] {
    return [...this.#requests.values()]
  }

  add(arrival: Omit<RecordedRequest, 'number' | 'status'>): RecordedRequest {
    const request = { number: this.#total + 1, ...arrival, status: null }
    this.#keep(request)
    this.#notify(request)
    return request
  }

  answered(request: RecordedRequest, status: number): void {
    request.status = status
    this.tally.answered(request)
    // A request from before the record was cleared is no longer shown.
    if (this.#requests.get(request.number) === request) this.#notify(request)
  }

  clear(): void {
    this.#requests.clear()
    this.tally.clear()
    this.#total = 0
    this.#bytes = 0
    this.#notify()
  }

  listen(listener: RecordListener): void {
    this.#listeners.push(listener)
  }

  #keep(request: RecordedRequest): void {
    this.#requests.set(request.number, request)
    this.tally.count(request)
    this.#total = Math.max(this.#total, request.number)
    this.#bytes += request.body.length
    // By number: an iteration over the map would pass over all requests that were deleted before.
    if (this.#requests.size === 1) this.#oldest = request.number
    while (this.#requests.size > keptRequests || this.#bytes > keptBytes) {
      this.#bytes -= this.#requests.get(this.#oldest)?.body.length ?? 0
      this.#requests.delete(this.#oldest++)
    }
  }

  #notify(request?: RecordedRequest): void {
    for (const listener of this.#listeners) listener(request)
  }
}
