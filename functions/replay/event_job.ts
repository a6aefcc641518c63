/** Replay: one run that gives events out again, in the hands of this process. */
import type { Dispatcher, WayOut } from '../dispatch/open.ts'
import type { Prepare } from '../linkage/prepare.ts'
import type { Deadline } from '../runs/answer_run.ts'
import type { HeldRun } from '../runs/run_log.ts'
import type { Order } from '../runs/run_message.ts'
import { hasTime, type JobPorts, type Step } from './job.ts'
import { outcomesStatement, type Cursor } from './selection.ts'

export interface ReplayPorts extends JobPorts {
  dispatcher: Dispatcher
}

/** `selected` = `sent` + `restricted` + `skipped`: how many would reach the third party; are kept back by the decision layer; are left out
 * by the linkage or the target. Of a replay that is no dry run the last are published too, so that each ends in a row of its own. */
export type Counts = Record<'selected' | 'sent' | 'restricted' | 'skipped', number>

/** An event as a dry run shows it: without anything that a producer said of a person. */
export interface Sample {
  event_id: string
  event_name: string
  received_at: string
  /** What had become of it before. */
  before: string
}

/** Where a run goes on, and what it tells in the end. */
export interface Position {
  cursor: Cursor
  /** How many events had ended how before. */
  before: Readonly<Record<string, number>>
  samples: readonly Sample[]
}

export interface EventJob {
  ports: ReplayPorts
  run: HeldRun
  order: Order<'replay'>
  deadline: Deadline
  way: WayOut
  prepare: Prepare
  isDry: boolean
  counts: Counts
  position: Position
}

/** Writes down how far the run is. A run that another process has taken over is left to it. */
export async function saved(
  { run, counts, position }: EventJob,
  state: 'running' | 'settling' = 'running',
): Promise<Step> {
  const told = await run.save({ counts, position, state })
  return told === 'lost' ? 'later' : told
}

/** How many events of the run have ended how; `deferred`: the bus tries again. */
export async function outcomesOf({
  ports: { warehouse },
  run,
  order,
}: EventJob): Promise<Readonly<Record<string, number>>> {
  const found = await warehouse.rows(outcomesStatement(warehouse.locate), {
    destination: ['STRING', order.request.destination],
    run: ['STRING', order.id],
    started: ['TIMESTAMP', run.startedAt],
  })
  return Object.fromEntries(found.map(({ outcome, found: many }) => [String(outcome), Number(many)]))
}

/** Waits until every event of the run but so many was attempted at least once. */
export async function roomFor(job: EventJob, most: number, state: 'running' | 'settling'): Promise<Step> {
  const { counts, deadline, ports } = job
  for (let pause = 250; ; pause = Math.min(pause * 2, 15_000)) {
    if (counts.selected <= most) return 'on'
    const attempted = Object.values(await outcomesOf(job)).reduce((sum, many) => sum + many, 0)
    if (counts.selected - attempted <= most) return 'on'
    const step = await saved(job, state)
    if (step !== 'on') return step
    if (!hasTime(deadline, pause)) return 'later'
    await ports.wait(pause)
  }
}
