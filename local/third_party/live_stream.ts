/** The live stream: tells open pages what arrived and what is answered, by server-sent events. */
import type { ServerResponse } from 'node:http'
import type { Answers } from './answers.ts'
import type { RecordedRequest, Recorder } from './recorder.ts'
import type { PartyTally } from './tally.ts'

/** What pages are told of requests. */
interface News {
  /** How many requests arrived since the record was cleared. */
  total: number
  /** Oldest first. */
  requests: readonly RecordedRequest[]
  parties: readonly PartyTally[]
}

/** News gather this long, so that a thousand requests a second are ten messages a second. */
const gatherMs = 100
/** What a page shows: the newest requests, as far as their bodies fit. */
const shownRequests = 200
const shownBytes = 4 * 1024 * 1024

/**
 * Events: `reset` (show these requests only) and `requests` (add or replace these), both with
 * `News`; `answers` with the answers in force.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export class LiveStream {
  readonly #recorder: Recorder
  readonly #answers: Answers
  readonly #pages = new Set<ServerResponse>()
  /** Pages that are to start afresh: new ones, slow ones, all of them after the record was cleared. */
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

  /** Streams to a page until it goes away. */
  add(page: ServerResponse): void {
    page.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    page.write(
      event('answers', this.#answers.inForce) + event('reset', this.#newest(this.#recorder.requests)),
    )
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
      setTimeout(() => this.#flush(), gatherMs)
    }
  }

  #flush(): void {
    this.#scheduled = false
    const news =
      (this.#answersChanged ? event('answers', this.#answers.inForce) : '') +
      (this.#changed.size > 0 ? event('requests', this.#newest([...this.#changed.values()])) : '')
    const afresh =
      this.#behind.size > 0
        ? event('answers', this.#answers.inForce) + event('reset', this.#newest(this.#recorder.requests))
        : ''
    for (const page of this.#pages) {
      // A page that can't keep up is left alone and gets the newest state once it has read the rest.
      if (page.writableNeedDrain) {
        if (!this.#behind.has(page)) page.once('drain', () => this.#schedule())
        this.#behind.add(page)
      } else {
        page.write(this.#behind.delete(page) ? afresh : news)
      }
    }
    this.#changed.clear()
    this.#answersChanged = false
  }

  #newest(requests: readonly RecordedRequest[]): News {
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
