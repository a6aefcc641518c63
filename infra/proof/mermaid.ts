/** Proof: draws the flow of events through a stack as a Mermaid diagram, from the graph alone. Pure.
 * https://mermaid.js.org/syntax/flowchart.html */
import { destinationOfForward, topics as ownTopics } from '../../schemas/bus.ts'
import { modeOf } from '../../schemas/drain.ts'
import { flowOf } from './flow.ts'
import { dataTables, ofType, part, textInput, types, type Graph, type Resource } from './graph.ts'

/** Draws topics, subscriptions, functions, tables and destinations, and the arrows between them. */
export function mermaidDiagram(graph: Graph): string {
  const nodeOfTopic = nodesOfTopics(graph)
  const edges = [...subscriptionEdges(graph, nodeOfTopic), ...grantEdges(graph, nodeOfTopic)]
  const lines = [
    'flowchart LR',
    '  anybody((anybody))',
    '  producers((producers))',
    '  analysts((analysts))',
    ...group('bus', 'Topics', topicBoxes(nodeOfTopic)),
    ...group('functions', 'Functions', boxes('f', names(ofType(graph, types.function)), '["', '"]')),
    ...group('warehouse', 'BigQuery', boxes('t', names(dataTables(graph)), '[("', '")]')),
    ...[...new Set(edges)].toSorted().map((edge) => `  ${edge}`),
  ]
  return `${lines.join('\n')}\n`
}

function nodeOf(kind: string, name: string): string {
  return `${kind}_${name.replaceAll(/\W/g, '_')}`
}

function names(resources: readonly Resource[]): readonly string[] {
  return resources.map(({ name }) => name).toSorted()
}

function boxes(kind: string, of: readonly string[], open: string, close: string): readonly string[] {
  return of.map((name) => nodeOf(kind, name) + open + name + close)
}

function group(id: string, title: string, nodes: readonly string[]): readonly string[] {
  return [`  subgraph ${id} ["${title}"]`, ...nodes.map((node) => `    ${node}`), '  end']
}

/** Returns topic → node. Topics with the same retention and subscriptions, which are those of the event types, share a node. */
function nodesOfTopics(graph: Graph): ReadonlyMap<string, string> {
  const topics = ofType(graph, types.topic)
  const routeOf = ({ id, inputs }: Resource) =>
    JSON.stringify([
      inputs['messageRetentionDuration'],
      ofType(graph, types.subscription)
        .filter((subscription) => subscription.inputs['topic'] === id)
        .map(({ inputs }) => [inputs['pushConfig'], inputs['labels'], inputs['filter']]),
    ])
  const routes = Map.groupBy(topics, routeOf)
  return new Map(
    topics.map((topic) => {
      const [first = topic.name] = names(routes.get(routeOf(topic)) ?? []).toSorted(byImportance)
      return [topic.name, nodeOf('b', first)]
    }),
  )
}

/** Sorts the topic of all event types before those of one. */
function byImportance(a: string, b: string): number {
  return Number(b === ownTopics.events) - Number(a === ownTopics.events) || a.localeCompare(b)
}

function topicBoxes(nodeOfTopic: ReadonlyMap<string, string>): readonly string[] {
  const byNode = Map.groupBy(
    [...nodeOfTopic.keys()].toSorted(byImportance),
    (topic) => nodeOfTopic.get(topic) ?? '',
  )
  return [...byNode].map(([node, [first = '', ...others]]) =>
    others.length === 0 ? `${node}(["${first}"])` : `${node}(["${first}<br>and those like it"])`,
  )
}

/** Draws topic → function with the filter, function → destination, topic → held for a subscription that nothing pushes or pulls. */
function subscriptionEdges(graph: Graph, nodeOfTopic: ReadonlyMap<string, string>): readonly string[] {
  const topics = new Map(ofType(graph, types.topic).map(({ id, name }) => [id, nodeOfTopic.get(name) ?? '']))
  const functions = new Map(ofType(graph, types.function).map((each) => [uriOf(each), each.name]))
  const { receiverOf } = flowOf(graph)
  return ofType(graph, types.subscription).flatMap((subscription) => {
    const { name, inputs } = subscription
    const from = topics.get(String(inputs['topic'])) ?? ''
    const { pushEndpoint } = part(subscription, 'pushConfig')
    const url = typeof pushEndpoint === 'string' ? new URL(pushEndpoint) : undefined
    const isPulled = modeOf(inputs) === 'drain'
    const to = isPulled ? receiverOf(subscription)?.name : url && functions.get(url.origin)
    if (to === undefined) return [`${from} --> ${nodeOf('s', name)}[/"${name}: held"/]`]
    const filter = typeof inputs['filter'] === 'string' ? ` -- "${inputs['filter']}"` : ''
    const destination = isPulled ? destinationOfForward(name) : url?.pathname.slice(1)
    return [
      `${from}${filter} --> ${nodeOf('f', to)}`,
      ...(destination ? [`${nodeOf('f', to)} --> ${nodeOf('d', destination)}{{"${destination}"}}`] : []),
    ]
  })
}

function uriOf({ outputs }: Resource): string {
  return String((outputs['serviceConfig'] as { uri?: string } | undefined)?.uri)
}

/** Draws an arrow for every grant to publish, write, read or invoke. */
function grantEdges(graph: Graph, nodeOfTopic: ReadonlyMap<string, string>): readonly string[] {
  const functions = new Map(
    ofType(graph, types.function).map((each) => [
      `serviceAccount:${textInput(part(each, 'serviceConfig'), 'serviceAccountEmail')}`,
      nodeOf('f', each.name),
    ]),
  )
  const accounts = new Set(ofType(graph, types.account).map(({ outputs }) => outputs['member']))
  return graph.resources.flatMap(({ inputs, type }) => {
    const [member, role, name, topic] = [
      textInput(inputs, 'member'),
      textInput(inputs, 'role'),
      textInput(inputs, 'name'),
      textInput(inputs, 'topic'),
    ]
    const own = functions.get(member)
    const isOutsider = !accounts.has(member) && !member.includes('@gcp-sa-')
    if (role === 'roles/run.invoker' && member === 'allUsers') return [`anybody --> ${nodeOf('f', name)}`]
    if (role === 'roles/pubsub.publisher' && (own !== undefined || isOutsider))
      return [`${own ?? 'producers'} --> ${nodeOfTopic.get(topic)}`]
    if (role === 'READER' && type.endsWith(':DatasetAccess')) return ['warehouse -.-> analysts']
    if (own === undefined || !('tableId' in inputs)) return []
    const table = nodeOf('t', textInput(inputs, 'tableId'))
    return [role === 'roles/bigquery.dataViewer' ? `${table} -.-> ${own}` : `${own} --> ${table}`]
  })
}
