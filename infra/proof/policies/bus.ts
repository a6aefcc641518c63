/** Proof: rules for subscriptions and topics: no message is lost. Pure. */
import { permitFilter, permitInOrderFilter, topics } from '../../../schemas/bus.ts'
import { isDrainable } from '../../../schemas/drain.ts'
import { ofType, part, types, type Graph, type Resource } from '../graph.ts'
import { poolsOfGraph, pullerOf } from '../pools.ts'
import type { Policy } from './policy.ts'

function pushed(graph: Graph): readonly Resource[] {
  return ofType(graph, types.subscription).filter(({ inputs }) => 'pushConfig' in inputs)
}

function drained(graph: Graph): readonly Resource[] {
  return ofType(graph, types.subscription).filter(({ inputs }) => isDrainable(inputs))
}

/** Returns the subscriptions whose messages a function gets, by push or through a worker pool. */
function delivering(graph: Graph): readonly Resource[] {
  return [...pushed(graph), ...drained(graph)]
}

/** Returns the destinations in a function's environment. */
function destinationsOf(each: Resource): readonly { id: string; ordered?: boolean }[] {
  const { DESTINATIONS } = (part(each, 'serviceConfig')['environmentVariables'] ?? {}) as Record<
    string,
    string
  >
  return JSON.parse(DESTINATIONS ?? '[]') as readonly { id: string; ordered?: boolean }[]
}

function shorterThan(duration: unknown, seconds: number): boolean {
  return !(typeof duration === 'string' && Number(duration.replace(/s$/, '')) >= seconds)
}

const day = 86_400

export const busPolicies: readonly Policy[] = [
  {
    id: 'push-is-signed',
    instruction:
      'Set pushConfig.oidcToken with a dedicated service account and the address of the function, without a path, as audience.',
    broken: (graph) =>
      pushed(graph).filter((each) => {
        const { pushEndpoint, oidcToken } = part(each, 'pushConfig')
        const { serviceAccountEmail, audience } = (oidcToken ?? {}) as Record<string, unknown>
        const { origin, protocol } = new URL(String(pushEndpoint))
        return protocol !== 'https:' || typeof serviceAccountEmail !== 'string' || audience !== origin
      }),
  },
  {
    id: 'push-has-dead-letters',
    instruction: 'Set deadLetterPolicy, or a message that always fails is retried without end.',
    broken: (graph) => {
      const deadLetters = new Set(
        delivering(graph).map((each) => part(each, 'deadLetterPolicy')['deadLetterTopic']),
      )
      // The subscription that stores dead letters has no fallback, and a run request is redelivered until the run has ended.
      return delivering(graph).filter(
        (each) =>
          !('deadLetterPolicy' in each.inputs) &&
          !deadLetters.has(each.inputs['topic']) &&
          ![topics.runs, topics.scheduledRuns].some((name) =>
            String(each.inputs['topic']).endsWith(`/topics/${name}`),
          ),
      )
    },
  },
  {
    id: 'dead-letters-are-held',
    instruction:
      'A dead-letter topic without a subscription that keeps its messages loses them: add a pull subscription.',
    broken: (graph) => {
      const isDelivering = new Set(delivering(graph))
      const held = ofType(graph, types.subscription).filter((each) => !isDelivering.has(each))
      const topics = new Set(held.map(({ inputs }) => inputs['topic']))
      return delivering(graph).filter((each) => {
        const topic = part(each, 'deadLetterPolicy')['deadLetterTopic']
        return topic !== undefined && !topics.has(topic)
      })
    },
  },
  {
    id: 'subscription-never-expires',
    instruction: 'Set expirationPolicy: { ttl: "" }, or Google deletes it after 31 days without a message.',
    broken: (graph) =>
      ofType(graph, types.subscription).filter((each) => part(each, 'expirationPolicy')['ttl'] !== ''),
  },
  {
    id: 'subscription-keeps-long',
    instruction: 'Set messageRetentionDuration to a week or more: an outage may last a long weekend.',
    broken: (graph) =>
      ofType(graph, types.subscription).filter(({ inputs }) =>
        shorterThan(inputs['messageRetentionDuration'], 7 * day),
      ),
  },
  {
    id: 'push-backs-off',
    instruction: 'Set retryPolicy, or Pub/Sub calls a failing function again without delay.',
    broken: (graph) =>
      delivering(graph).filter((each) => part(each, 'retryPolicy')['maximumBackoff'] === undefined),
  },
  {
    id: 'drained-is-pulled',
    instruction:
      'Add the subscription to a worker pool, and grant its account to pull and to read the subscription: nobody else takes its messages.',
    broken: (graph) => {
      const pools = poolsOfGraph(graph)
      const grants = ofType(graph, 'gcp:pubsub/subscriptionIAMMember:SubscriptionIAMMember')
      return drained(graph).filter((each) => {
        const pool = pullerOf(pools, each)
        const holds = (role: string): boolean =>
          grants.some(
            ({ inputs }) =>
              inputs['role'] === role &&
              inputs['subscription'] === each.inputs['name'] &&
              inputs['member'] === `serviceAccount:${pool?.email}`,
          )
        return !pool || !holds('roles/pubsub.subscriber') || !holds('roles/pubsub.viewer')
      })
    },
  },
  {
    id: 'drained-lease-is-short',
    instruction:
      'Set ackDeadlineSeconds to 60 or less: what a killed worker pool held must come again while BigQuery knows its insert ids.',
    broken: (graph) => drained(graph).filter(({ inputs }) => !(Number(inputs['ackDeadlineSeconds']) <= 60)),
  },
  {
    id: 'topic-leads-somewhere',
    instruction: 'Add a subscription: messages published to a topic without one are lost.',
    broken: (graph) => {
      const subscribed = new Set(ofType(graph, types.subscription).map(({ inputs }) => inputs['topic']))
      // Without a destination `stored` needs no subscription; its messages are in the warehouse.
      return ofType(graph, types.topic).filter(
        ({ id, name }) => !subscribed.has(id) && name !== topics.stored,
      )
    },
  },
  {
    id: 'destination-is-fed',
    instruction:
      'Add the subscription of each destination, with its filter: otherwise the destination gets no events.',
    broken: (graph) => {
      const filters = ofType(graph, types.subscription).map(({ inputs }) => inputs['filter'])
      return ofType(graph, types.function).filter(
        (each) =>
          each.name === 'forward' &&
          destinationsOf(each).some(
            ({ id, ordered }) =>
              !filters.includes(permitFilter(id)) ||
              (ordered === true && !filters.includes(permitInOrderFilter(id))),
          ),
      )
    },
  },
]
