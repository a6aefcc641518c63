/** Proof: rules for the order of a deployment: no message is published before the subscription that must receive it exists. A removal needs
 * no rule: Pulumi deletes after all updates. Pure.
 * https://github.com/pulumi/pulumi/blob/master/pkg/resource/deploy/deployment_executor.go (performDeletes) */
import { attributes, permitFilter, permitInOrderFilter } from '../../../schemas/bus.ts'
import { orderOf } from '../dependencies.ts'
import { flowOf, type Flow } from '../flow.ts'
import { ofType, part, textInput, types, type Graph, type Resource } from '../graph.ts'
import type { Policy } from './policy.ts'

/** A grant or function that allows publishing from outside, and the subscriptions that a message then reaches. */
interface Entrance {
  /** The grant or the function. */
  opening: Resource
  reached: Iterable<Resource>
}

/** Returns the grants of producers, operators and the scheduler; the functions that others than Pub/Sub call, which can publish to any topic
 * with their callers' tokens; and the grants to call these. */
function entrances(graph: Graph, flow: Flow): readonly Entrance[] {
  const isOutside = (member: string): boolean =>
    flow.functionOf(member) === undefined && !flow.isPusher(member)
  const grants = flow.publishers
    .filter((publisher) => isOutside(publisher.member) && !flow.isForDeadLetters(publisher))
    .map(({ grant, topic }) => ({ opening: grant, reached: flow.reachedFrom(topic) }))
  const all = ofType(graph, types.subscription)
  const publicFunctions = flow.functions.filter(
    (each) => part(each, 'serviceConfig')['ingressSettings'] !== 'ALLOW_INTERNAL_ONLY',
  )
  const invokers = ofType(graph, 'gcp:cloudrunv2/serviceIamMember:ServiceIamMember').filter(
    ({ inputs }) =>
      textInput(inputs, 'role') === 'roles/run.invoker' && isOutside(textInput(inputs, 'member')),
  )
  return [...grants, ...[...publicFunctions, ...invokers].map((opening) => ({ opening, reached: all }))]
}

/** Returns the filters of the subscriptions that a function publishes for: those of its destinations and actions. */
function filtersOf(each: Resource): ReadonlySet<string> {
  const variables = part(each, 'serviceConfig')['environmentVariables'] as Record<string, string> | undefined
  const { DESTINATIONS = '[]', ACTIONS } = variables ?? {}
  const destinations = JSON.parse(DESTINATIONS) as readonly { id: string }[]
  return new Set([
    ...destinations.flatMap(({ id }) => [permitFilter(id), permitInOrderFilter(id)]),
    ...(ACTIONS === undefined ? [] : [`attributes:${attributes.act}`]),
  ])
}

export const orderPolicies: readonly Policy[] = [
  {
    id: 'entrance-opens-last',
    instruction:
      'Add dependsOn with every subscription that a message can reach from there: messages published earlier are lost.',
    broken: (graph) => {
      const isAfter = orderOf(graph)
      return entrances(graph, flowOf(graph))
        .filter(({ opening, reached }) => [...reached].some((each) => !isAfter(opening, each)))
        .map(({ opening }) => opening)
    },
  },
  {
    id: 'publisher-follows-subscriptions',
    instruction:
      'Add dependsOn with the subscriptions of the topic to the grant or to the function: messages published earlier are lost.',
    broken: (graph) => {
      const isAfter = orderOf(graph)
      const { publishers, functionOf, subscriptionsOn, receiverOf } = flowOf(graph)
      return publishers
        .filter(({ grant, topic, member }) => {
          const publisher = functionOf(member)
          // A subscription that pushes to the publisher itself cannot trigger it before it exists.
          return subscriptionsOn(topic).some(
            (each) =>
              publisher !== undefined &&
              receiverOf(each) !== publisher &&
              !isAfter(grant, each) &&
              !isAfter(publisher, each),
          )
        })
        .map(({ grant }) => grant)
    },
  },
  {
    id: 'destination-follows-subscription',
    instruction:
      'Add dependsOn with the subscriptions of its destinations and actions to the function: an update must create a new subscription first.',
    broken: (graph) => {
      const isAfter = orderOf(graph)
      const { publishers, functionOf, subscriptionsOn, receiverOf } = flowOf(graph)
      const late = publishers.flatMap(({ topic, member }) => {
        const publisher = functionOf(member)
        if (!publisher) return []
        const filters = filtersOf(publisher)
        return subscriptionsOn(topic).some(
          (each) =>
            filters.has(textInput(each.inputs, 'filter')) &&
            receiverOf(each) !== publisher &&
            !isAfter(publisher, each),
        )
          ? [publisher]
          : []
      })
      return [...new Set(late)]
    },
  },
  {
    id: 'push-follows-function',
    instruction:
      'Add dependsOn with the function and the grant to call it: a function without the new destination would return 404.',
    broken: (graph) => {
      const isAfter = orderOf(graph)
      const { receiverOf } = flowOf(graph)
      const invokers = ofType(graph, 'gcp:cloudrunv2/serviceIamMember:ServiceIamMember')
      return ofType(graph, types.subscription).filter((each) => {
        const receiver = receiverOf(each)
        if (!receiver) return false
        const calling = invokers.filter(({ inputs }) => inputs['name'] === receiver.inputs['name'])
        return !isAfter(each, receiver) || !calling.some((invoker) => isAfter(each, invoker))
      })
    },
  },
]
