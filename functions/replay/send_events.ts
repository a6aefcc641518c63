/** Replay: sends the selected events page by page, within the rate limit and at most some seconds ahead of the destination. A dry run takes
 * the same steps without publishing, so that its counts match those of the run. */
import { dispatch, decideOne, suppressionsNotLoaded } from '../dispatch/dispatch.ts'
import type { DestinationPorts } from '../dispatch/open.ts'
import { eventOfRow } from '../event/from_row.ts'
import type { WarehouseRow } from '../google/warehouse.ts'
import type { Prepare } from '../linkage/prepare.ts'
import type { StepResult } from '../runs/run_job.ts'
import { checkpointsOf, type Checkpoints } from './checkpoints.ts'
import { eachPage, pageSeconds, periodOf, rateOf, withSamples } from './job.ts'
import { withLatestChoices } from './latest_choices.ts'
import { predictPreparation } from './prediction.ts'
import type { ReplayJob } from './replay_job.ts'
import { selectionOf, selectionParameters } from './selection.ts'
import { paceOf, sendAtRate, retryUntilDone, type Pace } from './send_at_rate.ts'

/** One event of the selection. */
interface Item extends ReturnType<typeof eventOfRow> {
  /** State at the destination before the run. */
  before: string
  /** True if the run handled the event before it was interrupted. */
  isDone: boolean
  /** Why the event does not reach the third party, `outcome: reason`; undefined if it does. */
  notSent: string | undefined
}

/** Maximum number of events in one selection. */
const maxSelected = 50_000

/** Number of events that are read together. */
const pageRows = 500

/** Maximum number of events without an attempt, however high the rate. */
const maxAhead = 5000

/** Sends the events after the position. `ended`: the selection cannot be read, and the run has ended with the reason. */
export async function sendEvents(job: ReplayJob): Promise<StepResult | 'ended'> {
  const { command, deadline } = job
  const { locate } = job.ports.warehouse
  const pace = paceOf(rateOf(job))
  const checkpoints = checkpointsOf(job, Math.min(maxAhead, Math.ceil(pace.rate * pageSeconds)))
  // Each selection reads the whole period, so it takes as many events as can be sent before the next push.
  const secondsLeft = (deadline.at - deadline.now()) / 1000
  const limit = Math.min(maxSelected, Math.ceil(secondsLeft * pace.rate) + pageRows)
  const { to } = periodOf(command.request)
  const step = await eachPage(
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
    (rows) => sendPage(job, rows, pace, checkpoints),
  )
  if (step === 'ended') return step
  const saved = await checkpoints.end()
  return saved === 'continue' ? step : saved
}

async function sendPage(
  job: ReplayJob,
  rows: readonly WarehouseRow[],
  pace: Pace,
  { before, isStopped }: Checkpoints,
): Promise<StepResult> {
  const { ports, deadline } = job
  await ports.dispatcher.refreshSuppressions()
  let step: StepResult = 'continue'
  const now = ports.now()
  const items = rows.map((row) => itemOf(job, row, now))
  const isSent = await sendAtRate(
    items,
    pace,
    { deadline, wait: ports.wait },
    {
      isFree: ({ notSent, isDone }) => isDone || notSent !== undefined,
      isStopped,
      send: async (chunk) => {
        step = await before(job.isDryRun ? 0 : chunk.length)
        return step === 'continue' && sendChunk(job, chunk)
      },
    },
  )
  return step === 'continue' && !isSent ? 'retry' : step
}

function itemOf({ destinationPorts, prepare }: ReplayJob, row: WarehouseRow, now: Date): Item {
  const { event: stored, storedAt } = eventOfRow(row)
  const event = withLatestChoices(stored, [row['by_user_id'], row['by_anonymous_id']])
  return {
    event,
    storedAt,
    before: String(row['state']),
    isDone: row['is_done'] === true,
    notSent: restrictedReason(destinationPorts, event) ?? skippedReason(prepare, event, now),
  }
}

/** Sends a chunk and counts the results. Returns false if Pub/Sub did not accept all of it in time. */
async function sendChunk(job: ReplayJob, chunk: readonly Item[]): Promise<boolean> {
  const { ports, destinationPorts, command, counts, isDryRun, deadline } = job
  const unsent = isDryRun ? [] : chunk.filter(({ isDone }) => !isDone)
  const isSent = await retryUntilDone(unsent, { deadline, wait: ports.wait }, async (missing) => {
    await ports.dispatcher.refreshSuppressions()
    const source = { replayId: command.id }
    const results = await dispatch(destinationPorts, destinationPorts.destination, missing, source)
    for (const [index, item] of missing.entries()) {
      const result = results[index]!
      // The person may have been suppressed, or the suppression lifted, since the page was read.
      if (result.kind === 'restricted') item.notSent = `restricted: ${result.reason}`
      else if (result.kind === 'sent' && item.notSent?.startsWith('restricted'))
        item.notSent = skippedReason(job.prepare, item.event, ports.now())
    }
    return missing.filter((_, index) => results[index]!.kind === 'retry')
  })
  if (!isSent) return false
  for (const { notSent } of chunk) {
    counts.selected++
    if (notSent === undefined) counts.sent++
    else if (notSent.startsWith('restricted')) counts.restricted++
    else counts.skipped++
  }
  advance(job, chunk)
  return true
}

function restrictedReason(destinationPorts: DestinationPorts, event: Item['event']): string | undefined {
  const decision = decideOne(destinationPorts, event)
  if (!decision) throw new Error(suppressionsNotLoaded)
  return decision.permitted ? undefined : `restricted: ${decision.reason}`
}

/** Returns why `forward` will skip the event; undefined if it will not. */
function skippedReason(prepare: Prepare, event: Item['event'], now: Date): string | undefined {
  const prediction = predictPreparation(prepare, event, now)
  return prediction.outcome === 'skipped' ? `skipped: ${prediction.reason}` : undefined
}

/** Moves the position to the end of a chunk. */
function advance(job: ReplayJob, chunk: readonly Item[]): void {
  const before: Record<string, number> = { ...job.position.before }
  const progress: Record<string, number> = { ...job.position.progress }
  for (const item of chunk) {
    before[item.before] = (before[item.before] ?? 0) + 1
    if (item.notSent !== undefined) progress[item.notSent] = (progress[item.notSent] ?? 0) + 1
  }
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
    progress,
    samples: job.isDryRun ? withSamples(job.position.samples, samples) : job.position.samples,
  }
}
