/** Bus: makes the topics, the service account of pushes, and the subscription that holds dead letters. */
import { pubsub, serviceaccount } from '@pulumi/gcp'
import { ComponentResource, type ComponentResourceOptions, type Resource } from '@pulumi/pulumi'
import { subscriptions, topicOfSource, topics } from '../../schemas/bus.ts'
import { busId, serviceAccountId } from '../naming.ts'
import type { Platform } from './platform.ts'
import { PushSubscription, type PushSubscriptionArgs } from './push_subscription.ts'

const secondsOfDay = 86_400

/** 31 days, the maximum of Pub/Sub: dead letters wait for an operator. */
const deadLetterRetention = '2678400s'

interface BusArgs {
  platform: Platform
  /** Event types. Each gets a topic of its name. */
  eventNames: Iterable<string>
  /** Sources. Each gets a topic that only its members may publish to. */
  sources: Iterable<string>
  /** Regions in which messages may be stored. Empty: any region. */
  regions: readonly string[]
  /** Days for which public topics retain messages: time to notice that a subscription was lost, to recreate it and to seek back. 0: not at
   * all. */
  retention: number
}

export class Bus extends ComponentResource {
  /** Topics that all producers publish to, by name. */
  readonly sharedTopics: ReadonlyMap<string, pubsub.Topic>
  /** Topics of sources, by name of the source. */
  readonly sourceTopics: ReadonlyMap<string, pubsub.Topic>
  /** All of them, by name of the topic. */
  readonly publicTopics: ReadonlyMap<string, pubsub.Topic>
  /** Carries events that are in the warehouse. Only `store` and the functions of runs publish to it. */
  readonly stored: pubsub.Topic
  readonly deadLetters: pubsub.Topic
  /** Holds dead letters until an operator handles them. */
  readonly hold: pubsub.Subscription
  /** Carries run requests. Operators publish to it. */
  readonly runs: pubsub.Topic
  /** Carries run requests of the scheduler, which alone publishes to it. */
  readonly scheduledRuns: pubsub.Topic
  /** The service account with which Pub/Sub calls the functions. */
  readonly pusher: serviceaccount.Account
  /** Resources that must exist before anything is pushed. Otherwise pushes are unsigned or dead letters are lost. */
  readonly ready: readonly Resource[]
  private readonly platform: Platform

  constructor(
    name: string,
    { platform, eventNames, sources, regions, retention }: BusArgs,
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

    const retained = (id: string) =>
      topic(id, retention > 0 ? { messageRetentionDuration: `${retention * secondsOfDay}s` } : {})
    this.sharedTopics = new Map([topics.events, ...eventNames].map((id) => [id, retained(id)]))
    this.sourceTopics = new Map([...sources].map((source) => [source, retained(topicOfSource(source))]))
    this.publicTopics = new Map([
      ...this.sharedTopics,
      ...[...this.sourceTopics].map(([source, each]) => [topicOfSource(source), each] as const),
    ])
    this.stored = topic(topics.stored)
    this.deadLetters = topic(topics.deadLetters)
    // No retention: the request of an erasure identifies a person.
    this.runs = topic(topics.runs)
    this.scheduledRuns = topic(topics.scheduledRuns)
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

  /** Adds a push subscription from a topic to a function. */
  push(subscription: string, args: Omit<PushSubscriptionArgs, 'platform' | 'bus'>): PushSubscription {
    return new PushSubscription(
      subscription,
      { ...args, platform: this.platform, bus: this },
      { parent: this },
    )
  }
}
