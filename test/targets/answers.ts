/** Target layer: responses of third parties that the cases of several targets share. */
import type { HttpResponse } from '../../functions/net/http.ts'
import { deferred } from '../../schemas/outcome.ts'
import type { AnswerCase } from './case.ts'

export function answered(
  status: number,
  body: string | object = '',
  headers: HttpResponse['headers'] = {},
): HttpResponse {
  return { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) }
}

/** Cases of third parties that are classified by status. */
export const commonAnswers: readonly AnswerCase[] = [
  {
    title: 'invalid credentials',
    answer: answered(401),
    events: 1,
    outcomes: [deferred('auth', { http_status: 401 })],
  },
  {
    title: 'too many requests, with a delay',
    answer: answered(429, '', { 'retry-after': '30' }),
    events: 2,
    outcomes: [deferred('throttled', { http_status: 429 }), deferred('throttled', { http_status: 429 })],
    retryAfter: 30_000,
  },
  {
    title: 'an internal error',
    answer: answered(503),
    events: 1,
    outcomes: [deferred('unavailable', { http_status: 503 })],
  },
]

/** The evidence that an outcome has of a response: its status and the vendor's message. */
export function evidence(http_status: number, detail: string) {
  return { http_status, detail }
}
