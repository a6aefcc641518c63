/** Event bus: names its topics, subscriptions and message attributes, in the cloud and locally. */

/** Topics of the platform itself. In addition, each event type has a topic with its name. */
export const topics = {
  /** Accepts events of any type. The name is in the body or in the attribute `event_name`. */
  events: 'events',
  /** Stored events, one message per event, with an attribute for each permitted destination. */
  stored: 'stored',
  /** Messages whose delivery attempts are exhausted, kept until an operator requeues them. */
  deadLetters: 'dead-letters',
  /** Run requests, one message per run (schemas/run_request.ts). */
  runs: 'runs',
  /** Run requests of Cloud Scheduler, which alone may publish here: so the topic proves who asked. */
  scheduledRuns: 'scheduled-runs',
} as const

/** Topics that producers cannot publish to: an event published here would bypass storage. */
export const internalTopics: ReadonlySet<string> = new Set([
  topics.stored,
  topics.deadLetters,
  topics.runs,
  topics.scheduledRuns,
])

const sourcePrefix = 'source-'

/** The topic that only the members of a source may publish to. Ids of event types have no hyphen. */
export function topicOfSource(source: string): string {
  return `${sourcePrefix}${source}`
}

/** The source whose members alone may publish to a topic; undefined for a topic that all producers share, which proves nothing. Pub/Sub does
 * not tell who published a message, so a topic is the only proof. */
export function sourceOfTopic(topic: string): string | undefined {
  return topic.startsWith(sourcePrefix) ? topic.slice(sourcePrefix.length) : undefined
}

/** Marks the ids of ordered subscriptions. Ids of topics and destinations have no hyphen. */
const orderedSuffix = '-ordered'

/** Ids of the platform's subscriptions. */
export const subscriptions = {
  /** Pushes the messages of a public topic to the `store` function. */
  store: (topic: string) => `${topic}-store`,
  /** As `store`, in the order of each ordering key. A name of its own: Pub/Sub cannot change the ordering of a subscription. */
  storeInOrder: (topic: string) => `${topic}${orderedSuffix}-store`,
  /** Pushes the events that are permitted for one destination to the `forward` function. */
  forward: (destination: string) => `forward-${destination}`,
  /** Pushes the events that have an ordering key to the `forward` function, in the order of each key, if the destination asks for it. */
  forwardInOrder: (destination: string) => `forward-${destination}${orderedSuffix}`,
  /** Keeps dead letters: a topic without a subscription discards messages. */
  deadLettersHold: 'dead-letters-hold',
  /** Pushes stored events that trigger an action to the `act` function. */
  act: 'stored-act',
  /** Pushes run requests to the function that handles them: `sync`, `act` or `erase`. */
  runs: (functionName: string) => `runs-${functionName}`,
  /** As `runs`, for the run requests of Cloud Scheduler. */
  scheduledRuns: (functionName: string) => `${topics.scheduledRuns}-${functionName}`,
} as const

/** True for a subscription whose run requests Cloud Scheduler has published. */
export function isScheduledRun(subscription: string): boolean {
  return subscription.startsWith(subscriptions.scheduledRuns(''))
}

const storeSuffix = subscriptions.store('')
const orderedStoreSuffix = subscriptions.storeInOrder('')

/** True for a store subscription that delivers in the order of each ordering key. */
export function isOrderedStore(subscription: string): boolean {
  return subscription.endsWith(orderedStoreSuffix)
}

/** True for a subscription that delivers in the order of each ordering key. */
export function isOrderedSubscription(subscription: string): boolean {
  return subscription.endsWith(orderedSuffix) || isOrderedStore(subscription)
}

/** The topic of a store subscription. A wrapped push names its subscription, not its topic. */
export function topicOfStore(subscription: string): string | undefined {
  if (!subscription.endsWith(storeSuffix)) return undefined
  const suffix = isOrderedStore(subscription) ? orderedStoreSuffix : storeSuffix
  return subscription.slice(0, -suffix.length)
}

const forwardPrefix = subscriptions.forward('')

/** The destination that a forward subscription serves. */
export function destinationOfForward(subscription: string): string | undefined {
  if (!subscription.startsWith(forwardPrefix)) return undefined
  const end = subscription.endsWith(orderedSuffix) ? -orderedSuffix.length : undefined
  return subscription.slice(forwardPrefix.length, end)
}

/** Names of message attributes. */
export const attributes = {
  eventId: 'event_id',
  eventName: 'event_name',
  receivedAt: 'received_at',
  storedAt: 'stored_at',
  /** Number of automated actions between the producer and this message. Default: 0. */
  hop: 'hop',
  /** Id of the run or firing that published the message. Absent on the first delivery of an event. */
  replayId: 'replay_id',
  /** Name of the sync or action that made the message. Absent on events. */
  source: 'source',
  /** The connection that a message came through, such as a translation. A claim: every producer can set it. */
  connection: 'connection',
  /** `1` on events that trigger an action, otherwise absent. */
  act: 'act',
  /** On reprocessed messages: the id of the original message, a space, and the time at which it was received. */
  reprocessed: 'reprocessed',
  /** On messages of topic `runs`: the kind of run. */
  kind: 'kind',
  /** `1` on a request to erase a person, which is delivered like an event, otherwise absent. */
  erasure: 'erasure',
  /** On a question to the third party, which is delivered like an event: its id of the request that is asked about. */
  receipt: 'receipt',
  /** `1` on a message that carries a page of rows instead of one event (functions/bus/page.ts), otherwise absent. */
  page: 'page',
  /** `1` if the decision layer permits this destination, otherwise absent. */
  permit: (destination: string) => `to_${destination}`,
  /** As `permit`, on an event whose ordering key holds at this destination. An event has one of the two. */
  permitInOrder: (destination: string) => `ordered_to_${destination}`,
} as const

/** Maximum length of a chain of automated actions. An event beyond it is stored, but not forwarded. */
export const maxHops = 5

/** Filter of a destination's subscription: only events that are permitted for the destination pass.
 * https://cloud.google.com/pubsub/docs/subscription-message-filter */
export function permitFilter(destination: string): string {
  return `attributes:${attributes.permit(destination)}`
}

/** Filter of a destination's ordered subscription. */
export function permitInOrderFilter(destination: string): string {
  return `attributes:${attributes.permitInOrder(destination)}`
}
