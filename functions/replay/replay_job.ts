/** Replay: one run that gives events out again, in the hands of this process. */
import type { Dispatcher, DestinationPorts } from '../dispatch/open.ts'
import type { Prepare } from '../linkage/prepare.ts'
import type { RunDeadline } from '../runs/handle_run.ts'
import type { LeasedRun } from '../runs/run_log.ts'
import type { RunCommand } from '../runs/run_message.ts'
import { hasTime, type JobPorts, type StepResult } from './job.ts'
import { outcomesStatement, type Cursor } from './selection.ts'

export interface ReplayPorts extends JobPorts {
  dispatcher: Dispatcher
}

/** `selected` = `sent` + `restricted` + `skipped`: how many would reach the third party; are kept back by the decision layer; are left out
 * by the linkage or the target. Of a replay that is no dry run the last are published too, so that each ends in a row of its own. */
export type ReplayCounts = Record<'selected' | 'sent' | 'restricted' | 'skipped', number>

/** An event as a dry run shows it: without anything that a producer said of a person. */
export interface ReplaySample {
  event_id: string
  event_name: string
  received_at: string
  /** What had become of it before. */
  before: string
}

/** Where a run goes on, and what it tells in the end. */
export interface ReplayPosition {
  cursor: Cursor
  /** How many events had ended how before. */
  before: Readonly<Record<string, number>>
  samples: readonly ReplaySample[]
}

export interface ReplayJob {
  ports: ReplayPorts
  run: LeasedRun
  order: RunCommand<'replay'>
  deadline: RunDeadline
  way: DestinationPorts
  prepare: Prepare
  isDry: boolean
  counts: ReplayCounts
  position: ReplayPosition
}

/** Writes down how far the run is. A run that another process has taken over is left to it. */
export async function saveReplayProgress(
  { run, counts, position }: ReplayJob,
  state: 'running' | 'settling' = 'running',
): Promise<StepResult> {
  const told = await run.save({ counts, position, state })
  return told === 'lost' ? 'later' : told
}

/** How many events of the run have ended how; `deferred`: the bus tries again. */
export async function replayOutcomes({
  ports: { warehouse },
  run,
  order,
}: ReplayJob): Promise<Readonly<Record<string, number>>> {
  const found = await warehouse.rows(outcomesStatement(warehouse.locate), {
    destination: ['STRING', order.request.destination],
    run: ['STRING', order.id],
    started: ['TIMESTAMP', run.startedAt],
  })
  return Object.fromEntries(found.map(({ outcome, found: many }) => [String(outcome), Number(many)]))
}

/** Waits until every event of the run but so many was attempted at least once. */
export async function awaitCapacity(
  job: ReplayJob,
  most: number,
  state: 'running' | 'settling',
): Promise<StepResult> {
  const { counts, deadline, ports } = job
  for (let pause = 250; ; pause = Math.min(pause * 2, 15_000)) {
    if (counts.selected <= most) return 'on'
    const attempted = Object.values(await replayOutcomes(job)).reduce((sum, many) => sum + many, 0)
    if (counts.selected - attempted <= most) return 'on'
    const step = await saveReplayProgress(job, state)
    if (step !== 'on') return step
    if (!hasTime(deadline, pause)) return 'later'
    await ports.wait(pause)
  }
}
