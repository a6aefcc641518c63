/** Replay: publishes messages of the quarantine again, a page at a time: those that can be read now. What still is no event stays where
 * it is. */
import { topics } from '../../schemas/bus.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { defaultRatePerSecond } from '../../schemas/default_rate.ts'
import { readEvent, type Published } from '../event/read.ts'
import type { Registry } from '../event/registry.ts'
import { normalTime } from '../event/time.ts'
import { cacheTimesMs } from '../google/table_cache.ts'
import type { WarehouseRow } from '../google/warehouse.ts'
import { publishStored } from '../storage/publish_stored.ts'
import { sendAtRate, retryUntilDone } from './send_at_rate.ts'
import { checkQueryBytes, pageSize, periodOf, type StepResult } from './job.ts'
import { saveReprocessProgress, awaitStored, type ReprocessJob } from './reprocess_job.ts'
import {
  isWhole,
  misfitOf,
  selectQuarantinedSql,
  partsOf,
  published,
  withAllParts,
  type QuarantinedMessage,
} from './quarantined_messages.ts'

/** Most messages that are held at once: each may have ten megabytes. */
const mostHeld = 40

/** Most messages that one selection gives. */
const mostAtOnce = 5000

const mostSamples = 10

/** A message, and what it would be now: `event`, or why it is none. */
interface ReprocessCandidate {
  misfit: QuarantinedMessage
  message: Published
  now: string
}

/** Processes again what is selected after the position. `ended`: the selection cannot be made, and the run tells why. */
export async function republishQuarantined(job: ReprocessJob): Promise<StepResult | 'ended'> {
  const { warehouse, maximumBytesBilled } = job.ports
  const rate = job.isDry ? Infinity : (job.order.request.rate ?? defaultRatePerSecond)
  const pageRows = Math.min(mostHeld, pageSize(rate))
  for (;;) {
    const { cursor } = job.position
    const sql = selectQuarantinedSql(warehouse.locate, job.order.request, mostAtOnce)
    const parameters = {
      since: ['TIMESTAMP', cursor.receivedAt],
      after: ['STRING', cursor.eventId],
      to: ['TIMESTAMP', periodOf(job.order.request, normalTime).to],
      requested_at: ['TIMESTAMP', job.order.requestedAt],
    } as const
    if (!(await checkQueryBytes(warehouse, job.run, sql, parameters, maximumBytesBilled))) return 'ended'
    let found = 0
    for await (const rows of warehouse.pages(sql, parameters, { pageRows, maximumBytesBilled })) {
      const step = await sendPage(job, rows, rate)
      if (step !== 'on') return step
      found += rows.length
    }
    if (found < mostAtOnce) return 'on'
  }
}

async function sendPage(job: ReprocessJob, rows: readonly WarehouseRow[], rate: number): Promise<StepResult> {
  const { ports, counts, deadline } = job
  const judged = await judge(job, await withParts(job, rows.map(misfitOf)))
  const ready = judged.filter(({ now }) => now === 'event')
  if (!job.isDry && ready.length > 0) {
    const waiting = ready.map(({ misfit }) => misfit.id)
    job.position = { ...job.position, waiting, isPublished: false }
    const before = await saveReprocessProgress(job)
    if (before !== 'on') return before
    await awaitDefinitionRefresh(job)
    if (!(await sendAtRate(ready, rate, { deadline, wait: ports.wait }, (chunk) => publish(job, chunk))))
      return 'later'
    job.position = { ...job.position, isPublished: true }
    const step = await awaitStored(job)
    if (step !== 'on') return step
  }
  const leftOut = judged.filter(({ now }) => now === 'incomplete' || now === 'topic_gone').length
  counts.left_out += leftOut
  counts.quarantined += judged.length - ready.length - leftOut
  counts.selected += judged.length - (job.isDry ? 0 : ready.length)
  if (job.isDry) counts.promoted += ready.length
  const { receivedAt, id: eventId } = judged.at(-1)!.misfit
  const shown = job.isDry ? judged.slice(0, mostSamples - job.position.samples.length) : []
  const samples = shown.map(({ misfit: { id, topic, reason }, now }) => ({
    event_id: id,
    topic,
    before: reason,
    now,
  }))
  job.position = {
    cursor: { receivedAt, eventId },
    waiting: [],
    isPublished: false,
    samples: [...job.position.samples, ...samples],
  }
  return saveReprocessProgress(job)
}

/** Waits until every instance of `store` goes by the definitions that there were when the run was asked for. */
async function awaitDefinitionRefresh({ ports, order }: ReprocessJob): Promise<void> {
  const rest = Date.parse(order.requestedAt) + cacheTimesMs.waitAfter - ports.now().getTime()
  if (rest > 0) await ports.wait(rest)
}

/** Large messages lie in several rows. */
async function withParts(
  job: ReprocessJob,
  misfits: readonly QuarantinedMessage[],
): Promise<readonly QuarantinedMessage[]> {
  const { warehouse } = job.ports
  const ids = misfits.filter(({ parts }) => parts > 1).map(({ id }) => id)
  if (ids.length === 0) return misfits
  const parts = await warehouse.rows(partsOf(warehouse.locate), {
    since: ['TIMESTAMP', misfits[0]!.receivedAt],
    ids: [['STRING'], ids],
  })
  return withAllParts(misfits, parts)
}

/** What the messages are by the definitions there are now. */
async function judge(
  { ports }: ReprocessJob,
  misfits: readonly QuarantinedMessage[],
): Promise<readonly ReprocessCandidate[]> {
  const all = misfits.map((misfit) => ({ misfit, message: published(misfit) }))
  const unknown = all.flatMap(({ message }) => {
    const outcome = readEvent(message, ports.registry())
    return 'reason' in outcome && outcome.eventName !== undefined ? [outcome.eventName] : []
  })
  if (unknown.length > 0) await ports.refreshDefinitionsFor([...new Set(unknown)])
  const registry = ports.registry()
  return all.map(({ misfit, message }) => ({ misfit, message, now: becomes(misfit, message, registry) }))
}

function becomes(misfit: QuarantinedMessage, message: Published, registry: Registry): string {
  if (!isWhole(misfit)) return 'incomplete'
  if (misfit.topic !== topics.events && !eventTypes.has(misfit.topic)) return 'topic_gone'
  const outcome = readEvent(message, registry)
  return 'reason' in outcome ? outcome.reason : 'event'
}

/** Publishes each message to its own topic; false when the bus did not take all of them in time. */
function publish({ ports, deadline }: ReprocessJob, chunk: readonly ReprocessCandidate[]): Promise<boolean> {
  const items = chunk.map(({ message: { topic, data, attributes } }) => ({
    topic,
    message: { data, attributes },
  }))
  return retryUntilDone(items, { deadline, wait: ports.wait }, async (missing) => {
    const byTopic = Map.groupBy(missing, ({ topic }) => topic)
    const refused = await Promise.all(
      [...byTopic].map(([topic, some]) => publishStored((messages) => ports.publish(topic, messages), some)),
    )
    return refused.flat()
  })
}
