/** Target layer: answers whose body says what their status does not, in codes of the vendor's own. */
import type { HttpResponse } from '../net/http.ts'
import { byStatus } from './classify.ts'
import type { Attempt, LinkedEvent } from './target.ts'

/** As `byStatus`, but for the HTTP status that the vendor's code stands for, in the vendor's words rather than the whole body, and where it
 * tells in a header of its own how many seconds to wait, with those. The true status stays in the evidence. Without words the whole body
 * counts. */
export function byVendorCode(
  response: HttpResponse,
  events: readonly LinkedEvent[],
  { status, words, wait }: { status: number; words: string; wait?: number | undefined },
): readonly Attempt[] {
  const headers = wait === undefined ? response.headers : { 'retry-after': String(Math.ceil(wait)) }
  return byStatus({ status, headers, body: words || response.body }, events).map((attempt) => ({
    ...attempt,
    outcome: { ...attempt.outcome, http_status: response.status },
  }))
}
