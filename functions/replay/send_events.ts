/** Replay: sends the selected events page by page, within the rate limit and at most one page ahead of the destination. A dry run takes
 * the same steps without publishing, so that its counts match those of the run. */
import { storedMessage } from '../bus/stored_message.ts'
import { dispatch, decideOne, suppressionsNotLoaded } from '../dispatch/dispatch.ts'
import type { DestinationPorts } from '../dispatch/open.ts'
import { eventOfRow } from '../event/from_row.ts'
import type { WarehouseRow } from '../google/warehouse.ts'
import { isOutcome, type Prepare } from '../linkage/prepare.ts'
import { saveProgress, type StepResult } from '../runs/run_job.ts'
import { eachPage, pageSize, periodOf, rateOf, withSamples } from './job.ts'
import { withLatestChoices } from './latest_choices.ts'
import { awaitCapacity, type ReplayJob } from './replay_job.ts'
import { selectionOf, selectionParameters } from './selection.ts'
import { sendAtRate, retryUntilDone } from './send_at_rate.ts'

/** One event of the selection. */
interface Item extends ReturnType<typeof eventOfRow> {
  /** State at the destination before the run. */
  before: string
  /** True if the run handled the event before it was interrupted. */
  isDone: boolean
}

/** Maximum number of events in one selection. */
const maxSelected = 50_000

/** Sends the events after the position. `ended`: the selection cannot be read, and the run has ended with the reason. */
export async function sendEvents(job: ReplayJob): Promise<StepResult | 'ended'> {
  const { command, deadline } = job
  const { locate } = job.ports.warehouse
  const rate = rateOf(job)
  const pageRows = pageSize(rate)
  // Each selection reads the whole period, so it takes as many events as can be sent before the next push.
  const secondsLeft = (deadline.at - deadline.now()) / 1000
  const limit = Math.min(maxSelected, Math.ceil(secondsLeft * rate) + pageRows)
  const { to } = periodOf(command.request)
  return eachPage(
    job,
    () => ({
      sql: selectionOf(locate, command.request, limit, job),
      parameters: selectionParameters(command.request, {
        run: command.id,
        requestedAt: command.requestedAt,
        cursor: job.position.cursor,
        to,
      }),
    }),
    { limit, pageRows },
    (rows) => sendPage(job, rows, rate),
  )
}

async function sendPage(job: ReplayJob, rows: readonly WarehouseRow[], rate: number): Promise<StepResult> {
  const { ports, isDryRun, deadline } = job
  const capacity = isDryRun ? 'continue' : await awaitCapacity(job, pageSize(rate), 'running')
  if (capacity !== 'continue') return capacity
  await ports.dispatcher.refreshSuppressions()
  const isSent = await sendAtRate(rows.map(itemOf), rate, { deadline, wait: ports.wait }, (chunk) =>
    sendChunk(job, chunk),
  )
  const step = await saveProgress(job)
  return step === 'continue' && !isSent ? 'retry' : step
}

function itemOf(row: WarehouseRow): Item {
  const { event, storedAt } = eventOfRow(row)
  return {
    event: withLatestChoices(event, [row['by_user_id'], row['by_anonymous_id']]),
    storedAt,
    before: String(row['state']),
    isDone: row['is_done'] === true,
  }
}

/** Sends a chunk and counts the results. Returns false if Pub/Sub did not accept all of it in time. */
async function sendChunk(job: ReplayJob, chunk: readonly Item[]): Promise<boolean> {
  const { ports, destinationPorts, command, counts, isDryRun, deadline } = job
  const restricted = new Set(chunk.filter(({ event }) => isRestricted(destinationPorts, event)))
  const unsent = isDryRun ? [] : chunk.filter(({ isDone }) => !isDone)
  const isSent = await retryUntilDone(unsent, { deadline, wait: ports.wait }, async (missing) => {
    await ports.dispatcher.refreshSuppressions()
    const source = { replayId: command.id }
    const results = await dispatch(destinationPorts, destinationPorts.destination, missing, source)
    missing.forEach((item, index) => {
      if (results[index]!.kind === 'restricted') restricted.add(item)
      if (results[index]!.kind === 'sent') restricted.delete(item)
    })
    return missing.filter((_, index) => results[index]!.kind === 'retry')
  })
  if (!isSent) return false
  const now = ports.now()
  for (const item of chunk) {
    counts.selected++
    if (restricted.has(item)) counts.restricted++
    else if (isSkipped(job.prepare, item, now)) counts.skipped++
    else counts.sent++
  }
  advance(job, chunk)
  return true
}

function isRestricted(destinationPorts: DestinationPorts, event: Item['event']): boolean {
  const decision = decideOne(destinationPorts, event)
  if (!decision) throw new Error(suppressionsNotLoaded)
  return !decision.permitted
}

/** Returns true if `forward` will skip the event: it makes the same preparation. An event that cannot be linked is skipped. */
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
function advance(job: ReplayJob, chunk: readonly Item[]): void {
  const before: Record<string, number> = { ...job.position.before }
  for (const item of chunk) before[item.before] = (before[item.before] ?? 0) + 1
  const samples = chunk.map(({ event, before: state }) => ({
    event_id: event.id,
    event_name: event.name,
    received_at: event.receivedAt,
    before: state,
  }))
  const { receivedAt, id: eventId } = chunk.at(-1)!.event
  job.position = {
    cursor: { receivedAt, eventId },
    before,
    samples: job.isDryRun ? withSamples(job.position.samples, samples) : job.position.samples,
  }
}
