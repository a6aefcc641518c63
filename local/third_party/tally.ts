/** The tally: each party that was called, how much it got and what it answered last. */
import { recipientOf } from './recipient.ts'
import type { RecordedRequest } from './recorder.ts'

export interface PartyTally {
  /** First segment of the path. */
  path: string
  /** Name of the vendor; absent where none is known at this host. */
  vendor?: string
  requests: number
  events: number
  /** Number of the last request, when it arrived, and what it was answered with; null while it waits. */
  last: { number: number; time: string; status: number | null }
}

/** Parties beyond these are forgotten, the one that was called least recently first. */
const keptParties = 50

export class Tally {
  readonly #parties = new Map<string, PartyTally>()

  /** In the order of their last request, newest last. */
  get parties(): PartyTally[] {
    return [...this.#parties.values()]
  }

  count({ number, time, url, status, vendor, events = 0 }: RecordedRequest): void {
    const path = recipientOf(url).key
    const known = this.#parties.get(path)
    this.#parties.delete(path)
    this.#parties.set(path, {
      path,
      ...(vendor !== undefined && { vendor }),
      requests: (known?.requests ?? 0) + 1,
      events: (known?.events ?? 0) + events,
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
