/** Bus: one push subscription, which brings the messages of a topic to a function until the function has answered 204. */
import { pubsub } from '@pulumi/gcp'
import { ComponentResource, type ComponentResourceOptions, type Input, type Resource } from '@pulumi/pulumi'
import type { Bus } from './bus.ts'
import type { FunctionResource } from './function.ts'
import { busId } from '../naming.ts'
import type { Platform } from './platform.ts'
import type { Settings } from '../settings/index.ts'

/** How long a function has to answer a push, in seconds; then Pub/Sub delivers again. */
export const ackDeadlineSeconds = 60

/** The longest that Pub/Sub waits for an answer, in seconds: for work that takes minutes. */
export const longestAckDeadline = 600

/** The longest Pub/Sub allows, 31 days: for so long may a destination be paused, or a function be down, before messages are lost. */
const retention = '2678400s'

export interface PushSubscriptionArgs {
  platform: Platform
  bus: Bus
  topic: pubsub.Topic
  to: FunctionResource
  /** What is called: the function's address, perhaps with a path. */
  endpoint: Input<string>
  /** Only messages that match it are delivered. https://cloud.google.com/pubsub/docs/subscription-message-filter */
  filter?: string
  delivery: Settings['delivery']
  /** How long the function has to answer, in seconds, where it is not the usual minute. */
  ackDeadlineSeconds?: number
  /** Messages stay until they are delivered, however often it takes. */
  neverDead?: boolean
  /** Messages wait in the subscription until it is pushed again. */
  paused?: boolean
  /** Grants without which the function cannot do its work. */
  after: readonly Resource[]
}

export class PushSubscription extends ComponentResource {
  readonly subscription: pubsub.Subscription
  /** Lets Pub/Sub acknowledge a message here once it has moved it to the dead letters. */
  readonly agent: Resource | undefined

  constructor(name: string, args: PushSubscriptionArgs, options?: ComponentResourceOptions) {
    super('sluice:index:PushSubscription', name, {}, options)
    const {
      platform,
      bus,
      topic,
      to,
      endpoint,
      filter,
      delivery,
      paused = false,
      neverDead = false,
      after,
    } = args
    const child = { parent: this }
    this.subscription = new pubsub.Subscription(
      name,
      {
        name: busId(name),
        topic: topic.id,
        ...(filter !== undefined && { filter }),
        ackDeadlineSeconds: args.ackDeadlineSeconds ?? ackDeadlineSeconds,
        messageRetentionDuration: retention,
        // Without this an idle subscription is deleted after 31 days.
        expirationPolicy: { ttl: '' },
        retryPolicy: { minimumBackoff: delivery.minimumBackoff, maximumBackoff: delivery.maximumBackoff },
        ...(!paused && {
          pushConfig: {
            pushEndpoint: endpoint,
            // Cloud Run expects its bare address as audience, whatever path is called.
            oidcToken: { serviceAccountEmail: bus.pusher.email, audience: to.uri },
          },
        }),
        ...(!neverDead && {
          deadLetterPolicy: {
            deadLetterTopic: bus.deadLetters.id,
            maxDeliveryAttempts: delivery.maxAttempts,
          },
        }),
      },
      { ...child, dependsOn: [...bus.ready, ...to.invokers, ...after] },
    )
    this.agent = neverDead
      ? undefined
      : new pubsub.SubscriptionIAMMember(
          `${name}-agent`,
          {
            subscription: this.subscription.name,
            role: 'roles/pubsub.subscriber',
            member: platform.pubsubAgent,
          },
          child,
        )
    this.registerOutputs({ subscription: this.subscription.id })
  }
}
