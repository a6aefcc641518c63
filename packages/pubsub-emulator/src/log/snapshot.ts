/** Snapshots: the state of the broker at one moment, in lists that do not change while the broker continues. A snapshot costs a copy
 * of the lists. It is processed in portions, because there may be millions of messages. */
import type { Entry, Message } from '../message.ts'
import type { SchemaResource, SubscriptionResource, TopicResource } from '../resources.ts'

export interface TopicSnapshot {
  resource: TopicResource
  retained: readonly Message[]
}

export interface SubscriptionSnapshot {
  resource: SubscriptionResource
  /** Unordered messages that were never delivered. */
  fresh: readonly Message[]
  /** The other unacknowledged messages, in no order. */
  entries: readonly Entry[]
  acknowledged: readonly Message[]
}

export interface Snapshot {
  lastId: number
  schemas: readonly SchemaResource[]
  topics: readonly TopicSnapshot[]
  subscriptions: readonly SubscriptionSnapshot[]
}

const messagesPerPortion = 8192

/** Yields a list in portions of about a millisecond of work. */
export function* portions<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += messagesPerPortion)
    yield list.slice(from, from + messagesPerPortion)
}

/** Yields all messages of a snapshot, in portions. A message with several holders is yielded several times. */
export function* messagePortions({ topics, subscriptions }: Snapshot): Generator<readonly Message[]> {
  for (const { retained } of topics) yield* portions(retained)
  for (const { fresh, entries, acknowledged } of subscriptions) {
    yield* portions(fresh)
    for (const portion of portions(entries)) yield portion.map(({ message }) => message)
    yield* portions(acknowledged)
  }
}
