/** Lists of people: what a test knows of a vendor: the calls that add and remove members, and how to compare them. */
import { hash } from 'node:crypto'

export interface Person {
  user_id: string
  email: string
}

/** A call as the third-party recorder has it: `/host/path`, and the body as JSON value. */
export interface ListCall {
  method: string
  url: string
  body: unknown
}

export interface ListVendorCase {
  /** Id of the destination. */
  id: string
  destination: { target: string; settings: object; secrets?: object }
  /** The pages that describe the two calls. */
  docs: { add: string; remove: string }
  /** Name of the list in the recorder's `GET /members`. */
  list: string
  /** The person in it. */
  member: (person: Person) => string
  /** The text by which the vendor refuses a person. */
  key: (person: Person) => string
  add: (people: readonly Person[]) => readonly ListCall[]
  remove: (people: readonly Person[]) => readonly ListCall[]
  /** Address of the question what became of an earlier call, for a vendor that decides later. */
  receipt?: RegExp
  /** True if it needs consent to personalized advertising. */
  isAdvertising?: true
  /** True if the vendor names no person whom it refuses: it ignores them, or refuses the whole request. */
  isSilent?: true
}

/** `printf '%s' <text> | sha256sum` */
export function sha256(text: string): string {
  return hash('sha256', text)
}

export function post(url: string, body: object): ListCall {
  return { method: 'POST', url, body }
}

/** `/a.klaviyo.com` */
export function hostOf({ add }: ListVendorCase): string {
  return add([])[0]!.url.split('/', 2).join('/')
}

/** A call in a form that can be compared: the people of a request have no order, and the ids of events are not known. */
export function comparable({ method, url, body }: ListCall): ListCall {
  return { method, url, body: sorted(body) }
}

function sorted(value: unknown, name = ''): unknown {
  // Pinterest's members are one text.
  if (name === 'records' && typeof value === 'string') return value.split(',').toSorted().join(',')
  if (Array.isArray(value)) {
    const elements = value.map((each) => sorted(each))
    // A row is in the order of its columns.
    const isOrdered = elements.every((each) => typeof each === 'string') && !/ids|items$/i.test(name)
    return isOrdered
      ? elements
      : elements.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'objectWriteTraceId')
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner, key)]),
  )
}
