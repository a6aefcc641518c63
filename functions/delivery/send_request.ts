/** Delivery: sends requests to a third party and maps each response to one result per event. Events that failed only because of others in
 * the request are sent again without those. */
import { deferred } from '../../schemas/outcome.ts'
import { logMessages } from '../../schemas/log_messages.ts'
import type { Attempt, LinkedEvent, Target } from '../targets/target.ts'
import { createAttempt } from './attempt.ts'
import type { AttemptPorts } from './authorization.ts'
import { createCredentialsCheck } from './credentials.ts'
import type { DeliveryResult } from './delivery_result.ts'
import { heldResult, maxWaitMs, type QueuedEvent } from './in_turn.ts'
import { createMemberLookup } from './member_lookup.ts'
import { createProfileUpdates } from './profile_updates.ts'
import type { RateLimiter } from './rate_limiter.ts'

export interface ExchangePorts extends AttemptPorts {
  now: () => Date
  /** Logs an error for operators, with one of the events concerned. */
  alert: (message: string, exampleEventId: string) => void
}

/** Halves of at least this many events are sent concurrently. A thousand invalid events are then isolated within the deadline of a push, with
 * at most about 16 concurrent requests. */
const parallelBisectMin = 64

/** Counts of the events that were sent alone after a request with several events was refused. */
interface BisectCounts {
  sent: number
  refused: number
  /** True for the halves of a request that was sent. */
  hasBegun?: boolean
}

/** True if most events are refused. Sending each event alone then takes about half as many requests as bisecting. */
function shouldSendOneByOne({ sent, refused }: BisectCounts): boolean {
  return sent >= 16 && refused >= 0.75 * sent
}

/** The result of an event that waited for so long that its redelivery may be under way. */
const tooLate: DeliveryResult = { outcome: deferred('timeout'), latency: 0, notAttempted: true }

/** How long a destination is paused after it has rejected its credentials, in ms. */
const authPauseMs = 60_000

/** How much later than the first request of an event its further ones may begin, in ms. */
const furtherMs = 35_000 - maxWaitMs

/** Returns the function that sends the events of one request. It resolves to one result per event, in order, and never rejects. */
export function createRequestSender(
  target: Target,
  settings: Record<string, unknown>,
  ports: ExchangePorts,
  limiter: RateLimiter,
) {
  const { now, alert } = ports
  let hasAlerted = false
  const checkCredentials = createCredentialsCheck(target)

  const mayBegin = async (deadline: number): Promise<boolean> =>
    !limiter.rate || (await limiter.rate.acquire(deadline))

  const mayContinue = (started: Date): Promise<boolean> => mayBegin(started.getTime() + furtherMs)
  const attemptOne = createAttempt(target, settings, ports, mayContinue)
  const attempt = target.audience
    ? createMemberLookup(target, attemptOne, mayContinue)
    : createProfileUpdates(target, attemptOne, mayContinue, now)

  /** Pauses the destination if a response asks for it or rejects the credentials. A pause affects all events of the destination. */
  const applyPause = (
    attempts: readonly Attempt[],
    events: readonly LinkedEvent[],
    at: Date,
    isOfCredentials: boolean,
  ): void => {
    limiter.observe(!attempts.every(({ outcome }) => outcome.outcome === 'deferred'))
    const pauseMs = Math.max(0, ...attempts.map(({ retryAfter = 0 }) => retryAfter))
    if (pauseMs > 0) limiter.pauseFor('throttled', at, pauseMs)
    if (isOfCredentials) {
      limiter.pauseFor('auth', at, Math.max(pauseMs, authPauseMs))
      if (!hasAlerted)
        alert(
          `The destination ${logMessages.credentials}. Its events are held until the credentials are renewed.`,
          events.find((_, index) => attempts[index]!.outcome.outcome === 'deferred')?.id ?? '',
        )
      hasAlerted = true
    } else if (attempts.some(({ outcome }) => outcome.outcome === 'delivered')) hasAlerted = false
  }

  /** Sends the events of one request if it may begin now. */
  const exchange = async (
    events: readonly QueuedEvent[],
    counts: BisectCounts,
  ): Promise<readonly DeliveryResult[]> => {
    const deadline = Math.min(...events.map((event) => event.deadline ?? Infinity))
    // The rest of a request that was sent has longer, so that isolating an invalid event comes to an end.
    if (!(await mayBegin(counts.hasBegun ? deadline + furtherMs : deadline)))
      return events.map(() => heldResult('throttled'))
    const started = now()
    const isLate = ({ sendBy = Infinity }: LinkedEvent): boolean => started.getTime() > sendBy
    const inTime = events.filter((event) => !isLate(event))
    if (inTime.length < events.length) {
      const sent = inTime.length > 0 ? [...(await exchange(inTime, counts))] : []
      return events.map((event) => (isLate(event) ? tooLate : sent.shift()!))
    }
    const pause = limiter.pause(started)
    if (pause) return events.map(() => heldResult(pause))
    if (counts.hasBegun) return call(events, counts, started)
    counts.hasBegun = true
    const isDue = events.map(({ place, deadline: latest = Infinity }) => {
      const isLate = place?.isLost || latest < started.getTime()
      place?.leave()
      return !isLate
    })
    const due = events.filter((_, index) => isDue[index])
    const results = due.length > 0 ? [...(await call(due, counts, started))] : []
    return isDue.map((isSent) => (isSent ? results.shift()! : heldResult('throttled')))
  }

  const call = async (
    events: readonly QueuedEvent[],
    counts: BisectCounts,
    started: Date,
  ): Promise<readonly DeliveryResult[]> => {
    const answered = await attempt(events, started)
    const at = now()
    const { attempts, isOfCredentials } = checkCredentials(answered, events, at)
    applyPause(attempts, events, at, isOfCredentials)
    const latency = at.getTime() - started.getTime()
    const results = attempts.map(({ outcome }): DeliveryResult => ({ outcome, latency }))
    if (events.length === 1) {
      counts.sent++
      if (isRefusedWhole(target, attempts)) counts.refused++
      return results
    }
    if (isRefusedWhole(target, attempts)) return bisect(events, counts)
    const resendable = events.filter((_, index) => attempts[index]!.resend)
    // Resending all events would get the same response.
    if (resendable.length === 0 || resendable.length === events.length) return results
    const resent = [...(await exchange(resendable, counts))]
    return results.map((result, index) => (attempts[index]!.resend ? resent.shift()! : result))
  }

  /** Sends the halves, until each refused event is alone in its request. */
  const bisect = async (
    events: readonly QueuedEvent[],
    counts: BisectCounts,
  ): Promise<readonly DeliveryResult[]> => {
    const middle = events.length >> 1
    const halves = [events.slice(0, middle), events.slice(middle)]
    if (middle >= parallelBisectMin)
      return (await Promise.all(halves.map((half) => exchange(half, counts)))).flat()
    const results: DeliveryResult[] = []
    for (const part of shouldSendOneByOne(counts) ? events.map((event) => [event]) : halves)
      results.push(...(await exchange(part, counts)))
    return results
  }

  return (events: readonly QueuedEvent[]) => exchange(events, { sent: 0, refused: 0 })
}

/** True if the whole request was refused and the response does not say because of which event. */
function isRefusedWhole({ batch }: Target, attempts: readonly Attempt[]): boolean {
  return attempts.every(
    ({ outcome, isForThisEvent }) =>
      !isForThisEvent &&
      outcome.outcome === 'refused' &&
      (outcome.reason === 'too_large' ||
        outcome.reason === 'unauthorised_payload' ||
        (batch.atomic && outcome.reason === 'rejected')),
  )
}
