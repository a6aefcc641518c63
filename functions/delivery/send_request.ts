/** Delivery: one request to a third party and what its answer means for each event; events that others drag down are sent again alone. */
import { logMessages } from '../../schemas/log_messages.ts'
import { deferred, delivered, refused, type Outcome } from '../../schemas/outcome.ts'
import type { HttpRequest, HttpResponse } from '../net/http.ts'
import { byStatus } from '../targets/classify.ts'
import type { Attempt, LinkedEvent, Target } from '../targets/target.ts'
import type { DeliveryResult } from './deliver.ts'
import { createRedactor } from './redact.ts'
import type { RateLimiter } from './rate_limiter.ts'

export interface ExchangePorts {
  now: () => Date
  /** Rejects when no answer came. */
  send: (request: HttpRequest) => Promise<HttpResponse>
  /** The function's own identity as an `Authorization` header, for targets that are Google APIs. */
  authorization: (scope: string) => string | Promise<string>
  /** Forgets such a header, which Google did not accept: the next is a new one. */
  dropToken: (header: string) => void
  alert: (message: string) => void
}

/** Halves of at least so many events are asked about at once: a thousand wrong events are told apart within the deadline of a push, and
 * the third party never has more than some sixteen requests of them at a time. */
const parallelBisectMin = 64

/** What was found of events that were asked about alone, since a request with all of them was refused. */
interface BisectCounts {
  asked: number
  refused: number
}

/** Then hardly any half is without a wrong one, and to ask about each event alone takes half as many requests. */
function shouldSendOneByOne({ asked, refused }: BisectCounts): boolean {
  return asked >= 16 && refused >= 0.75 * asked
}

/** How long a destination is left alone after it has not accepted its credentials, in ms. */
const authPause = 60_000

/** Makes the function that sends one request's events: one ending each, in order. It never rejects. */
export function createRequestSender(
  target: Target,
  settings: Record<string, unknown>,
  { now, send, authorization, dropToken, alert }: ExchangePorts,
  pace: RateLimiter,
) {
  let locked = false
  const discreet = createRedactor(target, settings)

  const attempt = async (
    events: readonly LinkedEvent[],
    started: Date,
    isSecond = false,
  ): Promise<readonly Attempt[]> => {
    let request: HttpRequest
    let token: string
    try {
      token = await tokenOf(target, authorization)
      request = target.request(events, settings, { now: started, authorization: token })
    } catch (error) {
      const detail = error instanceof Error ? error.message : 'The request could not be built.'
      return same(
        events,
        error instanceof TokenError ? deferred('auth', { detail }) : refused('rejected', { detail }),
      )
    }
    try {
      const response = await send(request)
      // Google can end a token before its time.
      if (response.status === 401 && token !== '' && !isSecond) {
        dropToken(token)
        return await attempt(events, started, true)
      }
      return classify(target, response, events)
    } catch (error) {
      return same(events, transportOutcome(error))
    }
  }

  /** A pause that an answer asks for, and a lock-out, hold for all events of the destination. */
  const applyPause = (attempts: readonly Attempt[]): void => {
    const at = now()
    const patience = Math.max(0, ...attempts.map(({ retryAfter = 0 }) => retryAfter))
    if (patience > 0) pace.pauseFor('throttled', at, patience)
    const auth = attempts.some(({ outcome }) => outcome.outcome === 'deferred' && outcome.reason === 'auth')
    if (auth) pace.pauseFor('auth', at, Math.max(patience, authPause))
    if (auth && !locked)
      alert(`The destination ${logMessages.credentials}. Its events are held until they are renewed.`)
    if (auth) locked = true
    else if (attempts.some(({ outcome }) => outcome.outcome === 'delivered')) locked = false
  }

  const exchange = async (
    events: readonly LinkedEvent[],
    found: BisectCounts,
  ): Promise<readonly DeliveryResult[]> => {
    await pace.acquire()
    const started = now()
    const pause = pace.pause(started)
    if (pause)
      return events.map(() => ({ outcome: deferred(pause), latency: 0, notAttempted: true as const }))
    const attempts = discreet(await attempt(events, started), events)
    applyPause(attempts)
    const latency = now().getTime() - started.getTime()
    const endings = attempts.map(({ outcome }): DeliveryResult => ({ outcome, latency }))
    if (events.length === 1) {
      found.asked++
      if (isForOne(target, attempts)) found.refused++
      return endings
    }
    if (isForOne(target, attempts)) return bisect(events, found)
    const resendable = events.filter((_, index) => attempts[index]!.resend)
    // An answer that names nobody guilty would be asked for the same again.
    if (resendable.length === 0 || resendable.length === events.length) return endings
    const resent = [...(await exchange(resendable, found))]
    return endings.map((ending, index) => (attempts[index]!.resend ? resent.shift()! : ending))
  }

  /** Asks about the halves, until each event at fault stands alone. */
  const bisect = async (
    events: readonly LinkedEvent[],
    found: BisectCounts,
  ): Promise<readonly DeliveryResult[]> => {
    const middle = events.length >> 1
    const halves = [events.slice(0, middle), events.slice(middle)]
    if (middle >= parallelBisectMin)
      return (await Promise.all(halves.map((half) => exchange(half, found)))).flat()
    const endings: DeliveryResult[] = []
    for (const part of shouldSendOneByOne(found) ? events.map((event) => [event]) : halves)
      endings.push(...(await exchange(part, found)))
    return endings
  }

  return (events: readonly LinkedEvent[]) => exchange(events, { asked: 0, refused: 0 })
}

/** The request was refused whole without saying for which event: halves find out. */
function isForOne({ batch }: Target, attempts: readonly Attempt[]): boolean {
  return attempts.every(
    ({ outcome, isForThisEvent }) =>
      !isForThisEvent &&
      outcome.outcome === 'refused' &&
      (outcome.reason === 'too_large' || (batch.atomic && outcome.reason === 'rejected')),
  )
}

/** The function's own identity gave no token; the third party was not asked. */
class TokenError extends Error {}

async function tokenOf(
  { googleScope }: Target,
  authorization: ExchangePorts['authorization'],
): Promise<string> {
  if (googleScope === undefined) return ''
  try {
    return await authorization(googleScope)
  } catch (error) {
    throw new TokenError("There is no access token for the function's own identity.", { cause: error })
  }
}

/** An answer that the target's own reading fails on still has its status: what was accepted must not be sent again. */
function classify(
  target: Target,
  response: HttpResponse,
  events: readonly LinkedEvent[],
): readonly Attempt[] {
  try {
    const attempts = target.classify(response, events)
    if (attempts.length === events.length && isCredible(response, attempts)) return attempts
  } catch {}
  const accepted = response.status >= 200 && response.status < 300
  return accepted ? same(events, delivered({ http_status: response.status })) : byStatus(response, events)
}

/** A third party with a fault of its own says nothing final of any event, whatever stands in the body. */
function isCredible({ status }: HttpResponse, attempts: readonly Attempt[]): boolean {
  return status < 500 || attempts.every(({ outcome }) => outcome.outcome === 'deferred')
}

function same(events: readonly LinkedEvent[], outcome: Outcome): readonly Attempt[] {
  return events.map(() => ({ outcome }))
}

const timeouts = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT'])
/** The request itself cannot be sent, however often it is tried. */
const unsendableCodes = new Set(['UND_ERR_INVALID_ARG', 'ERR_INVALID_URL', 'ERR_FORBIDDEN_ADDRESS'])

function transportOutcome(error: unknown): Outcome {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? 'no code'
  if (unsendableCodes.has(code)) return refused('rejected', { detail: code })
  return deferred(timeouts.has(code) ? 'timeout' : 'network', { detail: code })
}
