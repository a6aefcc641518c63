/** Snapshots: everything the broker holds at one moment, as lists that stay as they are while the broker goes on. Taking
 * one costs a copy of the lists; going through it is done in portions, because there may be millions of messages. */
import type { Entry, Message } from '../message.ts'
import type { SubscriptionResource, TopicResource } from '../resources.ts'

export interface TopicSnapshot {
  resource: TopicResource
  retained: readonly Message[]
}

export interface SubscriptionSnapshot {
  resource: SubscriptionResource
  /** Never delivered and unordered. */
  fresh: readonly Message[]
  /** The other unacknowledged messages, in no order. */
  entries: readonly Entry[]
  acknowledged: readonly Message[]
}

export interface Snapshot {
  lastId: number
  topics: readonly TopicSnapshot[]
  subscriptions: readonly SubscriptionSnapshot[]
}

const messagesPerPortion = 8192

/** A list in portions that take about a millisecond to work through. */
export function* portions<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += messagesPerPortion)
    yield list.slice(from, from + messagesPerPortion)
}

/** Every message of a snapshot, in portions; one that several hold comes several times. */
export function* messagePortions({ topics, subscriptions }: Snapshot): Generator<readonly Message[]> {
  for (const { retained } of topics) yield* portions(retained)
  for (const { fresh, entries, acknowledged } of subscriptions) {
    yield* portions(fresh)
    for (const portion of portions(entries)) yield portion.map(({ message }) => message)
    yield* portions(acknowledged)
  }
}
