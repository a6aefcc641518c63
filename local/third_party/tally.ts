/** Third-party recorder: counts the requests and events of each recipient. */
import { recipientOf } from './recipient.ts'
import type { RecordedRequest } from './recorded_request.ts'

export interface PartyTally {
  /** First segment of the path. */
  path: string
  /** Name of the vendor; absent if none is known at this host. */
  vendor?: string
  requests: number
  events: number
  /** The last request: its number, arrival, and status; null before the answer. */
  last: { number: number; time: string; status: number | null }
}

/** Maximum number of recipients; the least recently called one is removed first. */
const keptParties = 50

export class Tally {
  readonly #parties = new Map<string, PartyTally>()

  /** The recipients in the order of their last request, newest last. */
  get parties(): PartyTally[] {
    return [...this.#parties.values()]
  }

  count({ number, time, url, status, vendor, events = 0 }: RecordedRequest): void {
    const path = recipientOf(url).key
    const earlier = this.#parties.get(path)
    this.#parties.delete(path)
    this.#parties.set(path, {
      path,
      ...(vendor !== undefined && { vendor }),
      requests: (earlier?.requests ?? 0) + 1,
      events: (earlier?.events ?? 0) + events,
      last: { number, time, status },
    })
    const [oldest] = this.#parties.keys()
    if (this.#parties.size > keptParties && oldest !== undefined) this.#parties.delete(oldest)
  }

  answered({ number, url, status }: RecordedRequest): void {
    const last = this.#parties.get(recipientOf(url).key)?.last
    if (last?.number === number) last.status = status
  }

  clear(): void {
    this.#parties.clear()
  }
}
