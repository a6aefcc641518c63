/** Third-party recorder: one recorded request. */
import type { IncomingHttpHeaders } from 'node:http'
import type { RequestBody } from './request_body.ts'
import type { Behavior } from './vendors/vendor.ts'

export interface RecordedRequest extends RequestBody {
  /** 1 for the first request since the record was cleared. */
  number: number
  /** Arrival, RFC 3339 with milliseconds. */
  time: string
  method: string
  /** Path and query as sent. Credentials are masked here, in the headers and in the body. */
  url: string
  headers: IncomingHttpHeaders
  /** Name of the vendor; absent if none is known at the host. */
  vendor?: string
  /** Number of events in the request; absent if the vendor is. */
  events?: number
  /** Behavior of the answer; absent if the rule sets status or body. */
  behavior?: Behavior
  /** Positions of the events that the vendor refused in behavior `partial`; absent if there are none. */
  refused?: readonly number[]
  /** HTTP status of the answer; null before it, and if the sender disconnected first. */
  status: number | null
}
