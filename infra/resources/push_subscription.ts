/** Bus: makes one subscription that delivers the messages of a topic to a function until it accepts them: by push, or through the worker pool. */
import { pubsub, type serviceaccount } from '@pulumi/gcp'
import { ComponentResource, type ComponentResourceOptions, type Input, type Resource } from '@pulumi/pulumi'
import type { FunctionResource } from './function.ts'
import { busId } from '../naming.ts'
import type { Platform } from './platform.ts'
import type { Settings } from '../settings/index.ts'
import { leaseSeconds, withMode, type SubscriptionMode } from '../../schemas/drain.ts'
import { ackDeadlineSeconds } from '../../schemas/instance.ts'

/** 31 days, the maximum of Pub/Sub: how long a destination can be paused, or a function be down, before messages are lost. */
const retention = '2678400s'

export interface PushSubscriptionArgs {
  platform: Platform
  bus: {
    /** The service account with which Pub/Sub calls the function. */
    pusher: serviceaccount.Account
    deadLetters: pubsub.Topic
    /** Resources that must exist before anything is pushed. */
    ready: readonly Resource[]
  }
  topic: pubsub.Topic
  to: FunctionResource
  /** URL of the pushes: the function's address, with an optional path. */
  endpoint: Input<string>
  /** Only messages that match it are delivered. https://cloud.google.com/pubsub/docs/subscription-message-filter */
  filter?: string
  delivery: Settings['delivery']
  /** True to redeliver messages without a limit of attempts. */
  neverDead?: boolean
  /** True to deliver the messages of an ordering key in their order, one at a time. It cannot be changed.
   * https://cloud.google.com/pubsub/docs/ordering */
  ordered?: boolean
  /** True to hold messages in the subscription instead of pushing them. */
  paused?: boolean
  /** True if the worker pool of the function pulls the messages. */
  drained?: boolean
  /** Grants that the function needs for its work. */
  after: readonly Resource[]
}

export class PushSubscription extends ComponentResource {
  readonly name: string
  readonly mode: SubscriptionMode
  /** True if the worker pool pulls its messages, or would if it were not paused. */
  readonly isDrained: boolean
  readonly subscription: pubsub.Subscription
  /** Lets Pub/Sub acknowledge a message that it has moved to the dead-letter topic. */
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
      drained = false,
      neverDead = false,
      after,
    } = args
    const child = { parent: this }
    this.name = name
    this.isDrained = drained
    this.mode = paused ? 'paused' : drained ? 'drain' : 'push'
    this.subscription = new pubsub.Subscription(
      name,
      {
        name: busId(name),
        topic: topic.id,
        ...(filter !== undefined && { filter }),
        ...(args.ordered && { enableMessageOrdering: true }),
        ackDeadlineSeconds: drained ? leaseSeconds[args.ordered ? 'ordered' : 'plain'] : ackDeadlineSeconds,
        // Without a label it is held: neither pushed nor pulled.
        ...(drained && { labels: withMode({}, paused ? 'paused' : 'drain') }),
        messageRetentionDuration: retention,
        // Without this an idle subscription is deleted after 31 days.
        expirationPolicy: { ttl: '' },
        retryPolicy: { minimumBackoff: delivery.minimumBackoff, maximumBackoff: delivery.maximumBackoff },
        ...(this.mode === 'push' && {
          pushConfig: {
            pushEndpoint: endpoint,
            // Cloud Run expects its address without a path as audience, whatever path is called.
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
