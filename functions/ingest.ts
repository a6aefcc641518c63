/** Deployed function `ingest`: the front door. Takes plain JSON events and the native envelope, and answers 200 only when
 * Pub/Sub, asked with the caller's own token, has accepted them durably. */
import { topics } from '../schemas/bus.ts'
import { limits } from '../schemas/limits.ts'
import { topicName, topicOf } from './ingest/address.ts'
import { requirePublishToken } from './ingest/credentials.ts'
import { eventsOf, publicationOf, withEventName } from './ingest/messages.ts'
import { readOptions } from './ingest/options.ts'
import { readPayload } from './ingest/payload.ts'
import { createPublisher } from './ingest/publisher.ts'
import { explain } from './event/explain.ts'
import { codeRegistry, type Registry } from './event/registry.ts'
import type { SavedDefinitions } from './event/saved_definitions.ts'
import { publish } from './google/pubsub.ts'
import type { TableCache } from './google/table_cache.ts'
import { json, noContent, type HandlerResponse, type Request } from './serving/answer.ts'
import { fault } from './serving/errors.ts'
import { serve } from './serving/serve.ts'
import { readEnvironment } from './serving/settings.ts'

const {
  GOOGLE_CLOUD_PROJECT: project,
  DATASET: dataset,
  ALLOWED_ORIGINS: allowedOrigins,
  TOPICS: publicTopics,
} = readEnvironment('ingest', process.env)

const deployedTopics: ReadonlySet<string> = new Set(publicTopics.split(','))

const publishTogether = createPublisher((topic, authorization, body) =>
  publish(process.env, topicName(project, encodeURIComponent(topic)), authorization, body),
)

export const ingest = serve(
  (request) => {
    if (request.path === '/v1/limits') return limitsTo(request)
    const topic = topicOf(request.path, project)
    if (topic === undefined) throw fault('PATH_UNKNOWN', { path: request.path })
    if (request.method === 'OPTIONS') return { ...noContent, headers: { allow: 'POST' } }
    if (request.method === 'POST') return receive(topic, request)
    throw notAllowed(request.method, 'POST')
  },
  { maxBodyBytes: limits.requestBytes, allowedOrigins },
)

function limitsTo({ method }: Request): HandlerResponse {
  if (method === 'OPTIONS') return { ...noContent, headers: { allow: 'GET' } }
  if (method === 'GET' || method === 'HEAD') return json(200, limits)
  throw notAllowed(method, 'GET')
}

function notAllowed(method: string, allowed: string) {
  return fault('METHOD_NOT_ALLOWED', { method, allowed }, { headers: { allow: allowed } })
}

async function receive(topic: string, { headers, query, body }: Request): Promise<HandlerResponse> {
  const authorization = requirePublishToken(headers)
  const options = readOptions(query)
  const payload = readPayload(body, headers['content-type'])
  if (options.validateOnly) {
    const events = eventsOf(payload, options)
    const explainAll = (registry: Registry) => events.map((event) => explain(event, topic, registry))
    const registry = await registryFor((known) =>
      explainAll(known).flatMap(({ event_name: name }) =>
        name === undefined || known.get(name) ? [] : name,
      ),
    )
    return json(200, { results: explainAll(registry) })
  }
  const { messages, orderingKey } = publicationOf(payload, options)
  const answer = await publishTogether({ topic, authorization, orderingKey }, messages)
  if (!mayLackTopic(topic, answer)) return answer
  const registry = await registryFor((known) => (known.get(topic) ? [] : [topic]))
  if (!registry.get(topic)) return answer
  // The type of an event that has no topic of its own is still a good address: the shared topic takes it.
  const named = withEventName(messages, topic)
  return publishTogether({ topic: topics.events, authorization, orderingKey }, named)
}

/** Whether Pub/Sub's answer can mean that there is no such topic. It answers 404 only to callers who may publish to every topic of the
 * project, and 403 to all others, who get the same for a topic that exists. A 403 for a deployed topic is a refusal.
 * https://google.aip.dev/211 */
function mayLackTopic(topic: string, { status }: HandlerResponse): boolean {
  return status === 404 || (status === 403 && !deployedTopics.has(topic))
}

let definitions: Promise<TableCache<SavedDefinitions>> | undefined

/** Loads what it takes to follow the saved definitions only when they are asked for: few instances ever are. */
async function openDefinitions(): Promise<TableCache<SavedDefinitions>> {
  const { cacheDefinitions } = await import('./storage/follow.ts')
  const { followPorts } = await import('./storage/open.ts')
  const { ownAuthorization } = await import('./google/token.ts')
  return cacheDefinitions(followPorts({ project, dataset }, ownAuthorization()))
}

/** The definitions of the code, where none is missing; else the saved ones too, looked for where those known are not enough. */
async function registryFor(missing: (registry: Registry) => readonly string[]): Promise<Registry> {
  if (missing(codeRegistry).length === 0) return codeRegistry
  const feed = await (definitions ??= openDefinitions())
  const known = () => feed.content()?.registry ?? codeRegistry
  await feed.refresh()
  const absent = missing(known())
  if (absent.length > 0) await feed.refreshFor(absent)
  return known()
}
