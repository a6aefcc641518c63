/** google.pubsub.v1.Publisher: the methods on topics.
 * https://cloud.google.com/pubsub/docs/reference/rpc/google.pubsub.v1#publisher */
import { projectOf } from '../resource_names.ts'
import type { PubsubMessage, TopicResource } from '../resources.ts'
import type { Topic } from '../topic.ts'
import { masked, method, page, type FieldMask, type Method, type PageRequest } from './method.ts'

const updatable = [
  'labels',
  'messageStoragePolicy',
  'kmsKeyName',
  'schemaSettings',
  'messageRetentionDuration',
  'ingestionDataSourceSettings',
  'messageTransforms',
] as const

/** Returns the names of a topic's snapshots or of its subscriptions. */
function attached({ subscriptions }: Topic, areSnapshots: boolean): string[] {
  return [...subscriptions]
    .filter(({ resource }) => (resource.snapshot !== undefined) === areSnapshots)
    .map(({ resource }) => resource.name)
}

export const publisher: Record<string, Method> = {
  CreateTopic: method<TopicResource>(
    ({ name }) => [['pubsub.topics.create', projectOf(name)]],
    (broker, topic) => broker.createTopic(topic),
  ),

  UpdateTopic: method<{ topic: TopicResource; updateMask?: FieldMask }>(
    ({ topic }) => [['pubsub.topics.update', topic.name]],
    (broker, { topic, updateMask }) => {
      const { resource } = broker.topic(topic.name)
      return broker.updateTopic(masked(resource, topic, updateMask, { message: 'Topic', updatable }))
    },
  ),

  Publish: method<{ topic: string; messages?: PubsubMessage[] }>(
    ({ topic }) => [['pubsub.topics.publish', topic]],
    async (broker, { topic, messages = [] }) => ({ messageIds: await broker.publish(topic, messages) }),
  ),

  GetTopic: method<{ topic: string }>(
    ({ topic }) => [['pubsub.topics.get', topic]],
    (broker, { topic }) => broker.schemas.shown(broker.topic(topic).resource),
  ),

  ListTopics: method<PageRequest & { project: string }>(
    ({ project }) => [['pubsub.topics.list', project]],
    (broker, { project, ...request }) => {
      const topics = [...broker.topics.values()]
        .map((topic) => broker.schemas.shown(topic.resource))
        .filter((topic) => projectOf(topic.name) === project)
      const { items, ...next } = page(topics, (topic) => topic.name, request)
      return { topics: items, ...next }
    },
  ),

  ListTopicSubscriptions: method<PageRequest & { topic: string }>(
    ({ topic }) => [['pubsub.topics.get', topic]],
    (broker, { topic, ...request }) => {
      const { items, ...next } = page(attached(broker.topic(topic), false), (name) => name, request)
      return { subscriptions: items, ...next }
    },
  ),

  ListTopicSnapshots: method<PageRequest & { topic: string }>(
    ({ topic }) => [['pubsub.topics.get', topic]],
    (broker, { topic, ...request }) => {
      const { items, ...next } = page(attached(broker.topic(topic), true), (name) => name, request)
      return { snapshots: items, ...next }
    },
  ),

  DeleteTopic: method<{ topic: string }>(
    ({ topic }) => [['pubsub.topics.delete', topic]],
    async (broker, { topic }) => {
      await broker.deleteTopic(topic)
      return {}
    },
  ),

  DetachSubscription: method<{ subscription: string }>(
    ({ subscription }, { subscriptions, topics }) => {
      const topic = subscriptions.get(subscription)?.resource.topic ?? ''
      const decidedOn = topics.has(topic) ? topic : projectOf(subscription)
      return [['pubsub.topics.detachSubscription', decidedOn]]
    },
    async (broker, { subscription }) => {
      await broker.detach(subscription)
      return {}
    },
  ),
}
