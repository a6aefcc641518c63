/** The broker's state in the log: rebuilt record by record on opening, and the content of a checkpoint. */
import type { BrokerChange } from '../journal.ts'
import { compileFilter, type Predicate } from '../filter.ts'
import type { Body, Entry, Message } from '../message.ts'
import { deletedTopic } from '../resource_names.ts'
import type { SchemaResource, SubscriptionResource, TopicResource } from '../resources.ts'
import { inSnapshot, sinceTime, sought, type Sought } from '../seek.ts'

export interface LoggedTopic {
  resource: TopicResource
  retained: Map<number, Message>
}

export interface LoggedSubscription {
  resource: SubscriptionResource
  filter: Predicate | undefined
  pending: Map<number, Entry>
  acknowledged: Map<number, Message>
}

/** Replays records. Every operation is idempotent, because a checkpoint may already contain the effect of a record. */
export class LoggedState {
  lastId = 0
  readonly topics = new Map<string, LoggedTopic>()
  readonly schemas = new Map<string, SchemaResource>()
  readonly subscriptions = new Map<string, LoggedSubscription>()
  readonly #body: (message: Message) => Body

  /** `body` reads a message from the log, for the filters and ordering keys of messages that a seek restores. */
  constructor(body: (message: Message) => Body) {
    this.#body = body
  }

  published(topicName: string, message: Message, { attributes, orderingKey }: Body): void {
    this.lastId = Math.max(this.lastId, message.id)
    const topic = this.topics.get(topicName)
    if (topic?.resource.messageRetentionDuration) topic.retained.set(message.id, message)
    for (const { resource, filter, pending } of this.subscriptions.values()) {
      if (resource.topic !== topicName || resource.detached || (filter && !filter(attributes))) continue
      if (resource.snapshot && message.id <= resource.snapshot.after) continue
      const key = resource.enableMessageOrdering ? orderingKey : ''
      pending.set(message.id, { message, attempts: 0, key })
    }
  }

  settled(subscription: string, ids: readonly number[]): void {
    const state = this.subscriptions.get(subscription)
    for (const id of ids) {
      const entry = state?.pending.get(id)
      if (!state || !entry) continue
      state.pending.delete(id)
      if (state.resource.retainAckedMessages) state.acknowledged.set(id, entry.message)
    }
  }

  /** `pairs` are alternating ids and delivery attempts. */
  attempted(subscription: string, pairs: readonly number[]): void {
    const pending = this.subscriptions.get(subscription)?.pending
    for (let index = 0; index < pairs.length; index += 2) {
      const entry = pending?.get(pairs[index] ?? 0)
      if (entry) entry.attempts = pairs[index + 1] ?? 0
    }
  }

  changed(change: BrokerChange): void {
    switch (change.change) {
      case 'topic': {
        const retained = this.topics.get(change.topic.name)?.retained ?? new Map<number, Message>()
        this.topics.set(change.topic.name, { resource: change.topic, retained })
        break
      }
      case 'topicDeleted':
        this.topics.delete(change.name)
        for (const { resource } of this.subscriptions.values())
          if (resource.topic === change.name) resource.topic = deletedTopic
        break
      case 'subscription': {
        const resource = change.subscription
        const { pending, acknowledged } = this.subscriptions.get(resource.name) ?? {
          pending: new Map<number, Entry>(),
          acknowledged: new Map<number, Message>(),
        }
        if (resource.detached) pending.clear()
        if (resource.detached || !resource.retainAckedMessages) acknowledged.clear()
        const filter = compileFilter(resource.filter)
        this.subscriptions.set(resource.name, { resource, filter, pending, acknowledged })
        break
      }
      case 'schema':
        this.schemas.set(change.schema.name, change.schema)
        break
      case 'schemaDeleted':
        this.schemas.delete(change.name)
        break
      case 'subscriptionDeleted':
        this.subscriptions.delete(change.name)
        break
      case 'seek': {
        const topic = this.subscriptions.get(change.name)?.resource.topic ?? ''
        const kept = this.topics.get(topic)?.retained.values() ?? []
        this.#seek(change.name, kept, sinceTime(change.time))
        break
      }
      case 'seekSnapshot': {
        const snapshot = this.subscriptions.get(change.snapshot)
        if (!snapshot) break
        const messages = [...snapshot.pending.values()].map(({ message }) => message)
        this.#seek(change.name, messages, inSnapshot(messages))
        break
      }
      case 'snapshot':
        this.#snapshot(change.snapshot, change.of)
        break
      case 'snapshotDeleted':
        // A checkpoint may already contain a later snapshot of this name.
        if (this.subscriptions.get(change.name)?.resource.snapshot?.id === change.id)
          this.subscriptions.delete(change.name)
    }
  }

  /** A snapshot that a checkpoint contains is complete: its source may have acknowledged messages since. */
  #snapshot(resource: SubscriptionResource, of: string): void {
    if (this.subscriptions.has(resource.name)) return
    const pending = new Map<number, Entry>()
    for (const [id, { message }] of this.subscriptions.get(of)?.pending ?? [])
      pending.set(id, { message, attempts: 0, key: '' })
    this.subscriptions.set(resource.name, { resource, filter: undefined, pending, acknowledged: new Map() })
  }

  #seek(name: string, kept: Iterable<Message>, wanted: Sought['wanted']): void {
    const state = this.subscriptions.get(name)
    if (!state) return
    const { resource, filter } = state
    const holdings = { pending: [...state.pending.values()], acknowledged: [...state.acknowledged.values()] }
    const { pending, acknowledged } = sought(holdings, {
      kept: filter ? [...kept].filter((message) => filter(this.#body(message).attributes)) : kept,
      wanted,
      entry: (message) => {
        const key = resource.enableMessageOrdering ? this.#body(message).orderingKey : ''
        return { message, attempts: 0, key }
      },
    })
    state.pending = new Map(pending.map((entry) => [entry.message.id, entry]))
    const retained = resource.retainAckedMessages ? acknowledged : []
    state.acknowledged = new Map(retained.map((message) => [message.id, message]))
  }
}
