/** Replay: publishes the quarantined messages that are valid now, page by page. The others stay in quarantine. */
import { sourceOfTopic, topics } from '../../schemas/bus.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { readEvent, type Published } from '../event/read.ts'
import type { Registry } from '../event/registry.ts'
import { noSources, readAllowed, type SourceRights } from '../event/source_right.ts'
import { cacheTimesMs } from '../google/table_cache.ts'
import type { WarehouseRow } from '../google/warehouse.ts'
import { saveProgress, type StepResult } from '../runs/run_job.ts'
import { publishStored } from '../storage/publish_stored.ts'
import { eachPage, pageSize, periodOf, rateOf, withSamples } from './job.ts'
import {
  isWhole,
  partsOf,
  published,
  quarantinedMessageOf,
  selectQuarantinedSql,
  withAllParts,
  type QuarantinedMessage,
} from './quarantined_messages.ts'
import { awaitStored, type ReprocessJob } from './reprocess_job.ts'
import { paceOf, sendAtRate, retryUntilDone, type Pace } from './send_at_rate.ts'

/** Maximum number of messages in memory: each may have 10 MB. */
const maxInMemory = 40

/** Maximum number of messages in one selection. */
const maxSelected = 5000

/** A message, and what it is now: `event`, or the reason why not. */
interface ReprocessCandidate {
  quarantined: QuarantinedMessage
  message: Published
  now: string
}

/** Reprocesses the messages after the position. `ended`: the selection cannot be read, and the run has ended with the reason. */
export async function republishQuarantined(job: ReprocessJob): Promise<StepResult | 'ended'> {
  const { request, requestedAt } = job.command
  const pace = paceOf(rateOf(job))
  const sql = selectQuarantinedSql(job.ports.warehouse.locate, request, maxSelected)
  const { to } = periodOf(request)
  return eachPage(
    job,
    () => ({
      sql,
      parameters: {
        since: ['TIMESTAMP', job.position.cursor.receivedAt],
        after: ['STRING', job.position.cursor.eventId],
        to: ['TIMESTAMP', to],
        requested_at: ['TIMESTAMP', requestedAt],
      },
    }),
    { limit: maxSelected, pageRows: Math.min(maxInMemory, pageSize(pace.rate)) },
    (rows) => sendPage(job, rows, pace),
  )
}

async function sendPage(job: ReprocessJob, rows: readonly WarehouseRow[], pace: Pace): Promise<StepResult> {
  const { ports, counts, isDryRun, deadline } = job
  const candidates = await readAgain(job, await withParts(job, rows.map(quarantinedMessageOf)))
  const ready = candidates.filter(({ now }) => now === 'event')
  if (!isDryRun && ready.length > 0) {
    const waiting = ready.map(({ quarantined }) => quarantined.id)
    job.position = { ...job.position, waiting, isPublished: false }
    const saved = await saveProgress(job)
    if (saved !== 'continue') return saved
    await awaitDefinitionRefresh(job)
    const send = (chunk: readonly ReprocessCandidate[]): Promise<boolean> => publish(job, chunk)
    if (!(await sendAtRate(ready, pace, { deadline, wait: ports.wait }, { send }))) return 'retry'
    job.position = { ...job.position, isPublished: true }
    const stored = await awaitStored(job)
    if (stored !== 'continue') return stored
  }
  const leftOut = candidates.filter(({ now }) => now === 'incomplete' || now === 'topic_gone').length
  counts.left_out += leftOut
  counts.quarantined += candidates.length - ready.length - leftOut
  counts.selected += candidates.length - (isDryRun ? 0 : ready.length)
  if (isDryRun) counts.promoted += ready.length
  const { receivedAt, id: eventId } = candidates.at(-1)!.quarantined
  const samples = candidates.map(({ quarantined: { id, topic, reason }, now }) => ({
    event_id: id,
    topic,
    before: reason,
    now,
  }))
  job.position = {
    cursor: { receivedAt, eventId },
    waiting: [],
    isPublished: false,
    samples: isDryRun ? withSamples(job.position.samples, samples) : job.position.samples,
  }
  return saveProgress(job)
}

/** Waits until every instance of `store` uses the definitions of the time of the request. */
async function awaitDefinitionRefresh({ ports, command }: ReprocessJob): Promise<void> {
  const remainingMs = Date.parse(command.requestedAt) + cacheTimesMs.waitAfter - ports.now().getTime()
  if (remainingMs > 0) await ports.wait(remainingMs)
}

/** Adds the further parts of large messages: each part is a row. */
async function withParts(
  job: ReprocessJob,
  messages: readonly QuarantinedMessage[],
): Promise<readonly QuarantinedMessage[]> {
  const { warehouse } = job.ports
  const ids = messages.filter(({ parts }) => parts > 1).map(({ id }) => id)
  if (ids.length === 0) return messages
  const parts = await warehouse.rows(partsOf(warehouse.locate), {
    since: ['TIMESTAMP', messages[0]!.receivedAt],
    ids: [['STRING'], ids],
  })
  return withAllParts(messages, parts)
}

/** Reads the messages with the current definitions. */
async function readAgain(
  { ports }: ReprocessJob,
  messages: readonly QuarantinedMessage[],
): Promise<readonly ReprocessCandidate[]> {
  const all = messages.map((quarantined) => ({ quarantined, message: published(quarantined) }))
  const unknownNames = all.flatMap(({ message }) => {
    const read = readEvent(message, ports.registry())
    return 'reason' in read && read.eventName !== undefined ? [read.eventName] : []
  })
  if (unknownNames.length > 0) await ports.refreshDefinitionsFor([...new Set(unknownNames)])
  const registry = ports.registry()
  return all.map(({ quarantined, message }) => ({
    quarantined,
    message,
    now: stateOf(quarantined, message, registry, ports.sourceRights),
  }))
}

/** The right of its source is checked as it is today: a right that was given since promotes the message. */
function stateOf(
  quarantined: QuarantinedMessage,
  message: Published,
  registry: Registry,
  sourceRights: SourceRights = noSources,
): string {
  if (!isWhole(quarantined)) return 'incomplete'
  if (!hasTopic(sourceRights, quarantined.topic)) return 'topic_gone'
  const read = readAllowed(message, registry, sourceRights)
  return 'reason' in read ? read.reason : 'event'
}

function hasTopic(sourceRights: SourceRights, topic: string): boolean {
  const source = sourceOfTopic(topic)
  return source === undefined ? topic === topics.events || eventTypes.has(topic) : sourceRights.has(source)
}

/** Publishes each message to its own topic. Returns false if Pub/Sub did not accept all of them in time. */
function publish({ ports, deadline }: ReprocessJob, chunk: readonly ReprocessCandidate[]): Promise<boolean> {
  const items = chunk.map(({ message: { topic, data, attributes } }) => ({
    topic,
    message: { data, attributes },
  }))
  return retryUntilDone(items, { deadline, wait: ports.wait }, async (missing) => {
    const byTopic = Map.groupBy(missing, ({ topic }) => topic)
    const rejected = await Promise.all(
      [...byTopic].map(([topic, some]) => publishStored((messages) => ports.publish(topic, messages), some)),
    )
    return rejected.flat()
  })
}
