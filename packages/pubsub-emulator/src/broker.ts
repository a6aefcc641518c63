/** The broker: every topic and subscription, the operations on them, and the log that makes them durable. */
import type { BrokerParts } from './broker_parts.ts'
import { alreadyExists, notFound } from './errors.ts'
import type { BrokerJournal } from './journal.ts'
import { checkPublish } from './limits.ts'
import type { Snapshot } from './log/snapshot.ts'
import type { LoggedState } from './log/state.ts'
import type { Body, Entry, Message } from './message.ts'
import type { MessageStore } from './message_store.ts'
import { Policies } from './policies.ts'
import { Replay } from './replay.ts'
import { deletedTopic, parseName } from './resource_names.ts'
import type { Attributes, PubsubMessage, SubscriptionResource, TopicResource } from './resources.ts'
import { Schemas } from './schemas/registry.ts'
import { Subscription } from './subscription.ts'
import type { SubscriptionDependencies } from './subscription_dependencies.ts'
import { completeSubscription } from './subscription_settings.ts'
import { completeTopic, Topic } from './topic.ts'
import { deadLetterMessage } from './dead_letter.ts'

const noData = Buffer.alloc(0)

/**
 * Configuration changes take effect at once and are answered when they are durable. Messages reach subscriptions when they
 * are durable. The log contains both in the order in which they were accepted.
 */
export class Broker {
  readonly topics = new Map<string, Topic>()
  readonly subscriptions = new Map<string, Subscription>()
  readonly store: MessageStore
  readonly replay: Replay
  readonly policies: Policies
  readonly schemas: Schemas
  readonly #journal: BrokerJournal
  readonly #configured: BrokerParts['configured']
  readonly #dependencies: SubscriptionDependencies
  #subscribed: Promise<unknown> | undefined
  #lastId: number
  #lastDelivered: number

  constructor({ journal, store, deadlines, configured, subscribed }: BrokerParts, state: LoggedState) {
    this.#journal = journal
    this.store = store
    this.#configured = configured
    this.#subscribed = subscribed
    // Ids have the format of Google's, and increase even after the log was deleted.
    this.#lastId = Math.max(state.lastId, Date.now() * 1000)
    this.#lastDelivered = this.#lastId
    this.#dependencies = {
      store,
      deadlines,
      settled: (subscription, message) => journal.settled(subscription, message.id),
      attempted: (subscription, { message, attempts }) =>
        journal.attempted(subscription, message.id, attempts),
      deadLetter: (subscription, entry) => this.#deadLetter(subscription, entry),
    }
    this.schemas = new Schemas(journal, state.schemas.values())
    const { topics, subscriptions, schemas } = this
    this.replay = new Replay({ topics, journal, store, dependencies: this.#dependencies })
    this.policies = new Policies({
      topics,
      subscriptions,
      schemas,
      snapshots: this.replay.snapshots,
      journal,
    })
    this.#restore(state)
  }

  /** Returns the state for a checkpoint. */
  snapshot(): Snapshot {
    const subscriptions = [...this.subscriptions.values(), ...this.replay.snapshots.values()]
    return {
      lastId: this.#lastId,
      schemas: this.schemas.list(),
      topics: [...this.topics.values()].map((topic) => topic.snapshot()),
      subscriptions: subscriptions.map((each) => each.snapshot()),
    }
  }

  /** Returns true if a topic, a subscription, a snapshot or a schema of this full name exists. */
  readonly exists = (name: string): boolean =>
    [this.topics, this.subscriptions, this.replay.snapshots, this.schemas].some((each) => each.has(name))

  /** Returns the topic. Throws NOT_FOUND if it does not exist. */
  topic(name: string | undefined): Topic {
    parseName(name, 'topics')
    const topic = this.topics.get(name ?? '')
    if (!topic) throw notFound(name ?? '')
    return topic
  }

  /** Returns the subscription. Throws NOT_FOUND if it does not exist. */
  subscription(name: string | undefined): Subscription {
    parseName(name, 'subscriptions')
    const subscription = this.subscriptions.get(name ?? '')
    if (!subscription) throw notFound(name ?? '')
    return subscription
  }

  /** Publishes messages. Resolves to their ids once the messages are durable. */
  async publish(topicName: string, messages: readonly PubsubMessage[]): Promise<string[]> {
    if (this.#subscribed) {
      await this.#subscribed
      this.#subscribed = undefined
    }
    const topic = this.topic(topicName)
    checkPublish(messages)
    return this.#append(topic, this.schemas.accepted(topic.resource, messages))
  }

  async createTopic(given: TopicResource): Promise<TopicResource> {
    const resource = completeTopic(given, this.schemas)
    if (this.topics.has(resource.name)) throw alreadyExists(resource.name)
    this.topics.set(resource.name, new Topic(resource, this.store))
    await this.#journal.change({ change: 'topic', topic: resource })
    return resource
  }

  async updateTopic(given: TopicResource): Promise<TopicResource> {
    const topic = this.topic(given.name)
    const resource = completeTopic(given, this.schemas)
    topic.configure(resource)
    await this.#journal.change({ change: 'topic', topic: resource })
    return resource
  }

  async deleteTopic(name: string): Promise<void> {
    const topic = this.topic(name)
    this.topics.delete(name)
    for (const subscription of topic.subscriptions)
      subscription.configure({ ...subscription.resource, topic: deletedTopic })
    topic.close()
    await this.#journal.change({ change: 'topicDeleted', name })
  }

  async createSubscription(given: SubscriptionResource): Promise<SubscriptionResource> {
    const resource = completeSubscription(given)
    const topic = this.topic(resource.topic)
    if (this.subscriptions.has(resource.name)) throw alreadyExists(resource.name)
    this.#checkDeadLetterTopic(resource)
    const subscription = new Subscription(resource, this.#dependencies)
    this.subscriptions.set(resource.name, subscription)
    topic.subscriptions.add(subscription)
    await this.#journal.change({ change: 'subscription', subscription: resource })
    this.#configured(subscription)
    return resource
  }

  async updateSubscription(given: SubscriptionResource): Promise<SubscriptionResource> {
    const subscription = this.subscription(given.name)
    const resource = completeSubscription(given)
    this.#checkDeadLetterTopic(resource)
    subscription.configure(resource)
    this.#configured(subscription)
    await this.#journal.change({ change: 'subscription', subscription: resource })
    return resource
  }

  async deleteSubscription(name: string): Promise<void> {
    const subscription = this.subscription(name)
    this.subscriptions.delete(name)
    this.topics.get(subscription.resource.topic)?.subscriptions.delete(subscription)
    subscription.close()
    this.#configured(subscription)
    await this.#journal.change({ change: 'subscriptionDeleted', name })
  }

  /** Detaches a subscription from its topic and drops its messages.
   * https://cloud.google.com/pubsub/docs/detach-subscriptions */
  async detach(name: string): Promise<void> {
    const subscription = this.subscription(name)
    this.topics.get(subscription.resource.topic)?.subscriptions.delete(subscription)
    const resource = { ...subscription.resource, detached: true }
    subscription.configure(resource)
    subscription.replace({ pending: [], acknowledged: [] })
    this.#configured(subscription)
    await this.#journal.change({ change: 'subscription', subscription: resource })
  }

  createSnapshot(name: string, subscription: string, labels: Attributes): Promise<Subscription> {
    const place = { id: ++this.#lastId, after: this.#lastDelivered }
    return this.replay.create(this.subscription(subscription), { name, labels, ...place })
  }

  /** Resolves once all accepted requests are durable. */
  committed(): Promise<void> {
    return this.#journal.committed()
  }

  /** Drops messages that are older than their retention. */
  sweep(): void {
    const now = Date.now()
    const all = [...this.topics.values(), ...this.subscriptions.values(), this.replay]
    for (const each of all) each.sweep(now)
  }

  async #append(topic: Topic, messages: readonly PubsubMessage[]): Promise<string[]> {
    this.#journal.requireWritable()
    const publishTime = Date.now()
    const published = messages.map(({ data = noData, attributes = {}, orderingKey = '' }) => {
      const body: Body = { data, attributes, orderingKey }
      const id = ++this.#lastId
      const location = this.#journal.publish({ id, publishTime, topic: topic.resource.name, body })
      const message: Message = { id, publishTime, ...location, body: undefined, holders: 0 }
      // Held until it is delivered, so that its segment is kept.
      this.store.hold(message)
      this.store.admit(message, body)
      return { message, body }
    })
    await this.#journal.durable(() => {
      for (const { message, body } of published) {
        topic.deliver(message, body)
        this.#lastDelivered = message.id
        this.store.release(message)
      }
    })
    return published.map(({ message }) => String(message.id))
  }

  async #deadLetter(subscription: Subscription, { message, attempts }: Entry): Promise<boolean> {
    const topic = this.topics.get(subscription.settings.deadLetter?.topic ?? '')
    if (!topic) return false
    const letter = deadLetterMessage(subscription.resource.name, message, this.store.body(message), attempts)
    return this.#append(topic, [letter]).then(
      () => true,
      () => false,
    )
  }

  #checkDeadLetterTopic({ deadLetterPolicy }: SubscriptionResource): void {
    if (deadLetterPolicy?.deadLetterTopic) this.topic(deadLetterPolicy.deadLetterTopic)
  }

  #restore(state: LoggedState): void {
    for (const [name, { resource, retained }] of state.topics) {
      const topic = new Topic(resource, this.store)
      this.topics.set(name, topic)
      for (const message of retained.values()) topic.retain(message)
    }
    for (const [name, { resource, pending, acknowledged }] of state.subscriptions) {
      const subscription = new Subscription(resource, this.#dependencies)
      const home = resource.snapshot ? this.replay.snapshots : this.subscriptions
      home.set(name, subscription)
      if (!resource.detached) this.topics.get(resource.topic)?.subscriptions.add(subscription)
      subscription.replace({ pending: [...pending.values()], acknowledged: [...acknowledged.values()] })
      this.#configured(subscription)
    }
  }
}
