/** Local stack: makes the topics and subscriptions of the graph in the embedded Pub/Sub, over its REST API. */
import { ofType, type Graph } from '../pulumi/graph.ts'
import { pick, qualified, requireText } from './inputs.ts'
import { call, type Service } from './rest.ts'

const topicFields = ['labels', 'messageRetentionDuration']
const changeable = [
  'ackDeadlineSeconds',
  'deadLetterPolicy',
  'expirationPolicy',
  'labels',
  'messageRetentionDuration',
  'pushConfig',
  'retainAckedMessages',
  'retryPolicy',
]
const subscriptionFields = [...changeable, 'filter', 'enableMessageOrdering', 'enableExactlyOnceDelivery']

/** Applies the graph. Returns the full names of its resources, so that the next start can remove obsolete ones. */
export async function applyPubsub(
  graph: Graph,
  service: Service,
  project: string,
): Promise<readonly string[]> {
  const topics = ofType(graph, 'gcp:pubsub/topic:Topic').map((topic) => ({
    name: qualified(requireText(topic, 'name'), project, 'topics'),
    body: pick(topic.inputs, topicFields),
  }))
  const subscriptions = ofType(graph, 'gcp:pubsub/subscription:Subscription').map((subscription) => ({
    name: qualified(requireText(subscription, 'name'), project, 'subscriptions'),
    topic: qualified(requireText(subscription, 'topic'), project, 'topics'),
    // An empty push configuration stops pushing if an earlier program pushed, and no labels end its draining.
    body: asApi({ pushConfig: {}, labels: {}, ...pick(subscription.inputs, subscriptionFields) }),
  }))
  await Promise.all(topics.map(({ name, body }) => put(service, name, 'topic', body, Object.keys(body))))
  await Promise.all(
    subscriptions.map(({ name, topic, body }) =>
      put(
        service,
        name,
        'subscription',
        { ...body, topic },
        changeable.filter((field) => field in body),
      ),
    ),
  )
  return [...subscriptions, ...topics].map(({ name }) => name)
}

/** Converts "never expires": an empty ttl in the provider, an empty policy in the API. */
function asApi(body: Record<string, unknown>): Record<string, unknown> {
  const policy = body['expirationPolicy'] as { ttl: string } | undefined
  return policy?.ttl === '' ? { ...body, expirationPolicy: {} } : body
}

/** Removes topics and subscriptions of an earlier program. */
export async function removePubsub(service: Service, names: readonly string[]): Promise<void> {
  for (const name of names) await call(service, 'DELETE', `/v1/${name}`, undefined, [404])
}

/** Creates the resource, or updates it if it exists. */
async function put(
  service: Service,
  name: string,
  kind: 'topic' | 'subscription',
  body: Record<string, unknown>,
  mask: readonly string[],
): Promise<void> {
  if ((await call(service, 'PUT', `/v1/${name}`, body, [409])) !== 409 || mask.length === 0) return
  await call(service, 'PATCH', `/v1/${name}`, { [kind]: { ...body, name }, updateMask: mask.join(',') })
}
