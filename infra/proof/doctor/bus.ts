/** Doctor: compares topics and subscriptions with the program. */
import type { PubSub } from '@google-cloud/pubsub'
import { modeLabel, modeOf, type ModeFacts } from '../../../schemas/drain.ts'
import { ofType, part, textInput, types, type Graph, type Resource } from '../graph.ts'
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
    const expected = textInput(topic.inputs, 'messageRetentionDuration') || '0s'
    const actual = seconds ?? '0s'
    return actual === expected
      ? []
      : [{ what, problem: `retains messages for ${actual}, expected ${expected}` }]
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
    const [actual] = await pubsub.subscription(subscription.id).getMetadata()
    const { inputs } = subscription
    const differences: readonly (readonly [string, unknown, unknown])[] = [
      ['topic', actual.topic, inputs['topic']],
      ['filter', actual.filter || 'none', inputs['filter'] ?? 'none'],
      ['ordering', actual.enableMessageOrdering ?? false, inputs['enableMessageOrdering'] ?? false],
      ['ack deadline in seconds', actual.ackDeadlineSeconds, inputs['ackDeadlineSeconds']],
      ['mode', modeText(actual), modeText(inputs)],
      ...pushDifferences(actual.pushConfig ?? {}, part(subscription, 'pushConfig')),
      ...deadLetterDifferences(actual.deadLetterPolicy ?? {}, part(subscription, 'deadLetterPolicy')),
    ]
    const expires = actual.expirationPolicy?.ttl !== undefined && actual.expirationPolicy.ttl !== null
    return [
      ...differences
        .filter(([, value, expected]) => value !== expected)
        .map(([name, value, expected]) => ({
          what,
          problem: `has the ${name} ${String(value)}, expected ${String(expected)}`,
        })),
      ...(expires ? [{ what, problem: 'expires when it is idle, expected never' }] : []),
    ]
  } catch (error) {
    return [{ what, problem: problemOf(error, 'pubsub.subscriptions.get') }]
  }
}

/** Describes the label that tells a drained subscription from a paused one; `none` for a subscription that pushes. */
function modeText(facts: ModeFacts): string {
  return modeOf(facts) === 'push' ? 'none' : (facts.labels?.[modeLabel] ?? 'none')
}

function pushDifferences(actual: Push, expected: Push): readonly (readonly [string, unknown, unknown])[] {
  const endpoint = actual.pushEndpoint || 'none: its messages are held'
  const expectedEndpoint = expected.pushEndpoint ?? 'none: its messages are held'
  if (endpoint !== expectedEndpoint || expected.pushEndpoint === undefined)
    return [['push endpoint', endpoint, expectedEndpoint]]
  return [
    ['pushing account', actual.oidcToken?.serviceAccountEmail, expected.oidcToken?.serviceAccountEmail],
    ['audience', actual.oidcToken?.audience, expected.oidcToken?.audience],
  ]
}

function deadLetterDifferences(
  actual: DeadLetters,
  expected: DeadLetters,
): readonly (readonly [string, unknown, unknown])[] {
  return [
    ['dead-letter topic', actual.deadLetterTopic || 'none', expected.deadLetterTopic ?? 'none'],
    [
      'delivery attempts',
      actual.maxDeliveryAttempts || 'unlimited',
      expected.maxDeliveryAttempts ?? 'unlimited',
    ],
  ]
}
