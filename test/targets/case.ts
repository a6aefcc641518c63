/** Target layer: the form of a target's cases, one file a target in this folder. */
import type { HttpResponse } from '../../functions/net/http.ts'
import type { Outcome } from '../../schemas/outcome.ts'

/** From what producers POST to what the third party gets, through the store's own reading, the link and the target. */
export interface Example {
  title: string
  /** The vendor's page that the expected request is written from, by hand. */
  docs: string
  settings: Readonly<Record<string, unknown>>
  /** Linkage of the destination, over the target's own: event name or `*` → link. */
  linkage?: Readonly<Record<string, object>>
  /** As POSTed: context fields and event-specific ones; `event_time` defaults to `now`, `event_id` to `e-1`, `e-2`, … */
  events: readonly Readonly<Record<string, unknown>>[]
  /** The clock, RFC 3339. */
  now: string
  /** The requests for these events; or, for a single event, why nothing is sent; or the words of the error when no request can be built. */
  sends: readonly SentRequest[] | Extract<Outcome, { outcome: 'skipped' }> | RegExp
}

/** The whole request: every header; the body parsed where it is JSON, else as text. */
export interface SentRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: unknown
}

/** What an answer of the third party means. */
export interface AnswerCase {
  title: string
  answer: HttpResponse
  /** The fields of the events that were sent, or just how many. */
  events: number | readonly Readonly<Record<string, unknown>>[]
  /** Of each event in turn; `resend` where the event shall be sent again without the others. */
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
  /** The least settings that the target takes. */
  minimal: Readonly<Record<string, unknown>>
  /** Every setting there is. */
  full: Readonly<Record<string, unknown>>
  /** Settings it refuses, each named by the setting at fault. */
  invalid: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** At least three, with purchase among them where the target takes it; every setting is used by one. */
  examples: readonly Example[]
  answers: readonly AnswerCase[]
  /** Left out by targets that send to the owner's own systems. */
  recorder?: RecorderCase
}

/** A POST of JSON as a target sends it; `headers` beside the content type. */
export function posted(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): SentRequest {
  return { method: 'POST', url, headers: { ...headers, 'content-type': 'application/json' }, body }
}
