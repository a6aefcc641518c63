/** Delivery: tells what a request means that got no response. Pure. */
import { deferred, refused, type Outcome } from '../../schemas/outcome.ts'

const timeouts = new Set(
  'UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT UND_ERR_CONNECT_TIMEOUT UND_ERR_ABORTED'.split(' '),
)
/** Errors of the request itself: a retry would fail too. */
const unsendableCodes = new Set(['UND_ERR_INVALID_ARG', 'ERR_INVALID_URL', 'ERR_FORBIDDEN_ADDRESS'])

/** Returns the outcome of a request that ended with this error. */
export function transportOutcome(error: unknown): Outcome {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? 'no code'
  if (unsendableCodes.has(code)) return refused('rejected', { detail: code })
  return deferred(timeouts.has(code) ? 'timeout' : 'network', { detail: code })
}
