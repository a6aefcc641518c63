/** Replay: keeps snapshots, and seeks subscriptions to them and to a time. A snapshot is a subscription that nobody pulls from: it holds the
 * messages that its source had not acknowledged, and gets every later message of the topic.
 * https://cloud.google.com/pubsub/docs/replay-overview */
import { alreadyExists, notFound, RpcError } from './errors.ts'
import type { BrokerJournal } from './journal.ts'
import type { Entry, Message } from './message.ts'
import type { MessageStore } from './message_store.ts'
import { parseName } from './resource_names.ts'
import { fromMilliseconds, milliseconds, type Attributes, type SnapshotState } from './resources.ts'
import { inSnapshot, sinceTime, sought, type Sought } from './seek.ts'
import { Subscription } from './subscription.ts'
import type { SubscriptionDependencies } from './subscription_dependencies.ts'
import type { Topic } from './topic.ts'

const shortestLife = 60 * 60 * 1000
const longestLife = 7 * 24 * shortestLife

export interface ReplayParts {
  topics: ReadonlyMap<string, Topic>
  journal: BrokerJournal
  store: MessageStore
  dependencies: SubscriptionDependencies
}

/** A snapshot as it is asked for, with its place among the messages. */
export interface NewSnapshot extends Pick<SnapshotState, 'id' | 'after'> {
  name: string
  labels: Attributes
}

export class Replay {
  readonly snapshots = new Map<string, Subscription>()
  readonly #parts: ReplayParts

  constructor(parts: ReplayParts) {
    this.#parts = parts
  }

  /** Returns the snapshot. Throws NOT_FOUND if it does not exist. */
  snapshot(name: string): Subscription {
    parseName(name, 'snapshots')
    const snapshot = this.snapshots.get(name)
    if (!snapshot) throw notFound(name)
    return snapshot
  }

  /** Creates a snapshot of a subscription. It lives for 7 days less the age of the oldest unacknowledged message. */
  async create(of: Subscription, { name, labels, id, after }: NewSnapshot): Promise<Subscription> {
    parseName(name, 'snapshots')
    if (this.snapshots.has(name)) throw alreadyExists(name)
    const { detached, topic: topicName } = of.resource
    if (detached) throw new RpcError('FAILED_PRECONDITION', 'The subscription is detached from its topic.')
    const now = Date.now()
    const oldest = now - of.settings.retention
    const pending = of.holdings().pending.filter(({ message }) => message.publishTime >= oldest)
    const expires = (pending[0]?.message.publishTime ?? now) + longestLife
    if (expires < now + shortestLife)
      throw new RpcError(
        'FAILED_PRECONDITION',
        'The backlog in the subscription is too old: the snapshot would expire in less than 1 hour.',
      )
    const expireTime = fromMilliseconds(expires)
    const resource = { name, topic: topicName, labels, snapshot: { id, after, expireTime } }
    const { dependencies, journal, topics } = this.#parts
    const snapshot = new Subscription(resource, dependencies)
    snapshot.replace({
      pending: pending.map(({ message }) => ({ message, attempts: 0, key: '' })),
      acknowledged: [],
    })
    this.snapshots.set(name, snapshot)
    topics.get(topicName)?.subscriptions.add(snapshot)
    await journal.change({ change: 'snapshot', snapshot: resource, of: of.resource.name })
    return snapshot
  }

  /** Replaces the labels of a snapshot. */
  async label(name: string, labels: Attributes | undefined): Promise<Subscription> {
    const snapshot = this.snapshot(name)
    snapshot.configure({ ...snapshot.resource, labels })
    await this.#parts.journal.change({ change: 'subscription', subscription: snapshot.resource })
    return snapshot
  }

  async delete(name: string): Promise<void> {
    const snapshot = this.snapshot(name)
    const { resource } = snapshot
    this.snapshots.delete(name)
    this.#parts.topics.get(resource.topic)?.subscriptions.delete(snapshot)
    snapshot.close()
    await this.#parts.journal.change({ change: 'snapshotDeleted', name, id: resource.snapshot?.id ?? 0 })
  }

  /** Marks everything published before `time` (milliseconds) as acknowledged and the rest as not. */
  async toTime(subscription: Subscription, time: number): Promise<void> {
    const { topic, name } = subscription.resource
    this.#seek(subscription, this.#parts.topics.get(topic)?.retained ?? [], sinceTime(time))
    await this.#parts.journal.change({ change: 'seek', name, time })
  }

  /** Makes unacknowledged what the snapshot holds and the subscription's filter lets through, and the rest acknowledged. */
  async toSnapshot(subscription: Subscription, snapshotName: string): Promise<void> {
    const snapshot = this.snapshot(snapshotName)
    const { topic, name } = subscription.resource
    if (snapshot.resource.topic !== topic)
      throw new RpcError(
        'FAILED_PRECONDITION',
        `The subscription's topic ${topic} is different from that of the snapshot ${snapshot.resource.topic}; they must match in order for Seek work. Note that if a topic is deleted and then re-created with the same name, it is considered a distinct topic for these purposes.`,
      )
    const messages = snapshot.holdings().pending.map(({ message }) => message)
    this.#seek(subscription, messages, inSnapshot(messages))
    await this.#parts.journal.change({ change: 'seekSnapshot', name, snapshot: snapshotName })
  }

  /** Deletes the snapshots that have expired. */
  sweep(now: number): void {
    for (const [name, { resource }] of this.snapshots)
      if (milliseconds(resource.snapshot?.expireTime ?? {}) <= now) void this.delete(name)
  }

  #seek(subscription: Subscription, kept: Iterable<Message>, wanted: Sought['wanted']): void {
    const { store } = this.#parts
    const { filter, settings } = subscription
    const entry = (message: Message): Entry => {
      const key = settings.ordered ? store.body(message).orderingKey : ''
      return { message, attempts: 0, key }
    }
    const matching = filter ? [...kept].filter((message) => filter(store.body(message).attributes)) : kept
    subscription.replace(sought(subscription.holdings(), { kept: matching, wanted, entry }))
  }
}
