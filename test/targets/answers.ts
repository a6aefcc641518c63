/** Target layer: answers of third parties, as the cases of several targets need them. */
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

/** What means the same of every third party that says no more than its status. */
export const usual: readonly AnswerCase[] = [
  {
    title: 'wrong credentials',
    answer: answered(401),
    events: 1,
    outcomes: [deferred('auth', { http_status: 401 })],
  },
  {
    title: 'too many requests, with the time to wait',
    answer: answered(429, '', { 'retry-after': '30' }),
    events: 2,
    outcomes: [deferred('throttled', { http_status: 429 }), deferred('throttled', { http_status: 429 })],
    retryAfter: 30_000,
  },
  {
    title: 'a fault of its own',
    answer: answered(503),
    events: 1,
    outcomes: [deferred('unavailable', { http_status: 503 })],
  },
]

/** The evidence that an outcome keeps of a response: its status, and what the vendor wrote. */
export function evidence(http_status: number, detail: string) {
  return { http_status, detail }
}
