/** Delivery: lets an event wait inside its push until the destination takes requests, if that is soon. The bus keeps the others: it would
 * also slow down for events that are nacked after a second. */
import { deferred, type Outcome } from '../../schemas/outcome.ts'
import type { LinkedEvent } from '../targets/target.ts'
import type { DeliveryResult, EarlierTry } from './delivery_result.ts'
import type { Pause, RateLimiter } from './rate_limiter.ts'
import type { PageTurn } from './page_event.ts'
import type { Place, WaitingRoom } from './waiting_room.ts'

/** Maximum wait inside a push, in ms. A request that begins then, with the longest timeout of a target and the write of its outcome, ends
 * before the ack deadline. */
export const maxWaitMs = 15_000

/** Maximum number of further tries inside one push, and the delay before the first in ms; it doubles. */
const retries = { max: 4, delayMs: 100 }

/** An event on its way to a request. */
export interface QueuedEvent extends LinkedEvent {
  /** The latest time at which its request may begin, in ms since 1970. Default: any time. */
  deadline?: number
  /** Its place while it waits. */
  place?: Place | undefined
}

/** Returns the result of an event for which no request was made. */
export function heldResult(reason: Pause): DeliveryResult {
  return { outcome: deferred(reason), latency: 0, notAttempted: true }
}

interface TurnPorts {
  now: () => Date
  wait: (ms: number) => Promise<void>
  room: WaitingRoom
}

/** Returns the function that brings one event to `send` in its turn. Further tries of a push belong to its
 * attempt, and each is recorded. */
export function createDeliveryTurns(
  destination: string,
  limiter: RateLimiter,
  { now, wait, room }: TurnPorts,
  send: (event: QueuedEvent) => Promise<DeliveryResult>,
): (event: LinkedEvent, arrivedAt: number, turn?: PageTurn) => Promise<DeliveryResult> {
  const held = (): DeliveryResult => heldResult(limiter.pause(now()) ?? 'throttled')

  /** Sends the event once. Resolves without its result if it loses its place first. */
  const sendOnce = (event: QueuedEvent): Promise<DeliveryResult> =>
    event.place ? Promise.race([send(event), event.place.lost.then(held)]) : send(event)

  const mayTryAgain = ({ outcome, notAttempted }: DeliveryResult): boolean =>
    notAttempted === true || mayRetry(outcome, limiter)

  /** `first`: the result of the first try, if there was one. */
  const inTurn = async (
    event: LinkedEvent,
    deadline: number,
    turn: PageTurn | undefined,
    first: DeliveryResult | undefined,
  ): Promise<DeliveryResult> => {
    let place: Place | undefined
    const bytes = turn?.bytes ?? Buffer.byteLength(event.text)
    const enter = (): Place | undefined => (place ??= room.enter(destination, bytes, turn))
    /** Resolves to false if the event must not wait so long. */
    const waits = async (ms: number): Promise<boolean> => {
      const taken = now().getTime() + ms > deadline ? undefined : enter()
      if (!taken) return false
      await Promise.race([wait(ms), taken.lost])
      return !taken.isLost
    }
    const waitsOutPause = async (): Promise<boolean> => {
      for (let ms = limiter.remaining(now()); ms > 0; ms = limiter.remaining(now()))
        if (!(await waits(ms))) return false
      return true
    }

    const earlier: EarlierTry[] = []
    let last: EarlierTry | undefined
    /** Ends with the last try, if there was one. */
    const ended = (result: DeliveryResult): DeliveryResult =>
      last ? { ...last.result, ...(earlier.length > 0 && { earlier }) } : result
    const nextTry = async (): Promise<DeliveryResult | undefined> => {
      if (!(await waitsOutPause())) return undefined
      if (limiter.rate && !limiter.rate.isFree() && !(limiter.rate.mayQueue() && enter())) return undefined
      return sendOnce({ ...event, deadline, place })
    }
    try {
      for (let result = first ?? (await nextTry()); ; result = await nextTry()) {
        if (!result) return ended(held())
        const isLost = place?.isLost
        place?.leave()
        place = undefined
        if (result.notAttempted) {
          if (isLost || limiter.remaining(now()) === 0) return ended(result)
          continue
        }
        if (last) earlier.push(last)
        last = { result, settledAt: now() }
        if (earlier.length === retries.max || !mayRetry(result.outcome, limiter)) return ended(result)
        const delay = retries.delayMs * 2 ** earlier.length
        if (limiter.remaining(now()) === 0 && !(await waits(delay))) return ended(result)
      }
    } finally {
      place?.leave()
    }
  }

  return async (event, arrivedAt, turn) => {
    const deadline = arrivedAt + maxWaitMs
    // Nearly all events need nothing of what waiting takes.
    const mayBegin = !limiter.rate && limiter.remaining(now()) === 0
    const first = mayBegin ? await send({ ...event, deadline }) : undefined
    return first && !mayTryAgain(first) ? first : inTurn(event, deadline, turn, first)
  }
}

const retried = new Set(['throttled', 'unavailable', 'network'])

/** True if the failure is one of few. A third party that fails most requests gets no further ones from the same push. */
function mayRetry(outcome: Outcome, limiter: RateLimiter): boolean {
  return outcome.outcome === 'deferred' && retried.has(outcome.reason) && limiter.isMostlyWell()
}
