/** A topic: adds each published message to the subscriptions whose filter matches, and keeps it for replay if configured. */
import { unimplemented } from './errors.ts'
import { Fifo } from '../../shared/src/fifo.ts'
import type { TopicSnapshot } from './log/snapshot.ts'
import type { Body, Message } from './message.ts'
import type { MessageStore } from './message_store.ts'
import { parseName } from './resource_names.ts'
import { milliseconds, type TopicResource } from './resources.ts'
import type { Schemas } from './schemas/registry.ts'
import type { Subscription } from './subscription.ts'
import { boundedDuration } from './subscription_settings.ts'

/** Checks a topic. Throws INVALID_ARGUMENT or UNIMPLEMENTED.
 * https://cloud.google.com/pubsub/docs/reference/rest/v1/projects.topics#Topic */
export function completeTopic(given: TopicResource, schemas: Schemas): TopicResource {
  parseName(given.name, 'topics')
  schemas.checkTopic(given)
  if (given.ingestionDataSourceSettings) throw unimplemented('Ingestion topics are')
  if (given.messageTransforms?.length) throw unimplemented('Message transforms are')
  if (!given.messageRetentionDuration) return given
  const bounds = { standard: 0, minimum: 600, maximum: 31 * 24 * 60 * 60 }
  const duration = given.messageRetentionDuration
  return {
    ...given,
    messageRetentionDuration: boundedDuration('message_retention_duration', duration, bounds),
  }
}

export class Topic {
  resource: TopicResource
  readonly subscriptions = new Set<Subscription>()
  readonly #store: MessageStore
  readonly #retained = new Fifo<Message>()

  constructor(resource: TopicResource, store: MessageStore) {
    this.resource = resource
    this.#store = store
  }

  configure(resource: TopicResource): void {
    this.resource = resource
    this.sweep(Date.now())
  }

  /** Message retention in milliseconds; 0 without retention. */
  get retention(): number {
    return milliseconds(this.resource.messageRetentionDuration ?? {})
  }

  /** Messages kept for replay, oldest first. */
  get retained(): Iterable<Message> {
    return this.#retained
  }

  snapshot(): TopicSnapshot {
    return { resource: this.resource, retained: this.#retained.toArray() }
  }

  /** Keeps a message for replay. */
  retain(message: Message): void {
    this.#store.hold(message)
    this.#retained.push(message)
  }

  /** Delivers a durable message. */
  deliver(message: Message, { attributes, orderingKey }: Body): void {
    if (this.resource.messageRetentionDuration) this.retain(message)
    for (const subscription of this.subscriptions)
      if (!subscription.filter || subscription.filter(attributes)) {
        subscription.offer(message, orderingKey)
        subscription.published()
      }
  }

  /** Drops messages that are older than the retention. */
  sweep(now: number): void {
    const oldest = now - this.retention
    for (let message = this.#retained.peek(); message && message.publishTime < oldest;) {
      this.#retained.shift()
      this.#store.release(message)
      message = this.#retained.peek()
    }
  }

  /** Drops all messages, because the topic is deleted. */
  close(): void {
    this.sweep(Infinity)
  }
}
