/** The dependencies of a subscription: the consumers of its messages, and functions of the broker. */
import type { Deadlines } from './deadlines.ts'
import type { Entry, Message } from './message.ts'
import type { MessageStore } from './message_store.ts'
import type { Subscription } from './subscription.ts'

/** A consumer of messages: a push loop, a stream, or a waiting pull. `ready` is called when there may be messages. */
export interface Consumer {
  ready(): void
  /** True for a consumer that gets a message only when its publisher has had the time to read the answer. */
  readonly waitsForPublisher?: boolean
}

/** The functions of the broker that a subscription uses. */
export interface SubscriptionDependencies {
  store: MessageStore
  deadlines: Deadlines
  /** Records that a message is settled. */
  settled: (subscription: string, message: Message) => void
  /** Records the number of failed deliveries of a message. */
  attempted: (subscription: string, entry: Entry) => void
  /** Publishes a dead letter. Resolves to true once it is durable, or to false if it cannot be published. */
  deadLetter: (subscription: Subscription, entry: Entry) => Promise<boolean>
}
