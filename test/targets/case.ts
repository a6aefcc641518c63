/** Target layer: the form of a target's cases, one file a target in this folder. */
import type { HttpResponse } from '../../functions/google/http.ts'
import type { LinkedEvent } from '../../functions/targets/target.ts'
import type { Outcome } from '../../schemas/outcome.ts'

/** What is sent to the third party. */
export interface RequestCase {
  title: string
  settings: Readonly<Record<string, unknown>>
  events: readonly LinkedEvent[]
  /** The clock, RFC 3339. */
  now: string
  /** The whole request, or the words of the error when none can be built. */
  request: { method: string; url: string; headers: Readonly<Record<string, string>>; body: string } | RegExp
}

/** What an answer of the third party means. */
export interface AnswerCase {
  title: string
  answer: HttpResponse
  events: number
  /** Of each event in turn. */
  outcomes: readonly Outcome[]
  /** From `Retry-After`, in ms. */
  retryAfter?: number
}

export interface TargetCases {
  /** The least settings that the target takes. */
  minimal: Readonly<Record<string, unknown>>
  /** Every setting there is. */
  full: Readonly<Record<string, unknown>>
  /** Settings it refuses, each named by the setting at fault. */
  invalid: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  requests: readonly RequestCase[]
  answers: readonly AnswerCase[]
}
