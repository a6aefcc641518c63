/** Deployed function `ingest`: the front door. Accepts plain JSON events and Pub/Sub's envelope, and returns 200 only after Pub/Sub has
 * durably accepted them, with the caller's token. */
import { topics } from '../schemas/bus.ts'
import { eventTypes } from '../schemas/event_types.ts'
import { topicName, topicOf } from './ingest/address.ts'
import { admitToCatalogue, answerEventTypes, isOfEventTypes } from './ingest/catalogue.ts'
import { requirePublishToken } from './ingest/credentials.ts'
import { eventsOf, publicationOf, withEventName } from './ingest/messages.ts'
import { readOptions } from './ingest/options.ts'
import { readPayload } from './ingest/payload.ts'
import { checkPublishRight } from './ingest/publish_right.ts'
import { createPublisher } from './ingest/publisher.ts'
import { withSuggestion } from './ingest/suggestion.ts'
import { consentHints } from './decision/consent_hint.ts'
import { describeHints, explainEvent } from './event/explain.ts'
import { codeRegistry, type Registry } from './event/registry.ts'
import type { SavedDefinitions } from './event/saved_definitions.ts'
import { publish } from './google/pubsub.ts'
import type { TableCache } from './google/table_cache.ts'
import { json, type HandlerResponse, type Request, type RequestHead } from './serving/answer.ts'
import { fault } from './serving/errors.ts'
import { answerOtherMethod } from './serving/method.ts'
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

const refuseStranger = checkPublishRight({ env: process.env, project, now: () => performance.now() })

export const ingest = serve('ingest', receive, { admit, allowedOrigins, refusesOverload: true })

/** Answers whatever has no event to read, and requires a token, before the body is read. */
function admit({ path, method, headers }: RequestHead): HandlerResponse | undefined {
  const inCatalogue = admitToCatalogue({ path, method, headers })
  if (inCatalogue || isOfEventTypes(path)) return inCatalogue
  topicOfPath(path)
  const answer = answerOtherMethod(method, 'POST')
  if (!answer) requirePublishToken(headers)
  return answer
}

function topicOfPath(path: string): string {
  const topic = topicOf(path, project)
  if (topic === undefined) throw fault('PATH_UNKNOWN', { path })
  return topic
}

async function receive({ path, headers, query, body }: Request): Promise<HandlerResponse> {
  if (isOfEventTypes(path)) return answerEventTypes({ path, query, headers }, catalogue)
  const topic = topicOfPath(path)
  const authorization = requirePublishToken(headers)
  const options = readOptions(query)
  // Definitions are explained only to those who may publish.
  const refused = options.validateOnly ? await refuseUnlessProducer(authorization, topic) : undefined
  if (refused) return refused
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
  // The time of the response must not tell a caller without the right which event types are saved.
  const stranger = answer.status === 403 ? await refuseStranger(authorization, topics.events) : undefined
  if (stranger) return stranger.status === 403 ? answer : stranger
  const registry = await registryFor((current) => (current.get(topic) ? [] : [topic]))
  if (!registry.get(topic)) return withSuggestion(answer, registry.nearest(topic))
  // Events of an event type without a topic of its own are published to the shared topic.
  const named = withEventName(messages, topic)
  return publishTogether({ topic: topics.events, authorization, orderingKey }, named)
}

const catalogue = {
  refuse: (authorization: string, name: string | undefined) => {
    const hasTopic = name !== undefined && eventTypes.has(name) && deployedTopics.has(name)
    return refuseUnlessProducer(authorization, hasTopic ? name : topics.events)
  },
  readSaved: (names: readonly string[]) =>
    readSaved((registry) => names.filter((name) => !registry.get(name))),
}

/** An event type may have a topic of its own, or use the shared one. */
async function refuseUnlessProducer(
  authorization: string,
  topic: string,
): Promise<HandlerResponse | undefined> {
  const refused = await refuseStranger(authorization, topic)
  return refused?.status === 403 && topic !== topics.events
    ? refuseStranger(authorization, topics.events)
    : refused
}

/** Explains an event as stored, with hints at fields that are probably meant as others, and for one that a destination may not get. */
function explainWithHints(message: Parameters<typeof explainEvent>[0], topic: string, registry: Registry) {
  const { explanation, event } = explainEvent(message, topic, registry)
  if (!event) return explanation
  const hints = [...describeHints(event), ...consentHints(event.value)]
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

/** Returns the definitions in code if no event type is missing, else the saved ones too. */
async function registryFor(missing: (registry: Registry) => readonly string[]): Promise<Registry> {
  if (missing(codeRegistry).length === 0) return codeRegistry
  return (await readSaved(missing))?.registry ?? codeRegistry
}

/** Returns the saved definitions; undefined if they cannot be read. Refreshes the cache if an event type is still missing. */
async function readSaved(
  missing: (registry: Registry) => readonly string[],
): Promise<SavedDefinitions | undefined> {
  const cache = await (definitions ??= openDefinitions())
  await cache.refresh()
  const stillMissing = missing(cache.content()?.registry ?? codeRegistry)
  if (stillMissing.length > 0) await cache.refreshFor(stillMissing)
  return cache.content()
}
