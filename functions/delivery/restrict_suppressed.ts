/** Delivery: keeps back events of people who were put on the suppression list after their events were let go: what waits in a
 * subscription may have been decided days ago. */
import { restricted } from '../../schemas/outcome.ts'
import type { StoredEvent } from '../bus/stored_message.ts'
import type { IsSuppressed } from '../privacy/suppression.ts'
import type { DeliveryResult } from './deliver.ts'

/** A request to erase somebody goes on: it is about a person on the list. */
export function restrictSuppressed(
  isSuppressed: IsSuppressed,
  deliver: (event: StoredEvent) => Promise<DeliveryResult>,
) {
  return async (event: StoredEvent): Promise<DeliveryResult> =>
    !event.isErasure && isSuppressed(event.value)
      ? { outcome: restricted('suppressed'), latency: 0 }
      : deliver(event)
}
