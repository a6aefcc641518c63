/** Event bus: the names that its topics, subscriptions and message attributes have, in the cloud and on a laptop alike. */

/** Topics of the platform itself. Besides them every event type has a topic of its own name. */
export const topics = {
  /** Takes events of any type; the name is in the body or in the `event_name` attribute. */
  events: 'events',
  /** What lies in BigQuery, one message per event, stamped with its permitted destinations. */
  stored: 'stored',
  /** Messages whose delivery attempts ran out, held until an operator decides. */
  deadLetters: 'dead-letters',
} as const

/** Topics only the platform publishes to: an event that came in here would skip the store. */
export const internalTopics: ReadonlySet<string> = new Set([topics.stored, topics.deadLetters])

/** Ids of the platform's own subscriptions. */
export const subscriptions = {
  /** Pushes what a public topic receives to the `store` function. */
  store: (topic: string) => `${topic}-store`,
  /** Pushes the events stamped for one destination to the `forward` function. */
  forward: (destination: string) => `forward-${destination}`,
  /** Keeps dead letters: a topic without a subscription would lose them. */
  deadLettersHold: 'dead-letters-hold',
} as const

const storeSuffix = subscriptions.store('')

/** The topic a store subscription stands for: a wrapped push names its subscription, not its topic. */
export const topicOfStore = (subscription: string): string | undefined =>
  subscription.endsWith(storeSuffix) ? subscription.slice(0, -storeSuffix.length) : undefined

const forwardPrefix = subscriptions.forward('')

/** The destination that a forward subscription serves. */
export const destinationOfForward = (subscription: string): string | undefined =>
  subscription.startsWith(forwardPrefix) ? subscription.slice(forwardPrefix.length) : undefined

/** Names of the attributes a message may carry. */
export const attributes = {
  eventId: 'event_id',
  eventName: 'event_name',
  receivedAt: 'received_at',
  storedAt: 'stored_at',
  /** How many automated actions lie between the producer and this message; absent means none. */
  hop: 'hop',
  /** Id of the replay that published the message; absent for an event's first way. */
  replayId: 'replay_id',
  /** Present, with the value `1`, when the decision layer permits this destination. */
  permit: (destination: string) => `to_${destination}`,
} as const

/** The longest chain of automated actions: what lies further from the producer is stored but goes nowhere. */
export const maxHops = 5

/** Filter of a destination's subscription: it can receive only events stamped for it.
 * https://cloud.google.com/pubsub/docs/subscription-message-filter */
export const permitFilter = (destination: string): string => `attributes:${attributes.permit(destination)}`
