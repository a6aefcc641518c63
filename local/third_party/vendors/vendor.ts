/** Vendors: what the stand-in knows of one vendor, as data: where a request holds its events, and what is answered in each behavior. */
import type { IncomingHttpHeaders } from 'node:http'

/** How a vendor may feel; each answers in its own words. `hang`: not at all. */
export const behaviors = ['success', 'partial', 'throttle', 'auth', 'invalid', 'down', 'hang'] as const
export type Behavior = (typeof behaviors)[number]
/** The behaviors in which something is answered. */
export type AnsweringBehavior = Exclude<Behavior, 'hang'>

export interface VendorRequest {
  /** Below the host, without the query. */
  path: string
  headers: IncomingHttpHeaders
  /** The JSON value; undefined where the body is none. */
  body: unknown
  /** Length of the body. */
  bytes: number
  /** Arrival, milliseconds since 1970. */
  now: number
}

export interface VendorAnswer {
  status: number
  headers?: Readonly<Record<string, string>>
  /** A string goes as it is, everything else as JSON, nothing as no body. */
  body?: unknown
}

/** A request with its events, and which of them this vendor refuses in its behavior: their indices. */
export interface Batch extends VendorRequest {
  events: readonly unknown[]
  refused: readonly number[]
}

export interface Vendor {
  title: string
  /** The page that its answers are written from. */
  docs: string
  hosts: RegExp
  /** Where the body holds its events, as dotted paths, the first that exists; empty: the body itself is the event or their list. */
  events: readonly string[]
  /** Where an event holds its id, by which `partial` picks. */
  id: readonly string[]
  /** What of path, query or body is secret under a name that only this vendor uses; group 1 stays. */
  secret?: RegExp
  /** `partial` is only asked when an event is refused. `invalid` also answers requests without events. */
  answers: Readonly<Record<AnsweringBehavior, VendorAnswer | ((batch: Batch) => VendorAnswer)>>
}

/** The value at a dotted path; undefined where there is none. `valueAt({ a: { b: 1 } }, 'a.b')` → 1 */
export function bodyValueAt(value: unknown, path: string): unknown {
  if (path === '') return value
  return path.split('.').reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)
}

/** How many of the batch's events the vendor takes. */
export function acceptedCount({ events, refused }: Batch): number {
  return events.length - refused.length
}

/** What load balancers answer for a vendor that is down and says nothing itself. */
export const unavailable: VendorAnswer = {
  status: 503,
  body: '<html><body><h1>503 Service Unavailable</h1></body></html>',
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
