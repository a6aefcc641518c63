/** Replay: the state of a replay, and the outcomes of the events that it has sent. */
import type { Dispatcher, DestinationPorts } from '../dispatch/open.ts'
import type { Prepare } from '../linkage/prepare.ts'
import type { StepResult } from '../runs/run_job.ts'
import { pollUntil, type Cursor, type JobPorts, type SelectionJob } from './job.ts'
import { outcomesStatement } from './selection.ts'

export interface ReplayPorts extends JobPorts {
  dispatcher: Dispatcher
}

/** `selected` = `sent` + `restricted` + `skipped`: events that reach the third party; that the decision layer restricts; that the linkage
 * or the target leaves out. Except in a dry run, skipped events are published too, so that each gets its own row in `deliveries`. */
export type ReplayCounts = Record<'selected' | 'sent' | 'restricted' | 'skipped', number>

/** An event in the result of a dry run, without data of a person. */
interface ReplaySample {
  event_id: string
  event_name: string
  received_at: string
  /** State at the destination before the run. */
  before: string
}

/** Where a replay resumes, and what its result needs. */
export interface ReplayPosition {
  cursor: Cursor
  /** Number of events by their state before the run. */
  before: Readonly<Record<string, number>>
  /** Number of events that do not reach the third party, by outcome and reason: `skipped: no_identity`. */
  progress?: Readonly<Record<string, number>>
  samples: readonly ReplaySample[]
}

export interface ReplayJob extends SelectionJob<'replay', ReplayCounts, ReplayPosition> {
  ports: ReplayPorts
  destinationPorts: DestinationPorts
  prepare: Prepare
  /** True if what the people have chosen since the events matters to the destination. */
  asksConsent: boolean
}

/** Counts the events of the run by outcome; `deferred` ones are still being delivered. */
export async function replayOutcomes({
  ports: { warehouse },
  run,
  command,
}: ReplayJob): Promise<Readonly<Record<string, number>>> {
  const rows = await warehouse.rows(outcomesStatement(warehouse.locate), {
    destination: ['STRING', command.request.destination],
    run: ['STRING', command.id],
    started: ['TIMESTAMP', run.startedAt],
  })
  return Object.fromEntries(rows.map(({ outcome, found }) => [String(outcome), Number(found)]))
}

/** Waits until all events of the run but `maxPending` were attempted at least once. */
export function awaitCapacity(
  job: ReplayJob,
  maxPending: number,
  state: 'running' | 'settling',
): Promise<StepResult> {
  const { selected } = job.counts
  return pollUntil(job, state, async () => {
    if (selected <= maxPending) return true
    const attempted = Object.values(await replayOutcomes(job)).reduce((sum, count) => sum + count, 0)
    return selected - attempted <= maxPending
  })
}
