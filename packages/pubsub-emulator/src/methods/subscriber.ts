/** google.pubsub.v1.Subscriber: the unary methods on subscriptions.
 * https://cloud.google.com/pubsub/docs/reference/rpc/google.pubsub.v1#subscriber */
import type { RequiredPermission } from '../authorization.ts'
import type { Broker } from '../broker.ts'
import { invalidArgument } from '../errors.ts'
import { projectOf } from '../resource_names.ts'
import { milliseconds, type PushConfig, type Seconds, type SubscriptionResource } from '../resources.ts'
import { acknowledge, modifyAckDeadline } from './acknowledge.ts'
import { masked, method, page, type FieldMask, type Method, type PageRequest } from './method.ts'
import { pull } from './pull.ts'
import { snapshots } from './snapshots.ts'

const updatable = [
  'pushConfig',
  'bigqueryConfig',
  'cloudStorageConfig',
  'bigtableConfig',
  'ackDeadlineSeconds',
  'retainAckedMessages',
  'messageRetentionDuration',
  'labels',
  'expirationPolicy',
  'deadLetterPolicy',
  'retryPolicy',
  'enableExactlyOnceDelivery',
  'messageTransforms',
] as const

/** Returns a subscription with the output-only fields that Pub/Sub adds to its configuration. */
function shown(broker: Broker, resource: SubscriptionResource): object {
  const topicMessageRetentionDuration = broker.topics.get(resource.topic)?.resource.messageRetentionDuration
  return { ...resource, topicMessageRetentionDuration, state: 'ACTIVE' }
}

interface Named {
  subscription: string
}

function on(permission: string) {
  return ({ subscription }: Named): RequiredPermission[] => [
    [`pubsub.subscriptions.${permission}`, subscription],
  ]
}

export const subscriber: Record<string, Method> = {
  ...snapshots,

  CreateSubscription: method<SubscriptionResource>(
    ({ name, topic }) => [
      ['pubsub.subscriptions.create', projectOf(name)],
      ['pubsub.topics.attachSubscription', topic],
    ],
    async (broker, subscription) => shown(broker, await broker.createSubscription(subscription)),
  ),

  GetSubscription: method<Named>(on('get'), (broker, { subscription }) =>
    shown(broker, broker.subscription(subscription).resource),
  ),

  UpdateSubscription: method<{ subscription: SubscriptionResource; updateMask?: FieldMask }>(
    ({ subscription }) => [['pubsub.subscriptions.update', subscription.name]],
    async (broker, { subscription, updateMask }) => {
      const { resource } = broker.subscription(subscription.name)
      const masks = { message: 'Subscription', updatable }
      return shown(broker, await broker.updateSubscription(masked(resource, subscription, updateMask, masks)))
    },
  ),

  ListSubscriptions: method<PageRequest & { project: string }>(
    ({ project }) => [['pubsub.subscriptions.list', project]],
    (broker, { project, ...request }) => {
      const subscriptions = [...broker.subscriptions.values()]
        .map((subscription) => subscription.resource)
        .filter((subscription) => projectOf(subscription.name) === project)
      const { items, ...next } = page(subscriptions, (subscription) => subscription.name, request)
      return { subscriptions: items.map((item) => shown(broker, item)), ...next }
    },
  ),

  DeleteSubscription: method<Named>(on('delete'), async (broker, { subscription }) => {
    await broker.deleteSubscription(subscription)
    return {}
  }),

  ModifyPushConfig: method<Named & { pushConfig?: PushConfig }>(
    on('update'),
    async (broker, { subscription, pushConfig }) => {
      const { resource } = broker.subscription(subscription)
      await broker.updateSubscription({ ...resource, pushConfig })
      return {}
    },
  ),

  ModifyAckDeadline: method<Named & { ackIds?: string[]; ackDeadlineSeconds?: number }>(
    on('consume'),
    (broker, { subscription, ackIds = [], ackDeadlineSeconds = 0 }) => {
      modifyAckDeadline(broker.subscription(subscription), ackIds, ackDeadlineSeconds)
      return {}
    },
  ),

  Acknowledge: method<Named & { ackIds?: string[] }>(
    on('consume'),
    async (broker, { subscription, ackIds = [] }) => {
      await acknowledge(broker, broker.subscription(subscription), ackIds)
      return {}
    },
  ),

  Pull: method<Named & { maxMessages?: number; returnImmediately?: boolean }>(
    on('consume'),
    async (broker, { subscription, maxMessages = 0, returnImmediately = false }, { signal }) => {
      const options = { maxMessages, returnImmediately, signal }
      return { receivedMessages: await pull(broker.subscription(subscription), broker.store, options) }
    },
  ),

  Seek: method<Named & { time?: Seconds; snapshot?: string }>(
    ({ subscription, snapshot }) => [
      ['pubsub.subscriptions.consume', subscription],
      ...(snapshot ? [['pubsub.snapshots.seek', snapshot] as const] : []),
    ],
    async (broker, { subscription, time, snapshot }) => {
      if (snapshot) await broker.replay.toSnapshot(broker.subscription(subscription), snapshot)
      else if (time) await broker.replay.toTime(broker.subscription(subscription), milliseconds(time))
      else
        throw invalidArgument(
          'No target was specified in the SeekRequest. Must specify either a time or a snapshot.',
        )
      return {}
    },
  ),
}
