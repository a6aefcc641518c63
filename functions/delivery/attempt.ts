/** Delivery: one attempt: builds a request, sends it, and classifies and redacts the response. */
import { deferred, delivered, refused, type Outcome } from '../../schemas/outcome.ts'
import type { HttpRequest, HttpResponse } from '../net/http.ts'
import { byStatus } from '../targets/classify.ts'
import { errorCodesOf } from '../targets/error_codes.ts'
import type { Attempt, LinkedEvent, Target } from '../targets/target.ts'
import { createRedactor } from './redact.ts'

export interface AttemptPorts {
  /** Rejects if there is no response. */
  send: (request: HttpRequest) => Promise<HttpResponse>
  /** Returns an `Authorization` header for the function's own identity, for targets that are Google APIs. */
  authorization: (scope: string) => string | Promise<string>
  /** Drops a header that Google did not accept, so that the next call of `authorization` returns a new one. */
  dropToken: (header: string) => void
}

/** A request of a target: that of its events or that of their profiles. */
export type Exchange = Pick<Target, 'request' | 'classify'>

/** Sends one request. Resolves to one attempt per event, in order, and never rejects. */
export type SendAttempt = (
  exchange: Exchange,
  events: readonly LinkedEvent[],
  started: Date,
) => Promise<readonly Attempt[]>

/** Returns the function that makes one attempt. `mayContinue`: waits until a further request for these events may begin, and resolves to false
 * if that would be too late. */
export function createAttempt(
  target: Target,
  settings: Record<string, unknown>,
  { send, authorization, dropToken }: AttemptPorts,
  mayContinue: (started: Date) => Promise<boolean>,
): SendAttempt {
  const redact = createRedactor(target, settings)

  const attempt = async (
    exchange: Exchange,
    events: readonly LinkedEvent[],
    started: Date,
    isRetry = false,
  ): Promise<readonly Attempt[]> => {
    let request: HttpRequest
    let token: string
    try {
      token = await tokenOf(target, authorization)
      request = exchange.request(events, settings, { now: started, authorization: token })
    } catch (error) {
      const detail = error instanceof Error ? error.message : 'Building the request failed.'
      const outcome =
        error instanceof TokenError ? deferred('auth', { detail }) : refused('rejected', { detail })
      return redact(sameForAll(events, outcome), { events })
    }
    try {
      const response = await send(request)
      // Google may revoke a token before it expires.
      if (response.status === 401 && token !== '' && !isRetry) {
        dropToken(token)
        if (await mayContinue(started)) return await attempt(exchange, events, started, true)
      }
      const attempts = classify(exchange, response, events)
      return redact(attempts, { events, request, codes: errorCodesOf(response) })
    } catch (error) {
      return sameForAll(events, transportOutcome(error))
    }
  }

  return attempt
}

/** Getting an access token failed, so no request was made. */
class TokenError extends Error {}

async function tokenOf(
  { googleScope }: Target,
  authorization: AttemptPorts['authorization'],
): Promise<string> {
  if (googleScope === undefined) return ''
  try {
    return await authorization(googleScope)
  } catch (error) {
    throw new TokenError("Getting an access token for the function's identity failed.", { cause: error })
  }
}

/** Classifies by the status alone if the target cannot read the response: accepted events must not be sent again. */
function classify(
  exchange: Exchange,
  response: HttpResponse,
  events: readonly LinkedEvent[],
): readonly Attempt[] {
  try {
    const attempts = exchange.classify(response, events)
    if (attempts.length === events.length && isCredible(response, attempts)) return attempts
  } catch {}
  const accepted = response.status >= 200 && response.status < 300
  return accepted
    ? sameForAll(events, delivered({ http_status: response.status }))
    : byStatus(response, events)
}

/** False if a 5xx response has a final outcome: such a response is temporary, whatever its body says. */
function isCredible({ status }: HttpResponse, attempts: readonly Attempt[]): boolean {
  return status < 500 || attempts.every(({ outcome }) => outcome.outcome === 'deferred')
}

export function sameForAll(events: readonly LinkedEvent[], outcome: Outcome): readonly Attempt[] {
  return events.map(() => ({ outcome }))
}

const timeouts = new Set(
  'UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT UND_ERR_CONNECT_TIMEOUT UND_ERR_ABORTED'.split(' '),
)
/** Errors of the request itself: a retry would fail too. */
const unsendableCodes = new Set(['UND_ERR_INVALID_ARG', 'ERR_INVALID_URL', 'ERR_FORBIDDEN_ADDRESS'])

function transportOutcome(error: unknown): Outcome {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? 'no code'
  if (unsendableCodes.has(code)) return refused('rejected', { detail: code })
  return deferred(timeouts.has(code) ? 'timeout' : 'network', { detail: code })
}
