/** Target layer: the type of a target's cases. Each target has one file in this folder. */
import type { HttpResponse } from '../../functions/net/http.ts'
import type { Outcome } from '../../schemas/outcome.ts'

/** Events that producers POST, and the requests that the third party gets for them. */
export interface Example {
  title: string
  /** URL of the vendor's page on which the expected request is based. */
  docs: string
  settings: Readonly<Record<string, unknown>>
  /** Linkage of the destination: event type or `*` → link. */
  linkage?: Readonly<Record<string, object>>
  /** Events as POSTed. Default of `event_time`: `now`; of `event_id`: `e-1`, `e-2`, … */
  events: readonly Readonly<Record<string, unknown>>[]
  /** Paths of the fields that are left out of the events, in order; undefined: not checked. */
  leftOut?: readonly string[]
  /** True if a replay sends the events. */
  isReplay?: true
  /** The ids of the people of the events, in order, that the vendor's lookup has found; undefined: it knows no such person. Default: none is found. */
  recordIds?: readonly (string | undefined)[]
  /** The current time, RFC 3339. */
  now: string
  /** The requests for these events, that of their profiles or their lookup first, and before that the request for an access token; for a single
   * event that is not sent, its outcome; or the message of the error if no request can be built. */
  sends: readonly SentRequest[] | Extract<Outcome, { outcome: 'skipped' }> | RegExp
}

/** A complete request. The body is parsed if it is JSON. */
export interface SentRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: unknown
}

/** A response of the third party, and the outcomes it means. */
export interface AnswerCase {
  title: string
  /** True if it is the response to the request of the events' profiles. */
  ofProfiles?: true
  /** True if it is the response to the request of the events' merges. */
  ofMerges?: true
  /** If it is the response to the lookup of people: the ids that it has, one per event. */
  found?: readonly (string | undefined)[]
  answer: HttpResponse
  /** The fields of the sent events, or their number. */
  events: number | readonly Readonly<Record<string, unknown>>[]
  /** One per event, in order; `resend` for an event that must be sent again without the others. */
  outcomes: readonly (Outcome | 'resend')[]
  /** From `Retry-After`, in ms. */
  retryAfter?: number
}

/** How the target and the vendor of the local third-party recorder work together. The test sends three events. */
export interface RecorderCase {
  /** Fields of event number n, from 1, that the request and the vendor's ids need. */
  event: (n: number) => Readonly<Record<string, unknown>>
  /** What happens if the vendor refuses the third event. `each`: it accepts the others and names the invalid one. `without`: it accepts none
   * and names the invalid one. `whole`: it does not name the invalid one. `unseen`: it does not report it. `single`: a request has one event. */
  partial: 'each' | 'without' | 'whole' | 'unseen' | 'single'
  /** Delay that the vendor returns when it throttles, in seconds. Default: none; Pub/Sub's backoff decides. */
  waitSeconds?: number
  /** True if the vendor reports no error of authentication or of an event. */
  isSilent?: boolean
}

export interface TargetCases {
  /** Only the required settings. */
  minimal: Readonly<Record<string, unknown>>
  /** All settings. */
  full: Readonly<Record<string, unknown>>
  /** Title → settings that the target refuses. The title starts with the name of the invalid setting. */
  invalid: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** At least three, with a purchase if the target accepts those as events. Every setting is used by one. */
  examples: readonly Example[]
  answers: readonly AnswerCase[]
  /** Left out by targets that send to the owner's own systems. */
  recorder?: RecorderCase
}

/** Returns a POST of JSON. `headers` are added to the content type. */
export function posted(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): SentRequest {
  return { method: 'POST', url, headers: { ...headers, 'content-type': 'application/json' }, body }
}
