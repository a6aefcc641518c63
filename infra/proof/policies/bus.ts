/** Proof: what every subscription must hold, whatever the settings of the stack: no message is lost. Pure. */
import { permitFilter, topics } from '../../../schemas/bus.ts'
import { ofType, part, types, type Graph, type Resource } from '../graph.ts'
import type { Policy } from './policy.ts'

function pushed(graph: Graph): readonly Resource[] {
  return ofType(graph, types.subscription).filter(({ inputs }) => 'pushConfig' in inputs)
}

/** The destinations that a function is told of. */
function destinationsOf(each: Resource): readonly { id: string }[] {
  const { DESTINATIONS } = (part(each, 'serviceConfig')['environmentVariables'] ?? {}) as Record<
    string,
    string
  >
  return JSON.parse(DESTINATIONS ?? '[]') as readonly { id: string }[]
}

function shorterThan(duration: unknown, seconds: number): boolean {
  return !(typeof duration === 'string' && Number(duration.replace(/s$/, '')) >= seconds)
}

const day = 86_400

export const busPolicies: readonly Policy[] = [
  {
    id: 'push-is-signed',
    instruction:
      'Set pushConfig.oidcToken with an account of its own and the bare address of the function as audience.',
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
    instruction: 'Set deadLetterPolicy, or one message that always fails is tried for ever.',
    broken: (graph) => {
      const deadLetters = new Set(
        pushed(graph).map((each) => part(each, 'deadLetterPolicy')['deadLetterTopic']),
      )
      // What brings the dead letters themselves to their place has no other place to put them, and a run is asked for until it has
      // ended in its own row.
      return pushed(graph).filter(
        (each) =>
          !('deadLetterPolicy' in each.inputs) &&
          !deadLetters.has(each.inputs['topic']) &&
          !String(each.inputs['topic']).endsWith(`/topics/${topics.runs}`),
      )
    },
  },
  {
    id: 'dead-letters-are-held',
    instruction:
      'A dead-letter topic without a subscription that keeps its messages loses them: add one that is pulled.',
    broken: (graph) => {
      const kept = ofType(graph, types.subscription).filter(({ inputs }) => !('pushConfig' in inputs))
      const topics = new Set(kept.map(({ inputs }) => inputs['topic']))
      return pushed(graph).filter((each) => {
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
    instruction: 'Set messageRetentionDuration to a week or more: a fault may last a long weekend.',
    broken: (graph) =>
      ofType(graph, types.subscription).filter(({ inputs }) =>
        shorterThan(inputs['messageRetentionDuration'], 7 * day),
      ),
  },
  {
    id: 'push-backs-off',
    instruction: 'Set retryPolicy, or a failing function is called without a pause.',
    broken: (graph) =>
      pushed(graph).filter((each) => part(each, 'retryPolicy')['maximumBackoff'] === undefined),
  },
  {
    id: 'topic-leads-somewhere',
    instruction: 'Add a subscription: what is published to a topic without one is gone at once.',
    broken: (graph) => {
      const subscribed = new Set(ofType(graph, types.subscription).map(({ inputs }) => inputs['topic']))
      // Without a destination nobody waits for what is on `stored`; it lies in the warehouse.
      return ofType(graph, types.topic).filter(
        ({ id, name }) => !subscribed.has(id) && name !== topics.stored,
      )
    },
  },
  {
    id: 'destination-is-fed',
    instruction: 'Add the subscription of each destination, with its filter: nothing else brings it events.',
    broken: (graph) => {
      const filters = ofType(graph, types.subscription).map(({ inputs }) => inputs['filter'])
      return ofType(graph, types.function).filter(
        (each) =>
          each.name === 'forward' &&
          destinationsOf(each).some(({ id }) => !filters.includes(permitFilter(id))),
      )
    },
  },
]
