/** Doctor: whether topics and subscriptions are there as the program says. */
import type { PubSub } from '@google-cloud/pubsub'
import { ofType, part, types, type Graph, type Resource } from '../graph.ts'
import { findEach, problemOf, type Finding } from './finding.ts'

export async function examineBus(pubsub: PubSub, graph: Graph): Promise<readonly Finding[]> {
  return [
    ...(await findEach(ofType(graph, types.topic), (topic) => examineTopic(pubsub, topic))),
    ...(await findEach(ofType(graph, types.subscription), (each) => examineSubscription(pubsub, each))),
  ]
}

async function examineTopic(pubsub: PubSub, topic: Resource): Promise<readonly Finding[]> {
  const what = `topic ${topic.name}`
  try {
    const [{ messageRetentionDuration: retention }] = await pubsub.topic(topic.id).getMetadata()
    const seconds = retention ? `${String(retention.seconds)}s` : undefined
    const expected = topic.inputs['messageRetentionDuration']
    return seconds === expected
      ? []
      : [{ what, problem: `retains messages for ${seconds ?? 'no time'}, expected ${String(expected)}` }]
  } catch (error) {
    return [{ what, problem: problemOf(error, 'pubsub.topics.get') }]
  }
}

interface Push {
  pushEndpoint?: string | null
  oidcToken?: { serviceAccountEmail?: string | null; audience?: string | null } | null
}

interface DeadLetters {
  deadLetterTopic?: string | null
  maxDeliveryAttempts?: number | null
}

async function examineSubscription(pubsub: PubSub, subscription: Resource): Promise<readonly Finding[]> {
  const what = `subscription ${subscription.name}`
  try {
    const [found] = await pubsub.subscription(subscription.id).getMetadata()
    const { inputs } = subscription
    const differences: readonly (readonly [string, unknown, unknown])[] = [
      ['topic', found.topic, inputs['topic']],
      ['filter', found.filter || 'none', inputs['filter'] ?? 'none'],
      ['ack deadline in seconds', found.ackDeadlineSeconds, inputs['ackDeadlineSeconds']],
      ...pushDifferences(found.pushConfig ?? {}, part(subscription, 'pushConfig')),
      ...deadLetterDifferences(found.deadLetterPolicy ?? {}, part(subscription, 'deadLetterPolicy')),
    ]
    const expires = found.expirationPolicy?.ttl !== undefined && found.expirationPolicy.ttl !== null
    return [
      ...differences
        .filter(([, is, shall]) => is !== shall)
        .map(([name, is, shall]) => ({
          what,
          problem: `has the ${name} ${String(is)}, expected ${String(shall)}`,
        })),
      ...(expires ? [{ what, problem: 'expires when it is idle, expected never' }] : []),
    ]
  } catch (error) {
    return [{ what, problem: problemOf(error, 'pubsub.subscriptions.get') }]
  }
}

function pushDifferences(found: Push, expected: Push): readonly (readonly [string, unknown, unknown])[] {
  const is = found.pushEndpoint || 'none: its messages are held'
  const shall = expected.pushEndpoint ?? 'none: its messages are held'
  if (is !== shall || expected.pushEndpoint === undefined) return [['push endpoint', is, shall]]
  return [
    ['pushing account', found.oidcToken?.serviceAccountEmail, expected.oidcToken?.serviceAccountEmail],
    ['audience', found.oidcToken?.audience, expected.oidcToken?.audience],
  ]
}

function deadLetterDifferences(
  found: DeadLetters,
  expected: DeadLetters,
): readonly (readonly [string, unknown, unknown])[] {
  return [
    ['dead-letter topic', found.deadLetterTopic || 'none', expected.deadLetterTopic ?? 'none'],
    [
      'delivery attempts',
      found.maxDeliveryAttempts || 'without end',
      expected.maxDeliveryAttempts ?? 'without end',
    ],
  ]
}
