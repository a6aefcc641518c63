/** Actions: one run of a scheduled action: the rows of its model, a page at a time, go the way that events go. */
import type { Counts, LeasedRun } from '../runs/run_log.ts'
import type { RunDeadline } from '../runs/handle_run.ts'
import { candidateOfRow } from './candidate.ts'
import { fire, type FiringResult } from './fire.ts'
import type { ActPorts } from './act_on_events.ts'
import { rowsOfModel } from './rows_of_model.ts'
import type { DeployedAction, ScheduleTrigger } from './triggers.ts'

/** Where a run goes on: after the subject that was the last of a page. */
interface Position {
  after?: string
}

/** Works through the model until it is done, or the deadline comes near. */
export async function runSchedule(
  ports: ActPorts,
  run: LeasedRun,
  id: string,
  assigned: DeployedAction & { trigger: ScheduleTrigger },
  deadline: RunDeadline,
): Promise<'done' | 'later'> {
  const { action, trigger } = assigned
  const { after = null } = (run.position ?? {}) as Position
  let counts = run.counts
  await ports.refreshSuppressions()
  for await (const page of rowsOfModel(ports.warehouse, action, trigger, after)) {
    const candidates = page.map((row) => candidateOfRow(action, row, { runId: id, startedAt: run.startedAt }))
    const fired = await fire(ports, assigned, candidates)
    const again = fired.find((each) => each.outcome === 'again')
    if (again?.outcome === 'again') throw new Error(again.message)
    counts = tally(counts, fired)
    const progress = await run.save({ counts, position: { after: candidates.at(-1)?.subject ?? '' } })
    if (progress === 'lost') return 'later'
    if (progress === 'cancelled') {
      await run.end({ state: 'cancelled', reason: 'Someone asked it to stop.', counts })
      return 'done'
    }
    if (deadline.now() >= deadline.at) return 'later'
  }
  await run.end({ state: 'finished', counts })
  return 'done'
}

/** Adds up how rows ended: `fired`, `would_fire`, `restricted` and each reason to withhold. */
export function tally(counts: Counts, fired: readonly FiringResult[]): Counts {
  const sums: Record<string, number> = { ...counts }
  for (const each of fired) {
    const name = each.outcome === 'withheld' ? each.reason : each.outcome
    sums[name] = (sums[name] ?? 0) + 1
  }
  return sums
}
