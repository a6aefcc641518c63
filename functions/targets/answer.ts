/** Target layer: reads answers that tell more than a status, of single events of a request. */
import { deferred, delivered, refused, type Evidence } from '../../schemas/outcome.ts'
import type { HttpResponse } from '../net/http.ts'
import { byStatus } from './classify.ts'
import type { Attempt, LinkedEvent } from './target.ts'

/** Index of an event in its request → what the third party says is wrong with it. Some write the index as text. */
export type Faults = ReadonlyMap<number | string, string>

/** The body as the vendor documents it, every member of which may be missing all the same; undefined when it is no JSON object. */
export function bodyOf<Body extends object>({ body }: HttpResponse): Partial<Body> | undefined {
  try {
    const value = JSON.parse(body) as unknown
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** The status, and the third party's words as far as they are kept. */
export function evidenceOf({ status }: HttpResponse, words: string): Evidence {
  return {
    http_status: status,
    ...(words && { detail: words.slice(0, 300).toWellFormed() }),
  }
}

/** The third party has taken the request but for these events. Where a fault is of no event that was sent, its words are kept with all
 * that are not named; a lone event is the one that is meant. */
export function acceptedExcept(
  response: HttpResponse,
  events: readonly LinkedEvent[],
  faults: Faults,
): readonly Attempt[] {
  const wordsOf = byPlace(faults)
  const [, stray] = [...wordsOf].find(([index]) => !(index in events)) ?? []
  return events.map((_, index) => {
    const words = wordsOf.get(index) ?? (events.length === 1 ? stray : undefined)
    if (words !== undefined) return named(response, words)
    return { outcome: delivered(evidenceOf(response, stray ?? '')) }
  })
}

function named(response: HttpResponse, words: string): Attempt {
  return {
    outcome: refused('rejected', evidenceOf(response, words)),
    isForThisEvent: true,
  }
}

function byPlace(faults: Faults): ReadonlyMap<number, string> {
  return new Map([...faults].map(([index, words]) => [Number(index), words]))
}

/** The third party has taken nothing because of these events; the others shall be sent again without them. Where it names none that was
 * sent, its status counts. */
export function rejectedBecauseOf(
  response: HttpResponse,
  events: readonly LinkedEvent[],
  faults: Faults,
): readonly Attempt[] {
  const wordsOf = byPlace(faults)
  if (!events.some((_, index) => wordsOf.has(index))) return byStatus(response, events)
  return events.map((_, index) => {
    const words = wordsOf.get(index)
    if (words !== undefined) return named(response, words)
    return { outcome: deferred('unavailable', { http_status: response.status }), resend: true }
  })
}
