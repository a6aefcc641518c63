/** Event bus: the names that its topics, subscriptions and message attributes have, in the cloud and on a laptop alike. */

/** Topics of the platform itself. Besides them every event type has a topic of its own name. */
export const topics = {
  /** Takes events of any type; the name is in the body or in the `event_name` attribute. */
  events: 'events',
  /** What lies in BigQuery, one message per event, stamped with its permitted destinations. */
  stored: 'stored',
  /** Messages whose delivery attempts ran out, held until an operator decides. */
  deadLetters: 'dead-letters',
  /** Asks for work over the warehouse, one message per run (schemas/run_request.ts). */
  runs: 'runs',
} as const

/** Topics that take no events: one that came in here would skip the store. */
export const internalTopics: ReadonlySet<string> = new Set([topics.stored, topics.deadLetters, topics.runs])

/** Ids of the platform's own subscriptions. */
export const subscriptions = {
  /** Pushes what a public topic receives to the `store` function. */
  store: (topic: string) => `${topic}-store`,
  /** Pushes the events stamped for one destination to the `forward` function. */
  forward: (destination: string) => `forward-${destination}`,
  /** Keeps dead letters: a topic without a subscription would lose them. */
  deadLettersHold: 'dead-letters-hold',
  /** Pushes stored events that set off an action to the `act` function. */
  act: 'stored-act',
  /** Pushes the requests for runs to the function that does them: `sync`, `act` or `erase`. */
  runs: (functionName: string) => `runs-${functionName}`,
} as const

const storeSuffix = subscriptions.store('')

/** The topic a store subscription stands for: a wrapped push names its subscription, not its topic. */
export function topicOfStore(subscription: string): string | undefined {
  return subscription.endsWith(storeSuffix) ? subscription.slice(0, -storeSuffix.length) : undefined
}

const forwardPrefix = subscriptions.forward('')

/** The destination that a forward subscription serves. */
export function destinationOfForward(subscription: string): string | undefined {
  return subscription.startsWith(forwardPrefix) ? subscription.slice(forwardPrefix.length) : undefined
}

/** Names of the attributes a message may carry. */
export const attributes = {
  eventId: 'event_id',
  eventName: 'event_name',
  receivedAt: 'received_at',
  storedAt: 'stored_at',
  /** How many automated actions lie between the producer and this message; absent means none. */
  hop: 'hop',
  /** Id of the run or firing that published the message; absent for an event's first way. */
  replayId: 'replay_id',
  /** Name of the sync of which the message is a row, or of the action of which it is a firing; absent for events. */
  source: 'source',
  /** Present, with the value `1`, on events that set off an action. */
  act: 'act',
  /** Of a message that was in quarantine and is processed again: id of the message as it first came, a space, and when that was. */
  reprocessed: 'reprocessed',
  /** Of a message of topic `runs`: what kind of run it asks for. */
  kind: 'kind',
  /** Present, with the value `1`, on a request to erase a person, which has the way of an event and is none. */
  erasure: 'erasure',
  /** Present, with the value `1`, when the decision layer permits this destination. */
  permit: (destination: string) => `to_${destination}`,
} as const

/** The longest chain of automated actions: what lies further from the producer is stored but goes nowhere. */
export const maxHops = 5

/** Filter of a destination's subscription: it can receive only events stamped for it.
 * https://cloud.google.com/pubsub/docs/subscription-message-filter */
export function permitFilter(destination: string): string {
  return `attributes:${attributes.permit(destination)}`
}
