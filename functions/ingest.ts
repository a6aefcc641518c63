/** Deployed function `ingest`: the front door. Accepts plain JSON events and Pub/Sub's envelope, and returns 200 only after Pub/Sub has
 * durably accepted them, with the caller's token. */
import { topics } from '../schemas/bus.ts'
import { limits } from '../schemas/limits.ts'
import { topicName, topicOf } from './ingest/address.ts'
import { requirePublishToken } from './ingest/credentials.ts'
import { eventsOf, publicationOf, withEventName } from './ingest/messages.ts'
import { readOptions } from './ingest/options.ts'
import { readPayload } from './ingest/payload.ts'
import { createPublisher } from './ingest/publisher.ts'
import { consentHints } from './decision/consent_hint.ts'
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
    if (request.path === '/v1/limits') return limitsResponse(request)
    const topic = topicOf(request.path, project)
    if (topic === undefined) throw fault('PATH_UNKNOWN', { path: request.path })
    if (request.method === 'OPTIONS') return { ...noContent, headers: { allow: 'POST' } }
    if (request.method === 'POST') return receive(topic, request)
    throw notAllowed(request.method, 'POST')
  },
  { maxBodyBytes: limits.requestBytes, allowedOrigins },
)

function limitsResponse({ method }: Request): HandlerResponse {
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
    const explainAll = (registry: Registry) => events.map((event) => explainWithHints(event, topic, registry))
    const registry = await registryFor((current) =>
      explainAll(current).flatMap(({ event_name: name }) =>
        name === undefined || current.get(name) ? [] : name,
      ),
    )
    return json(200, { results: explainAll(registry) })
  }
  const { messages, orderingKey } = publicationOf(payload, options)
  const answer = await publishTogether({ topic, authorization, orderingKey }, messages)
  if (!mayLackTopic(topic, answer)) return answer
  const registry = await registryFor((current) => (current.get(topic) ? [] : [topic]))
  if (!registry.get(topic)) return answer
  // Events of an event type without a topic of its own are published to the shared topic.
  const named = withEventName(messages, topic)
  return publishTogether({ topic: topics.events, authorization, orderingKey }, named)
}

/** Explains an event as stored, with hints for one that a destination may not get. */
function explainWithHints(event: Parameters<typeof explain>[0], topic: string, registry: Registry) {
  const explanation = explain(event, topic, registry)
  if (explanation.table === 'quarantine') return explanation
  const hints = consentHints(JSON.parse(event.data.toString()) as Readonly<Record<string, unknown>>)
  return hints.length > 0 ? { ...explanation, hints } : explanation
}

/** Returns true if Pub/Sub's response can mean that the topic does not exist. It is 404 only for callers who may publish to every topic
 * of the project; others get 403, as for a topic that exists. A 403 for a deployed topic means that the caller may not publish.
 * https://google.aip.dev/211 */
function mayLackTopic(topic: string, { status }: HandlerResponse): boolean {
  return status === 404 || (status === 403 && !deployedTopics.has(topic))
}

let definitions: Promise<TableCache<SavedDefinitions>> | undefined

/** Loads the modules of the cache on first use: few instances need saved definitions. */
async function openDefinitions(): Promise<TableCache<SavedDefinitions>> {
  const { cacheDefinitions } = await import('./storage/follow.ts')
  const { followPorts } = await import('./storage/open.ts')
  const { ownAuthorization } = await import('./google/token.ts')
  return cacheDefinitions(followPorts({ project, dataset }, ownAuthorization()))
}

/** Returns the definitions in code if no event type is missing, else the saved ones too. Refreshes the cache if one is still missing. */
async function registryFor(missing: (registry: Registry) => readonly string[]): Promise<Registry> {
  if (missing(codeRegistry).length === 0) return codeRegistry
  const cache = await (definitions ??= openDefinitions())
  const current = () => cache.content()?.registry ?? codeRegistry
  await cache.refresh()
  const stillMissing = missing(current())
  if (stillMissing.length > 0) await cache.refreshFor(stillMissing)
  return current()
}
