/** Target layer: classifies responses by their HTTP status, for third parties that report nothing more specific. */
import { deferred, delivered, refused, type Outcome } from '../../schemas/outcome.ts'
import { header } from '../net/header.ts'
import type { HttpResponse } from '../net/http.ts'
import type { Attempt, LinkedEvent } from './target.ts'

/** Maximum length of a message that is read, in characters. Longer than an excerpt, which delivery makes of it, so that the excerpt is not cut
 * within a value. */
export const maxMessageLength = 2000

/** Returns the same attempt for every event of the request. */
export function byStatus(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const retryAfter = retryAfterOf(response)
  const attempt = { outcome: outcomeOf(response), ...(retryAfter !== undefined && { retryAfter }) }
  return events.map(() => attempt)
}

function outcomeOf(response: HttpResponse): Outcome {
  const { status } = response
  const evidence = {
    http_status: status,
    ...(response.body && { detail: response.body.slice(0, maxMessageLength).toWellFormed() }),
  }
  if (status >= 200 && status < 300) return delivered({ http_status: status })
  if (status === 408 || status === 425 || status >= 500) return deferred('unavailable', evidence)
  if (status === 429) return deferred('throttled', evidence)
  if (status === 401) return deferred('auth', evidence)
  if (status === 403) return refused('unauthorised_payload', evidence)
  if (status === 410) return refused('gone', evidence)
  if (status === 413) return refused('too_large', evidence)
  return refused('rejected', evidence)
}

/** Parses `Retry-After`, which is in seconds or an HTTP date: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after Returns ms. */
function retryAfterOf(response: HttpResponse): number | undefined {
  const value = header(response, 'retry-after')
  if (value === undefined) return undefined
  const ms = /^\d+$/.test(value)
    ? Number(value) * 1000
    : Date.parse(value) - Date.parse(header(response, 'date') ?? '')
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
