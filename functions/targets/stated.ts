/** Target layer: classifies responses by a vendor's code in the body, which is more specific than the HTTP status. */
import type { HttpResponse } from '../net/http.ts'
import { byStatus } from './classify.ts'
import type { Attempt, LinkedEvent } from './target.ts'

/** Like `byStatus`, but with the HTTP status that the vendor's code corresponds to, and with the vendor's message as detail. The evidence has
 * the actual status. `wait`: the retry delay in seconds, from a header of the vendor. Default for an empty message: the body. */
export function byVendorCode(
  response: HttpResponse,
  events: readonly LinkedEvent[],
  { status, message, wait }: { status: number; message: string; wait?: number | undefined },
): readonly Attempt[] {
  const headers = wait === undefined ? response.headers : { 'retry-after': String(Math.ceil(wait)) }
  return byStatus({ status, headers, body: message || response.body }, events).map((attempt) => ({
    ...attempt,
    outcome: { ...attempt.outcome, http_status: response.status },
  }))
}
