/** Third-party recorder: remembers the members of each list of people, by the requests that the vendors have accepted. */
import { adListChanges } from './ad_list_changes.ts'
import { listChanges } from './list_changes.ts'
import { recipientOf } from './recipient.ts'
import type { RecordedRequest } from './recorded_request.ts'
import { eventsInRequest, refusedEvents } from './vendors/answer_for.ts'

const changesOf = { ...listChanges, ...adListChanges }

export class ListMembers {
  readonly #lists = new Map<string, Set<string>>()

  /** Starts with the requests of an earlier run, oldest first. */
  constructor(earlier: readonly RecordedRequest[] = []) {
    for (const request of earlier) this.apply(request)
  }

  /** Name of the vendor and id of the list → identifiers, in order: `{ 'Customer.io 7': ['u-1', 'u-2'] }`. */
  get lists(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries(Array.from(this.#lists, ([list, members]) => [list, [...members].toSorted()]))
  }

  /** Takes over what an answered request does to a list. */
  apply({ method, url, body, status, behavior }: RecordedRequest): void {
    const { vendor, path } = recipientOf(url)
    const read = vendor && changesOf[vendor.title]
    if (!read || status === null || status >= 300) return
    const value = parsed(body)
    const change = read({ method, path, body: value })
    if (!change) return
    const name = `${vendor.title} ${change.list}`
    const members = this.#lists.get(name) ?? new Set()
    this.#lists.set(name, members)
    const refused =
      behavior === 'partial' ? refusedEvents(vendor, eventsInRequest(vendor, value)) : new Set<number>()
    change.people.forEach((identifiers, index) => {
      if (refused.has(index)) return
      for (const each of identifiers)
        if (change.operation === 'add') members.add(each)
        else members.delete(each)
    })
  }

  clear(): void {
    this.#lists.clear()
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
