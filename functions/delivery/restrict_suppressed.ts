/** Delivery: restricts events of people who were added to the suppression list after the decision. An event may wait in a subscription for
 * days. */
import { restricted } from '../../schemas/outcome.ts'
import type { StoredEvent } from '../bus/stored_message.ts'
import type { IsSuppressed } from '../privacy/suppression.ts'
import type { DeliveryResult } from './delivery_result.ts'

/** Wraps `deliver`. Erasure requests pass, because the person they name is on the list. */
export function restrictSuppressed(
  isSuppressed: IsSuppressed,
  deliver: (event: StoredEvent) => Promise<DeliveryResult>,
) {
  return async (event: StoredEvent): Promise<DeliveryResult> =>
    !event.isErasure && isSuppressed(event.value)
      ? { outcome: restricted('suppressed'), latency: 0 }
      : deliver(event)
}
