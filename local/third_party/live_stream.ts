/** Third-party recorder: streams new requests and changed answers to open pages, as server-sent events. */
import type { ServerResponse } from 'node:http'
import type { Answers } from './answers.ts'
import type { Recorder } from './recorder.ts'
import type { RecordedRequest } from './recorded_request.ts'
import type { PartyTally } from './tally.ts'

/** An update of the requests. */
interface RequestUpdate {
  /** Number of requests since the record was cleared. */
  total: number
  /** Oldest first. */
  requests: readonly RecordedRequest[]
  parties: readonly PartyTally[]
}

/** Interval in ms in which updates are combined: a thousand requests per second become ten messages. */
const intervalMs = 100
/** Maximum number of requests that a page shows, and of bytes in their bodies. */
const shownRequests = 200
const shownBytes = 4 * 1024 * 1024

/**
 * Events: `reset` (show only these requests) and `requests` (add or replace these), both with a `RequestUpdate`; `answers` with the active
 * answers.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export class LiveStream {
  readonly #recorder: Recorder
  readonly #answers: Answers
  readonly #pages = new Set<ServerResponse>()
  /** Pages that need a `reset`: slow ones, and all after the record was cleared. */
  readonly #behind = new Set<ServerResponse>()
  readonly #changed = new Map<number, RecordedRequest>()
  #answersChanged = false
  #scheduled = false

  constructor(recorder: Recorder, answers: Answers) {
    this.#recorder = recorder
    this.#answers = answers
    recorder.listen((request) => {
      if (request) this.#changed.set(request.number, request)
      else for (const page of this.#pages) this.#behind.add(page)
      this.#schedule()
    })
    answers.listen(() => {
      this.#answersChanged = true
      this.#schedule()
    })
  }

  /** Streams to a page until it disconnects. */
  add(page: ServerResponse): void {
    page.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    page.write(event('answers', this.#answers.active) + event('reset', this.#newest(this.#recorder.requests)))
    this.#pages.add(page)
    page.once('close', () => {
      this.#pages.delete(page)
      this.#behind.delete(page)
    })
  }

  #schedule(): void {
    if (this.#pages.size === 0) this.#changed.clear()
    else if (!this.#scheduled) {
      this.#scheduled = true
      setTimeout(() => this.#flush(), intervalMs)
    }
  }

  #flush(): void {
    this.#scheduled = false
    const update =
      (this.#answersChanged ? event('answers', this.#answers.active) : '') +
      (this.#changed.size > 0 ? event('requests', this.#newest([...this.#changed.values()])) : '')
    const reset =
      this.#behind.size > 0
        ? event('answers', this.#answers.active) + event('reset', this.#newest(this.#recorder.requests))
        : ''
    for (const page of this.#pages) {
      // A page that cannot keep up gets the newest state once it has read the rest.
      if (page.writableNeedDrain) {
        if (!this.#behind.has(page)) page.once('drain', () => this.#schedule())
        this.#behind.add(page)
      } else {
        page.write(this.#behind.delete(page) ? reset : update)
      }
    }
    this.#changed.clear()
    this.#answersChanged = false
  }

  #newest(requests: readonly RecordedRequest[]): RequestUpdate {
    let start = requests.length
    for (let bytes = 0; start > 0 && requests.length - start < shownRequests; start--) {
      bytes += requests[start - 1]?.body.length ?? 0
      if (bytes > shownBytes && start < requests.length) break
    }
    const { total, tally } = this.#recorder
    return { total, requests: requests.slice(start), parties: tally.parties }
  }
}

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
