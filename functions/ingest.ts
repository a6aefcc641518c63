/** Deployed function `ingest`: the front door. Accepts plain JSON events and Pub/Sub's envelope, and returns 200 only after Pub/Sub has
 * durably accepted them, with the caller's token. */
import { attributes, sourceOfTopic, topics } from '../schemas/bus.ts'
import { eventTypes } from '../schemas/event_types.ts'
import { topicName, topicOf } from './ingest/address.ts'
import { admitToCatalogue, answerEventTypes, isOfEventTypes } from './ingest/catalogue.ts'
import { requirePublishToken } from './ingest/credentials.ts'
import { sentNames, withDeprecations } from './ingest/deprecation.ts'
import { eventsOf, publicationOf, withEventName } from './ingest/messages.ts'
import { readOptions } from './ingest/options.ts'
import { readPayload } from './ingest/payload.ts'
import { checkPublishRight } from './ingest/publish_right.ts'
import { createPublisher } from './ingest/publisher.ts'
import { forbiddenType } from './ingest/source_right.ts'
import { withSuggestion } from './ingest/suggestion.ts'
import { consentHints } from './decision/consent_hint.ts'
import { compileDerive } from './event/derive.ts'
import { describeHints, explainEvent } from './event/explain.ts'
import { lifecycleHints } from './event/lifecycle_hints.ts'
import { codeRegistry, type Registry } from './event/registry.ts'
import { rightsOfSources } from './event/source_right.ts'
import type { SavedDefinitions } from './event/saved_definitions.ts'
import { publish } from './google/pubsub.ts'
import type { TableCache } from './google/table_cache.ts'
import { errorAnswer, json, type HandlerResponse, type Request, type RequestHead } from './serving/answer.ts'
import { fault } from './serving/errors.ts'
import { answerOtherMethod } from './serving/method.ts'
import { serve } from './serving/serve.ts'
import { readDerivedFields, readEnvironment, readSources } from './serving/settings.ts'

const {
  GOOGLE_CLOUD_PROJECT: project,
  DATASET: dataset,
  ALLOWED_ORIGINS: allowedOrigins,
  TOPICS: publicTopics,
  DERIVED_FIELDS: derivedFields,
  SOURCES,
} = readEnvironment('ingest', process.env)

const derive = compileDerive(readDerivedFields(derivedFields))
const sourceRights = rightsOfSources(readSources(SOURCES))
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
  const forbidden = forbiddenType(sourceRights, topic, () => eventsOf(payload, options))
  if (forbidden) return (await refuseStranger(authorization, topic)) ?? errorAnswer(forbidden)
  const names = sentNames(payload, options.attributes[attributes.eventName] ?? topic)
  if (options.validateOnly) {
    const events = eventsOf(payload, options)
    const explainAll = (registry: Registry) => events.map((event) => explainWithHints(event, topic, registry))
    const registry = await registryFor((current) =>
      explainAll(current).flatMap(({ event_name: name }) =>
        name === undefined || current.get(name) ? [] : name,
      ),
    )
    return withDeprecations(json(200, { results: explainAll(registry) }), names, registry)
  }
  const { messages, orderingKey } = publicationOf(payload, options)
  const answer = await publishTogether({ topic, authorization, orderingKey }, messages)
  if (answer.status === 200) return withDeprecations(answer, names, await recentRegistry(names))
  if (!mayLackTopic(topic, answer)) return answer
  // The time of the response must not tell a caller without the right which event types are saved.
  const stranger = answer.status === 403 ? await refuseStranger(authorization, topics.events) : undefined
  if (stranger) return stranger.status === 403 ? answer : stranger
  const registry = await registryFor((current) => (current.get(topic) ? [] : [topic]))
  if (!registry.get(topic)) return withSuggestion(answer, registry.nearest(topic))
  // Events of an event type without a topic of its own are published to the shared topic.
  const named = withEventName(messages, topic)
  const published = await publishTogether({ topic: topics.events, authorization, orderingKey }, named)
  return withDeprecations(published, names, registry)
}

const catalogue = {
  refuse: (authorization: string, name: string | undefined) => {
    const hasTopic = name !== undefined && eventTypes.has(name) && deployedTopics.has(name)
    return refuseUnlessProducer(authorization, hasTopic ? name : topics.events)
  },
  readSaved: (names: readonly string[]) =>
    readSaved((registry) => names.filter((name) => !registry.get(name))),
}

/** An event type may have a topic of its own, or use the shared one. A source has only its own. */
async function refuseUnlessProducer(
  authorization: string,
  topic: string,
): Promise<HandlerResponse | undefined> {
  const refused = await refuseStranger(authorization, topic)
  return refused?.status === 403 && topic !== topics.events && sourceOfTopic(topic) === undefined
    ? refuseStranger(authorization, topics.events)
    : refused
}

/** Explains an event as stored, with hints at fields that are probably meant as others, at the status of its type, and for one that a destination
 * may not get. */
function explainWithHints(message: Parameters<typeof explainEvent>[0], topic: string, registry: Registry) {
  const { explanation, event } = explainEvent(message, topic, registry, derive)
  if (!event) return explanation
  const type = registry.get(event.name)
  const hints = [
    ...describeHints(event),
    ...(type ? lifecycleHints(event.name, type) : []),
    ...consentHints(event.value),
  ]
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

/** Returns the definitions in code if all names are among them, else the saved ones too as they were last read: nobody waits for the headers of
 * events that are accepted already. */
async function recentRegistry(names: ReadonlySet<string>): Promise<Registry> {
  const isKnown = [...names].every((name) => name === topics.events || codeRegistry.get(name))
  if (isKnown) return codeRegistry
  const cache = await (definitions ??= openDefinitions())
  void cache.refresh()
  return cache.content()?.registry ?? codeRegistry
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
