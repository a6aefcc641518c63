/** Third-party recorder: remembers the members of each list of people, by the requests that the vendors have accepted. */
import { adListVendors } from './ad_list_changes.ts'
import { listVendors } from './list_changes.ts'
import { PeopleList } from './people_list.ts'
import { recipientOf } from './recipient.ts'
import type { RecordedRequest } from './recorded_request.ts'

const vendors = { ...listVendors, ...adListVendors }

export class ListMembers {
  readonly #lists = new Map<string, PeopleList>()
  /** Id of a person at a vendor → the identifier by which they are shown. */
  readonly #identifiers = new Map<string, string>()

  /** Starts with the requests of an earlier run, oldest first. */
  constructor(earlier: readonly RecordedRequest[] = []) {
    for (const request of earlier) this.apply(request)
  }

  /** Name of the vendor and id of the list → its people, in order: `{ 'Customer.io 7': ['u-1', 'u-2'] }`. */
  get lists(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries(Array.from(this.#lists, ([name, { people }]) => [name, people]))
  }

  /** Takes over what an answered request does to a list. */
  apply({ method, url, body: text, status, behavior = 'success', refused = [] }: RecordedRequest): void {
    const { vendor, path } = recipientOf(url)
    const lists = vendor && vendors[vendor.title]
    // Some vendors answer 200 although they refuse the request.
    const isAccepted = status !== null && status < 300 && /^(success|partial)$/.test(behavior)
    if (!lists || !isAccepted || (lists.isAllOrNone && refused.length > 0)) return
    const request = { method, path, body: parsed(text) }
    for (const [id, identifier] of lists.ids?.(request) ?? []) this.#identifiers.set(id, identifier)
    for (const { list, operation, index, identifiers } of lists.read(request)) {
      const person = identifiers.map((each) => this.#identifiers.get(each) ?? each)
      if (person.length > 0 && !refused.includes(index))
        this.#list(`${vendor.title} ${list}`)[operation](person)
    }
  }

  clear(): void {
    this.#lists.clear()
  }

  #list(name: string): PeopleList {
    const list = this.#lists.get(name) ?? new PeopleList()
    this.#lists.set(name, list)
    return list
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
