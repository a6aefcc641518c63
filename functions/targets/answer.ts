/** Target layer: reads response bodies that report errors of single events. */
import { deferred, delivered, refused, type Evidence } from '../../schemas/outcome.ts'
import type { HttpResponse } from '../net/http.ts'
import { byStatus, maxMessageLength } from './classify.ts'
import type { Attempt, LinkedEvent } from './target.ts'

/** Index of an event in its request → the third party's error message for it. Some vendors write the index as a string. */
export type Faults = ReadonlyMap<number | string, string>

/** Parses a body that the vendor documents as `Body`; any member may be missing. Undefined if it is not a JSON object. */
export function bodyOf<Body extends object>({ body }: HttpResponse): Partial<Body> | undefined {
  try {
    const value = JSON.parse(body) as unknown
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns the status and the beginning of the third party's message as evidence. */
export function evidenceOf({ status }: HttpResponse, message: string): Evidence {
  return {
    http_status: status,
    ...(message && { detail: message.slice(0, maxMessageLength).toWellFormed() }),
  }
}

/** Adds the vendor's id of the request to the attempts of a request that it has accepted and decides about later. */
export function withReceipt(attempts: readonly Attempt[], receipt: unknown): readonly Attempt[] {
  // An id, not a text: it is recorded as it is.
  if (typeof receipt !== 'string' || !/^[\w+/=.:-]{1,256}$/.test(receipt)) return attempts
  return attempts.map((attempt) =>
    attempt.outcome.outcome === 'delivered'
      ? { ...attempt, outcome: { ...attempt.outcome, receipt } }
      : attempt,
  )
}

/** Classifies a request that was accepted except for the events in `faults`. A message for an unknown index is the detail of all accepted
 * events; if the request had only one event, it applies to that. */
export function acceptedExcept(
  response: HttpResponse,
  events: readonly LinkedEvent[],
  faults: Faults,
): readonly Attempt[] {
  const messages = byIndex(faults)
  const [, unassigned] = [...messages].find(([index]) => !(index in events)) ?? []
  return events.map((_, index) => {
    const message = messages.get(index) ?? (events.length === 1 ? unassigned : undefined)
    if (message !== undefined) return rejectedEvent(response, message)
    return { outcome: delivered(evidenceOf(response, unassigned ?? '')) }
  })
}

function rejectedEvent(response: HttpResponse, message: string): Attempt {
  return {
    outcome: refused('rejected', evidenceOf(response, message)),
    isForThisEvent: true,
  }
}

/** Adds to each delivered event the message with which the third party has refused its profile: `profile: …`. */
export function withRefusedProfiles(
  response: HttpResponse,
  attempts: readonly Attempt[],
  faults: Faults,
): readonly Attempt[] {
  const messages = byIndex(faults)
  return attempts.map((attempt, index) => {
    const message = messages.get(index)
    if (message === undefined || attempt.outcome.outcome !== 'delivered') return attempt
    return { ...attempt, outcome: delivered(evidenceOf(response, `profile: ${message}`)) }
  })
}

function byIndex(faults: Faults): ReadonlyMap<number, string> {
  return new Map([...faults].map(([index, message]) => [Number(index), message]))
}

/** Classifies a request that was refused whole because of the events in `faults`; the others are sent again without them. If none of the
 * events is named, the status decides. */
export function rejectedBecauseOf(
  response: HttpResponse,
  events: readonly LinkedEvent[],
  faults: Faults,
): readonly Attempt[] {
  const messages = byIndex(faults)
  if (!events.some((_, index) => messages.has(index))) return byStatus(response, events)
  return events.map((_, index) => {
    const message = messages.get(index)
    if (message !== undefined) return rejectedEvent(response, message)
    return { outcome: deferred('unavailable', { http_status: response.status }), resend: true }
  })
}
