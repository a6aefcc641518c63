/** Proof: traces messages through a graph: who can publish where, which subscriptions receive it, which function gets their messages. Reads the
 * inputs of the resources, never their names. Pure. */
import { poolsOfGraph, pullerOf } from './pools.ts'
import { ofType, part, textInput, types, type Graph, type Resource } from './graph.ts'

/** A grant that lets one member publish to one topic. */
interface Publisher {
  grant: Resource
  topic: Resource
  /** As IAM writes it: `serviceAccount:…`, `group:…`. */
  member: string
}

/** The message flow of one graph. */
export interface Flow {
  functions: readonly Resource[]
  publishers: readonly Publisher[]
  /** Returns the subscriptions on a topic. */
  subscriptionsOn: (topic: Resource) => readonly Resource[]
  /** Returns the function that a subscription pushes to, or whose worker pool pulls it; undefined if it holds its messages. */
  receiverOf: (subscription: Resource) => Resource | undefined
  /** Returns the function that runs as a member; undefined for any other member. */
  functionOf: (member: string) => Resource | undefined
  /** Returns true if subscriptions push as this member. */
  isPusher: (member: string) => boolean
  /** Returns true if the grant lets Pub/Sub itself move dead letters to their topic. */
  isForDeadLetters: (publisher: Publisher) => boolean
  /** Returns every subscription that a message can reach from a topic, through functions and as a dead letter. */
  reachedFrom: (topic: Resource) => ReadonlySet<Resource>
}

/** Returns `t` for `projects/p/topics/t` and for `t`: grants use either name. */
function shortName(name: string): string {
  return name.split('/').at(-1) ?? ''
}

/** Roles on a topic that allow publishing to it. https://cloud.google.com/pubsub/docs/access-control#roles */
const publishing = /^roles\/pubsub\.(publisher|editor|admin)$/

/** https://cloud.google.com/iam/docs/service-agents#cloud-pub-sub-service-account */
const pubsubAgent = /^serviceAccount:service-\d+@gcp-sa-pubsub\.iam\.gserviceaccount\.com$/

export function flowOf(graph: Graph): Flow {
  const functions = ofType(graph, types.function)
  const topics = new Map(ofType(graph, types.topic).map((topic) => [textInput(topic.inputs, 'name'), topic]))
  const subscriptions = ofType(graph, types.subscription)
  const byTopic = Map.groupBy(subscriptions, ({ inputs }) => shortName(textInput(inputs, 'topic')))
  const byMember = new Map(
    functions.map((each) => [
      `serviceAccount:${textInput(part(each, 'serviceConfig'), 'serviceAccountEmail')}`,
      each,
    ]),
  )
  const pools = poolsOfGraph(graph)
  const pushers = new Set(subscriptions.map((each) => `serviceAccount:${pusherOf(each)}`))
  const publishers = ofType(graph, 'gcp:pubsub/topicIAMMember:TopicIAMMember').flatMap((grant) => {
    const topic = topics.get(shortName(textInput(grant.inputs, 'topic')))
    const isPublisher = publishing.test(textInput(grant.inputs, 'role'))
    return topic && isPublisher ? [{ grant, topic, member: textInput(grant.inputs, 'member') }] : []
  })
  const deadLetterTopicOf = (subscription: Resource): Resource | undefined =>
    topics.get(shortName(textInput(part(subscription, 'deadLetterPolicy'), 'deadLetterTopic')))
  const deadLetterTopics = new Set(subscriptions.map(deadLetterTopicOf))
  const subscriptionsOn = ({ inputs }: Resource): readonly Resource[] =>
    byTopic.get(textInput(inputs, 'name')) ?? []
  const receiverOf = (subscription: Resource): Resource | undefined => {
    const endpoint = textInput(part(subscription, 'pushConfig'), 'pushEndpoint')
    const pool = pullerOf(pools, subscription)
    if (pool) return byMember.get(`serviceAccount:${pool.email}`)
    return functions.find((each) => endpoint === uriOf(each) || endpoint.startsWith(`${uriOf(each)}/`))
  }
  const functionOf = (member: string): Resource | undefined => byMember.get(member)

  const reachedFrom = (start: Resource): ReadonlySet<Resource> => {
    const reached = new Set<Resource>()
    const waiting: (Resource | undefined)[] = [start]
    while (waiting.length > 0) {
      const topic = waiting.pop()
      for (const subscription of topic ? subscriptionsOn(topic) : []) {
        if (reached.has(subscription)) continue
        reached.add(subscription)
        const receiver = receiverOf(subscription)
        const further = publishers.filter(({ member }) => receiver && functionOf(member) === receiver)
        waiting.push(deadLetterTopicOf(subscription), ...further.map((each) => each.topic))
      }
    }
    return reached
  }
  return {
    functions,
    publishers,
    subscriptionsOn,
    receiverOf,
    functionOf,
    isPusher: (member) => pushers.has(member),
    isForDeadLetters: ({ topic, member }) => deadLetterTopics.has(topic) && pubsubAgent.test(member),
    reachedFrom,
  }
}

function pusherOf(subscription: Resource): string {
  const { oidcToken } = part(subscription, 'pushConfig')
  return textInput((oidcToken ?? {}) as Readonly<Record<string, unknown>>, 'serviceAccountEmail')
}

function uriOf({ outputs }: Resource): string {
  return String((outputs['serviceConfig'] as { uri?: string } | undefined)?.uri)
}
