/** Delivery: one attempt: builds a request, sends it, and classifies and redacts the response. */
import { delivered, refused, type Outcome } from '../../schemas/outcome.ts'
import type { HttpRequest, HttpResponse } from '../net/http.ts'
import { byStatus } from '../targets/classify.ts'
import type { Attempt, LinkedEvent, Target } from '../targets/target.ts'
import { createAuthorization, type AttemptPorts } from './authorization.ts'
import { createRedactor } from './redact.ts'
import { transportOutcome } from './transport.ts'

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
  ports: AttemptPorts,
  mayContinue: (started: Date) => Promise<boolean>,
): SendAttempt {
  const redact = createRedactor(target, settings)
  const authorization = createAuthorization(target, settings, ports)

  const attempt = async (
    exchange: Exchange,
    events: readonly LinkedEvent[],
    started: Date,
    isRetry = false,
  ): Promise<readonly Attempt[]> => {
    const header = await authorization.header(started)
    if (typeof header !== 'string') return events.map(() => header)
    let request: HttpRequest
    try {
      request = exchange.request(events, settings, { now: started, authorization: header })
    } catch (error) {
      const detail = error instanceof Error ? error.message : 'Building the request failed.'
      return redact(sameForAll(events, refused('rejected', { detail })), { events })
    }
    try {
      const response = await ports.send(request)
      // A token may be revoked before it ends.
      if (response.status === 401 && header !== '' && !isRetry) {
        authorization.drop(header)
        if (await mayContinue(started)) return await attempt(exchange, events, started, true)
      }
      const attempts = classify(exchange, response, events)
      return redact(attempts, { events, request, response })
    } catch (error) {
      return sameForAll(events, transportOutcome(error))
    }
  }

  return attempt
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
