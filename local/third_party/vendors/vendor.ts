/** Vendors: describes a vendor as data: where a request holds its events, and the answer in each behavior. */
import type { IncomingHttpHeaders } from 'node:http'

/** How a vendor behaves, with the answers from its documentation. `hang`: it does not answer. */
export const behaviors = ['success', 'partial', 'throttle', 'auth', 'invalid', 'down', 'hang'] as const
export type Behavior = (typeof behaviors)[number]
/** The behaviors with an answer. */
export type AnsweringBehavior = Exclude<Behavior, 'hang'>

export interface VendorRequest {
  /** Path below the host, without the query. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** The JSON value; undefined if the body is not JSON. */
  body: unknown
  /** Length of the body in bytes. */
  bytes: number
  /** Arrival, milliseconds since 1970. */
  now: number
}

export interface VendorAnswer {
  status: number
  headers?: Readonly<Record<string, string>>
  /** A string is sent unchanged, any other value as JSON; undefined is no body. */
  body?: unknown
}

/** A request with its events, and the indices of those that the vendor refuses in its behavior. */
export interface Batch extends VendorRequest {
  events: readonly unknown[]
  refused: readonly number[]
}

export interface Vendor {
  title: string
  /** The documentation of its answers. */
  docs: string
  hosts: RegExp
  /** Dotted paths of the events in the body; the first with a list that is not empty counts, or else the first that exists. '': the body itself is the event or the list. */
  events: readonly string[]
  /** The events of a request without a body: what it asks for. Undefined: it has none. */
  asked?: (request: VendorRequest) => readonly unknown[] | undefined
  /** Dotted paths of an event's id, by which `partial` selects events. */
  id: readonly string[]
  /** Secrets in path, query or body under vendor-specific names, and personal data in the query. Group 1 is kept. */
  secret?: RegExp
  /** `partial` is only used if an event is refused. `invalid` is also used for requests without events. */
  answers: Readonly<Record<AnsweringBehavior, VendorAnswer | ((batch: Batch) => VendorAnswer)>>
}

/** Returns the value at a dotted path; undefined if absent. `bodyValueAt({ a: { b: 1 } }, 'a.b')` → 1 */
export function bodyValueAt(value: unknown, path: string): unknown {
  if (path === '') return value
  return path.split('.').reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)
}

/** Returns the number of accepted events. */
export function acceptedCount({ events, refused }: Batch): number {
  return events.length - refused.length
}

/** The answer of a load balancer in front of a vendor that is down. */
export const unavailable: VendorAnswer = {
  status: 503,
  body: '<html><body><h1>503 Service Unavailable</h1></body></html>',
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
