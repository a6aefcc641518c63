/** What a broker needs from outside. */
import type { Deadlines } from './deadlines.ts'
import type { BrokerJournal } from './journal.ts'
import type { MessageStore } from './message_store.ts'
import type { Subscription } from './subscription.ts'

export interface BrokerParts {
  journal: BrokerJournal
  store: MessageStore
  deadlines: Deadlines
  /** Called when a subscription is created or its configuration changes, to update its push loop. */
  configured: (subscription: Subscription) => void
  /** Publish requests wait for this promise. If it is undefined, they do not wait. */
  subscribed?: Promise<unknown> | undefined
}
