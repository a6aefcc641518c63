/** Delivery: brings stored events to one destination, in requests as large as its target takes. Knows no network of its own. */
import type { Destination } from '../../schemas/destination.ts'
import { deferred, skipped, type Outcome } from '../../schemas/outcome.ts'
import type { StoredEvent } from '../bus/stored_message.ts'
import { compilePreparation, isOutcome } from '../linkage/prepare.ts'
import { groupCommit } from '../net/group_commit.ts'
import type { LinkedEvent, Target } from '../targets/target.ts'
import { createErasure } from './erasure.ts'
import { createRequestSender, type ExchangePorts } from './send_request.ts'
import { splitRequests } from './split_requests.ts'
import { createRateLimiter } from './rate_limiter.ts'

/** How an event's way to the destination ended for now. */
export interface DeliveryResult {
  outcome: Outcome
  /** How long the third party took over it, in ms; 0 when it was not asked. */
  latency: number
  /** The third party was not asked, because it wants a pause: no attempt was made. */
  notAttempted?: true
}

export interface DeliveryPorts extends ExchangePorts {
  /** Waits, in ms. */
  wait: (ms: number) => Promise<void>
  /** Tells an operator, once for each time the credentials stop working. */
  alert: (message: string) => void
}

/** Requests under way at once. Where one request takes many events, few of them let events gather. */
const inFlight = { single: 64, batch: 4 }

/** Makes the function that brings one event to the destination; concurrent calls share requests. It never rejects. */
export function createDelivery(
  destination: Pick<Destination, 'id' | 'linkage' | 'requests_per_second'>,
  target: Target,
  settings: Record<string, unknown>,
  ports: DeliveryPorts,
): (event: StoredEvent) => Promise<DeliveryResult> {
  const prepare = compilePreparation(destination, target, settings)
  const pace = createRateLimiter(destination.requests_per_second, ports)
  const exchange = createRequestSender(target, settings, ports, pace)
  const erase = createErasure(target, settings, ports, destination.requests_per_second)
  const { maxItems, maxBytes, key } = target.batch

  const send = async (events: readonly LinkedEvent[]): Promise<readonly DeliveryResult[]> => {
    const endings = new Map<LinkedEvent, DeliveryResult>()
    await Promise.all(
      splitRequests(events, target.batch).map(async (request) => {
        const ended = await exchange(request)
        request.forEach((event, index) => endings.set(event, ended[index]!))
      }),
    )
    return events.map((event) => endings.get(event)!)
  }

  const sendTogether = groupCommit(send, {
    // Events of different keys never share a request, so a group may hold more than one request takes.
    maxItems: key ? 1000 : maxItems,
    maxBytes: key ? 10_000_000 : maxBytes,
    bytesOf: ({ text }) => Buffer.byteLength(text),
    inFlight: maxItems === 1 ? inFlight.single : inFlight.batch,
  })

  return async (event) => {
    if (event.isErasure) return erase(event)
    const now = ports.now()
    const pause = pace.pause(now)
    if (pause) return { outcome: deferred(pause), latency: 0, notAttempted: true }
    let prepared: LinkedEvent | Outcome
    try {
      prepared = prepare(event, now)
    } catch (error) {
      const detail = error instanceof Error ? error.message : 'The event could not be linked.'
      prepared = skipped('invalid_field', { detail })
    }
    return isOutcome(prepared) ? { outcome: prepared, latency: 0 } : sendTogether(prepared)
  }
}
