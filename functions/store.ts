/** Deployed function `store`: receives pushed messages, writes them to BigQuery, then publishes stored events to topic `stored`.
 * Responds 204 when the message is settled, 503 when Pub/Sub must redeliver it. Its worker pool pulls the messages instead. */
import { limits } from '../schemas/limits.ts'
import { tables } from '../schemas/warehouse.ts'
import { logMessages } from '../schemas/log_messages.ts'
import { isOrderedStore, topicOfStore, topics } from '../schemas/bus.ts'
import { actions } from '../schemas/derived_types.ts'
import { assignedActions, compileTriggers } from './act/triggers.ts'
import { startDrain } from './bus/drain.ts'
import { pushTurn, readPush, type PushMessage, type Turn } from './bus/push.ts'
import { countValues } from './bus/values.ts'
import { compileDerive } from './event/derive.ts'
import type { Published } from './event/read.ts'
import { codeRegistry } from './event/registry.ts'
import { rightsOfSources } from './event/source_right.ts'
import { compileDecisions } from './decision/decide.ts'
import { insertAll, insertLimits } from './google/bigquery.ts'
import { publisherTo } from './google/pubsub.ts'
import { statementRunner } from './google/statement.ts'
import { ownAuthorization } from './google/token.ts'
import { noContent, StatusError, type HandlerResponse } from './serving/answer.ts'
import { followPorts } from './storage/open.ts'
import { groupCommit } from './net/group_commit.ts'
import { logEntry } from './serving/log.ts'
import { serve } from './serving/serve.ts'
import {
  readActions,
  readConsentDefaults,
  readDerivedFields,
  readDestinations,
  readEnvironment,
  readOrdering,
  readSources,
} from './serving/settings.ts'
import { createCommit } from './storage/commit.ts'
import { cacheDefinitions, cacheSuppressions } from './storage/follow.ts'
import { storeDeadLetters } from './storage/dead_letters.ts'
import { endedRows } from './storage/page_outcomes.ts'
import type { StorePorts } from './storage/store_batch.ts'
import { createTurns } from './storage/turns.ts'
import { withTarget } from './targets/registry.ts'

const {
  GOOGLE_CLOUD_PROJECT: project,
  DATASET: dataset,
  DESTINATIONS,
  CONSENT_DEFAULTS,
  ACTIONS,
  ORDERING,
  DERIVED_FIELDS,
  SOURCES,
} = readEnvironment('store', process.env)
const destinations = readDestinations(DESTINATIONS)
const sources = readSources(SOURCES)
const authorization = ownAuthorization()
const storedTopic = `projects/${project}/topics/${topics.stored}`

const cachePorts = followPorts({ project, dataset }, authorization)
const definitions = cacheDefinitions(cachePorts)
const suppressions = cacheSuppressions(cachePorts)

const triggeredActions = compileTriggers(assignedActions(readActions(ACTIONS), actions), cachePorts.warn)

const ports: StorePorts = {
  now: () => new Date(),
  refreshCaches: () => {
    const refreshes = [definitions.refresh(), suppressions.refresh()].filter((each) => each !== undefined)
    return refreshes.length > 0 ? Promise.all(refreshes) : undefined
  },
  refreshDefinitionsFor: definitions.refreshFor,
  registry: () => definitions.content()?.registry ?? codeRegistry,
  derive: compileDerive(readDerivedFields(DERIVED_FIELDS)),
  isSuppressed: (event) => suppressions.content()?.(event),
  sourceRights: rightsOfSources(sources),
  decide: compileDecisions(destinations.map(withTarget), readConsentDefaults(CONSENT_DEFAULTS), sources),
  triggersAction: (event) => triggeredActions(event).length > 0,
  append: (table, rows) => insertAll(process.env, { project, dataset, table }, authorization(), rows),
  publish: publisherTo(process.env, storedTopic, authorization),
  inOrder: new Set(destinations.flatMap(({ id, ordered }) => (ordered === true ? id : []))),
}

/** A stored row and a published message are each larger than the received message. */
const groupBytes = Math.min(insertLimits.bytes, limits.publishBytes) / 2

const groups = {
  maxItems: insertLimits.rows,
  maxBytes: groupBytes,
  // The values of a group are parsed together. An event with as many as it may have fills a group.
  bytesOf: ({ data, values = 0 }: { data: Buffer; values?: number }) =>
    data.length + (values * groupBytes) / limits.valuesPerEvent,
  inFlight: 2,
}

const storesIt = createTurns(readOrdering(ORDERING), Date.now())

const committing = {
  groups,
  onSlow: ({ topic, messageId }: Published) =>
    logEntry('ERROR', 'an event took too long to evaluate; it is tried alone, then quarantined', {
      topic,
      message_id: messageId,
    }),
}

const commit = createCommit(ports, committing)
/** Each ordering key takes a publish request, for which events without a key do not wait. */
const commitKeyed = createCommit(ports, committing)

const targets = new Map(destinations.map(({ id, target }) => [id, target]))
const deadLetterPorts = {
  ...ports,
  targetOf: (destination: string) => targets.get(destination) ?? 'unknown',
  // Pub/Sub keeps a message for at most a month, and a dead letter is rare.
  endedRows: endedRows(
    `\`${project}.${dataset}.${tables.deliveries.name}\``,
    statementRunner({ env: process.env, project, authorization, maximumBytesBilled: 2 ** 40 }),
  ),
}
const commitDeadLetter = groupCommit(
  (batch: readonly PushMessage[]) => storeDeadLetters(deadLetterPorts, batch),
  groups,
)

/** Stores one message. Resolves to the reason for which Pub/Sub must deliver it again; to undefined when it is settled. */
async function settle(received: PushMessage, { orderedUntil }: Turn): Promise<string | undefined> {
  const topic = topicOfStore(received.subscription)
  if (!topic)
    throw new StatusError('NOT_FOUND', `${received.subscription} is not a subscription of a public topic.`)
  const isOrdered = isOrderedStore(received.subscription)
  if (topic !== topics.deadLetters && !storesIt({ topic, isOrdered, publishTime: received.publishTime }))
    return undefined
  const values = countValues(received.data)
  const result = await (topic === topics.deadLetters
    ? commitDeadLetter(received)
    : isOrdered && received.orderingKey !== ''
      ? commitKeyed({ ...received, topic, values, publishBy: orderedUntil })
      : commit({ ...received, topic, values }))
  if (result.kind === 'settled') return undefined
  logEntry('WARNING', logMessages.redelivery, { reason: result.message })
  return result.message
}

// Not async: a function that waits would hold the body beside the data that is decoded from it.
export const store = serve('store', ({ body, arrivedAt }) => answer(readPush(body), pushTurn(arrivedAt)))

async function answer(received: PushMessage, turn: Turn): Promise<HandlerResponse> {
  const reason = await settle(received, turn)
  if (reason === undefined) return noContent
  throw new StatusError('UNAVAILABLE', reason)
}

startDrain({
  name: 'store',
  env: process.env,
  project,
  authorization,
  handle: async (message, turn) => (await settle(message, turn)) === undefined,
  now: Date.now,
})
