/** Delivery: sends stored events to one destination, in requests as large as its target accepts. All I/O goes through ports. */
import type { Destination } from '../../schemas/destination.ts'
import { deferred, skipped, type Outcome } from '../../schemas/outcome.ts'
import { compilePreparation, isOutcome } from '../linkage/prepare.ts'
import { groupCommit } from '../net/group_commit.ts'
import type { LinkedEvent, Target } from '../targets/target.ts'
import { evaluationMs, exceedsTime, isItsOwnFault } from '../serving/within_time.ts'
import { createErasure } from './erasure.ts'
import { createInquiry } from './inquiry.ts'
import { createRedactor } from './redact.ts'
import { createRequestSender } from './send_request.ts'
import type { PageEvent } from './page_event.ts'
import { splitRequests } from './split_requests.ts'
import { createRate } from './rate.ts'
import { createRateLimiter } from './rate_limiter.ts'
import { createDeliveryTurns, heldResult, maxWaitMs, type QueuedEvent } from './in_turn.ts'
import type { DeliveryResult } from './delivery_result.ts'
import type { DeliveryPorts } from './delivery_ports.ts'

/** Maximum concurrent requests. If a request takes many events, a low maximum lets events gather into batches. */
const inFlight = { single: 64, batch: 4 }

/** Returns the function that delivers one event to the destination. Concurrent calls share requests. It never rejects. */
export function createDelivery(
  destination: Pick<Destination, 'id' | 'linkage' | 'requests_per_second'>,
  target: Target,
  settings: Record<string, unknown>,
  ports: DeliveryPorts,
): (event: PageEvent) => Promise<DeliveryResult> {
  const prepare = compilePreparation(destination, target, settings)
  const rate = destination.requests_per_second === undefined ? undefined : createRate(ports.share, ports)
  const limiter = createRateLimiter(rate, ports.paused)
  const sendRequest = createRequestSender(target, settings, ports, limiter)
  const erase = createErasure(target, settings, ports, rate)
  const ask = createInquiry(target, settings, ports, rate)
  const { maxItems, maxBytes, key } = target.batch

  const send = async (events: readonly QueuedEvent[]): Promise<readonly DeliveryResult[]> => {
    const resultOf = new Map<QueuedEvent, DeliveryResult>()
    await Promise.all(
      splitRequests(events, target.batch).map(async (request) => {
        const results = await sendRequest(request)
        request.forEach((event, index) => resultOf.set(event, results[index]!))
      }),
    )
    return events.map((event) => resultOf.get(event)!)
  }

  const sendTogether = groupCommit(send, {
    // Events of different keys never share a request, so a group may be larger than one request.
    maxItems: key ? 1000 : maxItems,
    maxBytes: key ? 10_000_000 : maxBytes,
    bytesOf: ({ text }) => Buffer.byteLength(text),
    inFlight: maxItems === 1 ? inFlight.single : inFlight.batch,
  })

  const sendInTurn = createDeliveryTurns(destination.id, limiter, ports, sendTogether)

  return async (event) => {
    if (event.isErasure) return erase(event)
    if (event.receipt !== undefined) return ask(event.id, event.receipt)
    const now = ports.now()
    if (limiter.remaining(now) > maxWaitMs) return heldResult(limiter.pause(now)!)
    let prepared: LinkedEvent | Outcome | undefined
    try {
      prepared = event.attempt > 1 ? prepareInTime(() => prepare(event, now)) : prepare(event, now)
    } catch (error) {
      const detail = error instanceof Error ? error.message : 'Linking the event failed.'
      // The message of an exception can quote a value.
      const { id, name, value, text } = event
      const redact = createRedactor({ ...target, fields: undefined }, settings)
      const attempt = { outcome: skipped('invalid_field', { detail }) }
      const [redacted = attempt] = redact([attempt], { events: [{ id, name, fields: value, text }] })
      prepared = redacted.outcome
    }
    if (prepared === undefined) return { outcome: deferred('unavailable'), latency: 0, notAttempted: true }
    if (isOutcome(prepared)) return { outcome: prepared, latency: 0 }
    const { leftOut } = prepared
    const linked = event.sendBy === undefined ? prepared : { ...prepared, sendBy: event.sendBy }
    const result = await sendInTurn(linked, event.arrivedAt ?? now.getTime(), event.turn)
    return leftOut ? { ...result, leftOut } : result
  }
}

/** Prepares an event that is delivered again: the instance that had it may have ended because it took too long. An ordinary event costs 0.1 ms
 * more, so it is not limited the first time. Returns undefined if the machine was too busy to tell. */
function prepareInTime(prepare: () => LinkedEvent | Outcome): LinkedEvent | Outcome | undefined {
  let prepared: LinkedEvent | Outcome | undefined
  const cpuMs = exceedsTime(() => {
    prepared = prepare()
  })
  if (cpuMs === undefined) return prepared
  return isItsOwnFault(cpuMs)
    ? skipped('too_slow', { detail: `Preparing it took more than ${evaluationMs / 1000} s.` })
    : undefined
}
