/** Delivery: asks a third party to erase a person. Its response must not pause events, and the text of its response is not recorded. */
import { delivered, refused, skipped } from '../../schemas/outcome.ts'
import type { StoredEvent } from '../bus/stored_message.ts'
import { byStatus } from '../targets/classify.ts'
import type { Target } from '../targets/target.ts'
import type { DeliveryPorts } from './delivery_ports.ts'
import type { DeliveryResult } from './delivery_result.ts'
import { maxWaitMs } from './in_turn.ts'
import { createRequestSender } from './send_request.ts'
import type { Rate } from './rate.ts'
import { createRateLimiter } from './rate_limiter.ts'

/** Returns the function that sends the erasure request of one identity. It never rejects. */
export function createErasure(
  target: Target,
  settings: Record<string, unknown>,
  ports: DeliveryPorts,
  rate: Rate | undefined,
): (request: StoredEvent) => Promise<DeliveryResult> {
  const { erase } = target
  if (!erase) return async () => ({ outcome: skipped('event_not_mapped'), latency: 0 })
  const missing = (erase.settings ?? []).filter((name) => settings[name] === undefined)
  if (missing.length > 0) {
    const detail = `Set ${missing.join(' and ')} so that ${target.title} can be asked.`
    return async () => ({ outcome: refused('unauthorised_payload', { detail }), latency: 0 })
  }
  const { googleScope, ...others } = target
  const scope = erase.googleScope ?? googleScope
  const erasureTarget: Target = {
    ...others,
    ...(scope !== undefined && { googleScope: scope }),
    fields: undefined,
    batch: { maxItems: 1, maxBytes: 10_000, atomic: false },
    request: ([event], all, context) => {
      const [[field, value] = ['', '']] = Object.entries(event!.fields as Readonly<Record<string, string>>)
      return erase.request({ id: event!.id, field, value }, all, context)
    },
    classify: (response, events) =>
      response.status === erase.notFoundStatus
        ? events.map(() => ({ outcome: delivered({ http_status: response.status }) }))
        : byStatus(response, events),
  }
  // Its own pauses: credentials that are valid for events may not allow erasure, and events must not be paused for that.
  const limiter = createRateLimiter(rate)
  const sendRequest = createRequestSender(erasureTarget, settings, { ...ports, alert: () => {} }, limiter)

  return async ({ id, name, value, text }) => {
    const deadline = ports.now().getTime() + maxWaitMs
    const [result] = await sendRequest([{ id, name, fields: value, text, deadline }])
    return withoutResponseText(result!)
  }
}

/** Third parties may repeat the identity in a response. A detail without a status is from Sluice itself, such as a missing setting. */
function withoutResponseText({ outcome: { detail, ...outcome }, ...result }: DeliveryResult): DeliveryResult {
  const { http_status } = outcome
  if (outcome.outcome === 'deferred' && outcome.reason === 'auth')
    return { ...result, outcome: refused('unauthorised_payload', http_status ? { http_status } : {}) }
  const isFromSluice = http_status === undefined && detail !== undefined
  return { ...result, outcome: isFromSluice ? { ...outcome, detail } : outcome }
}
