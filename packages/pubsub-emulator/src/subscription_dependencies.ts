/** What surrounds a subscription: the consumers of its messages and what it needs of the broker. */
import type { Deadlines } from './deadlines.ts'
import type { Entry, Message } from './message.ts'
import type { MessageStore } from './message_store.ts'
import type { Subscription } from './subscription.ts'

/** Something that takes messages when told there may be some: a push loop, a stream, a waiting pull. */
export interface Consumer {
  ready(): void
}

/** What a subscription needs of the broker. */
export interface SubscriptionDependencies {
  store: MessageStore
  deadlines: Deadlines
  /** Records that the subscription is done with a message. */
  settled: (subscription: string, message: Message) => void
  /** Records how often a message was delivered in vain. */
  attempted: (subscription: string, entry: Entry) => void
  /** Publishes a dead letter; true once it is durable, false when it cannot be published. */
  deadLetter: (subscription: Subscription, entry: Entry) => Promise<boolean>
}
