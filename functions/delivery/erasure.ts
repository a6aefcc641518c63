/** Delivery: asks a third party to erase a person. What it says about that must not hold up events, and its words are not kept. */
import { delivered, refused, skipped } from '../../schemas/outcome.ts'
import type { StoredEvent } from '../bus/stored_message.ts'
import { byStatus } from '../targets/classify.ts'
import type { Target } from '../targets/target.ts'
import type { DeliveryPorts, DeliveryResult } from './deliver.ts'
import { createRequestSender } from './send_request.ts'
import { createRateLimiter } from './rate_limiter.ts'

/** Makes the function that asks about one identity. It never rejects. */
export function createErasure(
  target: Target,
  settings: Record<string, unknown>,
  ports: DeliveryPorts,
  requestsPerSecond: number | undefined,
): (asked: StoredEvent) => Promise<DeliveryResult> {
  const { erase } = target
  if (!erase) return async () => ({ outcome: skipped('event_not_mapped'), latency: 0 })
  const asking: Target = {
    ...target,
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
  // Credentials that allow events need not allow this, and events shall not wait for it.
  const apart = createRateLimiter(requestsPerSecond, ports)
  const exchange = createRequestSender(asking, settings, { ...ports, alert: () => {} }, apart)

  return async ({ id, name, value, text }) => {
    const [ending] = await exchange([{ id, name, fields: value, text }])
    return withoutWords(ending!)
  }
}

/** Third parties at times repeat what they were asked; a setting that is missing is named in the platform's own words. */
function withoutWords({ outcome: { detail, ...outcome }, ...ending }: DeliveryResult): DeliveryResult {
  const { http_status } = outcome
  if (outcome.outcome === 'deferred' && outcome.reason === 'auth')
    return { ...ending, outcome: refused('unauthorised_payload', http_status ? { http_status } : {}) }
  const own = http_status === undefined && detail !== undefined
  return { ...ending, outcome: own ? { ...outcome, detail } : outcome }
}
