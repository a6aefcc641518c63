/** Delivery: restricts events of people who were added to the suppression list after the decision. An event may wait in a subscription for
 * days. */
import { restricted } from '../../schemas/outcome.ts'
import type { IsSuppressed } from '../privacy/suppression.ts'
import type { DeliveryResult } from './delivery_result.ts'
import { isRemoval, type PageEvent } from './settle_page.ts'

/** Wraps `deliver`. Erasure requests pass, because the person they name is on the list; so do removals from a list of people, which tell the
 * third party nothing new. */
export function restrictSuppressed(
  isSuppressed: IsSuppressed,
  deliver: (event: PageEvent) => Promise<DeliveryResult>,
) {
  return async (event: PageEvent): Promise<DeliveryResult> =>
    !event.isErasure && !(event.removes && isRemoval(event)) && isSuppressed(event.value)
      ? { outcome: restricted('suppressed'), latency: 0 }
      : deliver(event)
}
