/** Bus: the topics, the identity that pushes from them, and the place where undeliverable messages are kept. */
import { pubsub, serviceaccount } from '@pulumi/gcp'
import { ComponentResource, type ComponentResourceOptions, type Resource } from '@pulumi/pulumi'
import { subscriptions, topics } from '../../schemas/bus.ts'
import { busId, serviceAccountId } from '../naming.ts'
import type { Platform } from './platform.ts'
import { PushSubscription, type PushSubscriptionArgs } from './push_subscription.ts'

const secondsOfDay = 86_400

/** The longest Pub/Sub allows: an operator decides about dead letters. */
const deadLetterRetention = '2678400s'

export interface BusArgs {
  platform: Platform
  /** Event types; each gets a topic of its name. */
  eventNames: Iterable<string>
  /** Regions that messages may lie in; none for any. */
  regions: readonly string[]
  /** For how many days public topics keep what was published: time to notice that a subscription was lost, to make it again and to seek
   * back. None for 0. */
  retention: number
}

export class Bus extends ComponentResource {
  /** Topics that producers publish to, by name. */
  readonly publicTopics: ReadonlyMap<string, pubsub.Topic>
  /** Takes what lies in the warehouse; only `store` publishes to it. */
  readonly stored: pubsub.Topic
  readonly deadLetters: pubsub.Topic
  /** Keeps dead letters until an operator decides. */
  readonly hold: pubsub.Subscription
  /** Takes requests for runs; operators and the scheduler publish to it. */
  readonly runs: pubsub.Topic
  /** The identity in whose name Pub/Sub calls the functions. */
  readonly pusher: serviceaccount.Account
  /** What must stand before anything is pushed: else pushes go unsigned, or dead letters are lost. */
  readonly ready: readonly Resource[]
  private readonly platform: Platform

  constructor(
    name: string,
    { platform, eventNames, regions, retention }: BusArgs,
    options?: ComponentResourceOptions,
  ) {
    super('sluice:index:Bus', name, {}, options)
    const child = { parent: this }
    this.platform = platform
    const enabled = { ...child, dependsOn: [...platform.ready] }
    const everywhere = {
      ...(platform.key !== undefined && { kmsKeyName: platform.key }),
      ...(regions.length > 0 && { messageStoragePolicy: { allowedPersistenceRegions: [...regions] } }),
    }
    const topic = (id: string, settings: pubsub.TopicArgs = {}) =>
      new pubsub.Topic(id, { name: busId(id), ...everywhere, ...settings }, enabled)

    this.publicTopics = new Map(
      [topics.events, ...eventNames].map((id) => [
        id,
        topic(id, retention > 0 ? { messageRetentionDuration: `${retention * secondsOfDay}s` } : {}),
      ]),
    )
    this.stored = topic(topics.stored)
    this.deadLetters = topic(topics.deadLetters)
    // Without retention: the request for an erasure names a person.
    this.runs = topic(topics.runs)
    this.pusher = new serviceaccount.Account(
      'push',
      { accountId: serviceAccountId('push'), displayName: 'Calls the functions for Pub/Sub' },
      enabled,
    )

    const signing = new serviceaccount.IAMMember(
      'push-signing',
      {
        serviceAccountId: this.pusher.name,
        role: 'roles/iam.serviceAccountTokenCreator',
        member: platform.pubsubAgent,
      },
      child,
    )
    const forwarding = new pubsub.TopicIAMMember(
      'dead-letters-agent',
      { topic: this.deadLetters.name, role: 'roles/pubsub.publisher', member: platform.pubsubAgent },
      child,
    )
    this.hold = new pubsub.Subscription(
      subscriptions.deadLettersHold,
      {
        name: subscriptions.deadLettersHold,
        topic: this.deadLetters.id,
        ackDeadlineSeconds: 60,
        messageRetentionDuration: deadLetterRetention,
        expirationPolicy: { ttl: '' },
      },
      child,
    )
    this.ready = [signing, forwarding, this.hold]
    this.registerOutputs({})
  }

  /** Brings the messages of a topic to a function. */
  push(subscription: string, args: Omit<PushSubscriptionArgs, 'platform' | 'bus'>): PushSubscription {
    return new PushSubscription(
      subscription,
      { ...args, platform: this.platform, bus: this },
      { parent: this },
    )
  }
}
