/** Replay: sends the selected events, a page at a time, no faster than asked for and never far ahead of the destination. A dry run goes
 * the same way and publishes nothing, so that it counts what is sent later. */
import { defaultRatePerSecond } from '../../schemas/default_rate.ts'
import { storedMessage } from '../bus/stored_message.ts'
import { dispatch, decideOne } from '../dispatch/dispatch.ts'
import type { DestinationPorts } from '../dispatch/open.ts'
import { eventOfRow } from '../event/from_row.ts'
import { normalTime } from '../event/time.ts'
import type { WarehouseRow } from '../google/warehouse.ts'
import { isOutcome, type Prepare } from '../linkage/prepare.ts'
import { awaitCapacity, saveReplayProgress, type ReplayJob } from './replay_job.ts'
import { sendAtRate, retryUntilDone } from './send_at_rate.ts'
import { checkQueryBytes, pageSize, periodOf, type StepResult } from './job.ts'
import { selectionOf, selectionParameters } from './selection.ts'

/** One event of the selection. */
interface Item extends ReturnType<typeof eventOfRow> {
  /** What had become of it before. */
  before: string
  /** Whether the run has dealt with it, before it was interrupted. */
  isDone: boolean
}

/** Most events that one selection of a dry run gives. */
const mostAtOnce = 50_000

const mostSamples = 10

/** Sends what is selected after the position. `ended`: the selection cannot be made, and the run tells why. */
export async function sendEvents(job: ReplayJob): Promise<StepResult | 'ended'> {
  const { ports, order, run, isDry, deadline } = job
  const { warehouse, maximumBytesBilled } = ports
  const rate = isDry ? Infinity : (order.request.rate ?? defaultRatePerSecond)
  const pageRows = pageSize(rate)
  // As many as can be sent before the next push: the period is read once for each.
  const secondsLeft = (deadline.at - deadline.now()) / 1000
  const limit = Math.min(mostAtOnce, Math.ceil(secondsLeft * rate) + pageRows)
  for (;;) {
    const sql = selectionOf(warehouse.locate, order.request, limit)
    const parameters = selectionParameters(order.request, {
      run: order.id,
      requestedAt: order.requestedAt,
      cursor: job.position.cursor,
      to: periodOf(order.request, normalTime).to,
    })
    if (!(await checkQueryBytes(warehouse, run, sql, parameters, maximumBytesBilled))) return 'ended'
    let found = 0
    for await (const rows of warehouse.pages(sql, parameters, { pageRows, maximumBytesBilled })) {
      const step = await sendPage(job, rows, rate)
      if (step !== 'on') return step
      found += rows.length
    }
    if (found < limit) return 'on'
  }
}

async function sendPage(job: ReplayJob, rows: readonly WarehouseRow[], rate: number): Promise<StepResult> {
  const { ports, isDry, deadline } = job
  const room = isDry ? 'on' : await awaitCapacity(job, pageSize(rate), 'running')
  if (room !== 'on') return room
  await ports.dispatcher.refreshSuppressions()
  const isSent = await sendAtRate(rows.map(itemOf), rate, { deadline, wait: ports.wait }, (chunk) =>
    sendChunk(job, chunk),
  )
  const step = await saveReplayProgress(job)
  return step === 'on' && !isSent ? 'later' : step
}

function itemOf(row: WarehouseRow): Item {
  return {
    ...eventOfRow(row),
    before: String(row['state']),
    isDone: row['is_done'] === true,
  }
}

/** Sends a chunk and counts what becomes of it; false when the bus did not take all of it in time. */
async function sendChunk(job: ReplayJob, chunk: readonly Item[]): Promise<boolean> {
  const { ports, way, order, counts, isDry, deadline } = job
  const restricted = new Set(chunk.filter(({ event }) => isRestricted(way, event)))
  const unsent = isDry ? [] : chunk.filter(({ isDone }) => !isDone)
  const isSent = await retryUntilDone(unsent, { deadline, wait: ports.wait }, async (missing) => {
    await ports.dispatcher.refreshSuppressions()
    const results = await dispatch(way, way.destination, missing, { replayId: order.id })
    missing.forEach((item, index) => {
      if (results[index]!.kind === 'restricted') restricted.add(item)
      if (results[index]!.kind === 'sent') restricted.delete(item)
    })
    return missing.filter((_, index) => results[index]!.kind === 'again')
  })
  if (!isSent) return false
  const now = ports.now()
  for (const item of chunk) {
    counts.selected++
    if (restricted.has(item)) counts.restricted++
    else if (isSkipped(job.prepare, item, now)) counts.skipped++
    else counts.sent++
  }
  note(job, chunk)
  return true
}

function isRestricted(way: DestinationPorts, event: Item['event']): boolean {
  const verdict = decideOne(way, event)
  if (!verdict) throw new Error('The list of suppressions could not be read yet.')
  return !verdict.permitted
}

/** Whether `forward` will send nothing, by the very preparation that it makes. What cannot be linked it skips. */
function isSkipped(prepare: Prepare, { event, storedAt }: Item, now: Date): boolean {
  const { id, name, value } = event
  const text = storedMessage(event, [], storedAt).data.toString()
  try {
    return isOutcome(prepare({ id, name, value, text }, now))
  } catch {
    return true
  }
}

/** Moves the position to the end of a chunk. */
function note(job: ReplayJob, chunk: readonly Item[]): void {
  const before: Record<string, number> = { ...job.position.before }
  for (const item of chunk) before[item.before] = (before[item.before] ?? 0) + 1
  const { samples } = job.position
  const further = job.isDry ? chunk.slice(0, mostSamples - samples.length) : []
  const { receivedAt, id: eventId } = chunk.at(-1)!.event
  job.position = {
    cursor: { receivedAt, eventId },
    before,
    samples: [
      ...samples,
      ...further.map(({ event, before: state }) => ({
        event_id: event.id,
        event_name: event.name,
        received_at: event.receivedAt,
        before: state,
      })),
    ],
  }
}
