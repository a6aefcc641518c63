/** Actions: runs a scheduled action: fires it for the rows of its model, page by page. */
import { saveProgress, stopJob, type RunJob, type WorkResult } from '../runs/run_job.ts'
import type { Counts } from '../runs/run_log.ts'
import { candidateOfRow } from './candidate.ts'
import { fire, type FiringResult } from './fire.ts'
import type { ActPorts } from './act_on_events.ts'
import { rowsOfModel } from './rows_of_model.ts'
import type { DeployedAction, ScheduleTrigger } from './triggers.ts'

/** Where a run resumes: after the last subject of a page. */
interface SchedulePosition {
  after?: string
}

export type ScheduleJob = RunJob<'action', Counts, SchedulePosition>

/** Fires for the rows after the position, until the model ends or the deadline is near. */
export async function runSchedule(
  ports: ActPorts,
  job: ScheduleJob,
  deployed: DeployedAction & { trigger: ScheduleTrigger },
): Promise<WorkResult> {
  const { run, command, deadline } = job
  const { action, trigger } = deployed
  await ports.refreshSuppressions()
  for await (const page of rowsOfModel(ports.warehouse, action, trigger, job.position.after ?? null)) {
    const candidates = page.map((row) =>
      candidateOfRow(action, row, { runId: command.id, startedAt: run.startedAt }),
    )
    const results = await fire(ports, deployed, candidates)
    const failed = results.find((each) => each.outcome === 'retry')
    if (failed) throw new Error(failed.message)
    job.counts = tally(job.counts, results)
    job.position = { after: candidates.at(-1)?.subject ?? '' }
    const saved = await saveProgress(job)
    if (saved !== 'continue') return stopJob(job, saved)
    if (deadline.now() >= deadline.at) return 'retry'
  }
  await run.end({ state: 'finished', counts: job.counts })
  return 'done'
}

/** Adds the results to the counts: `fired`, `would_fire`, `restricted` and each reason to withhold. */
function tally(counts: Counts, results: readonly FiringResult[]): Counts {
  const sums: Record<string, number> = { ...counts }
  for (const each of results) {
    const name = each.outcome === 'withheld' ? each.reason : each.outcome
    sums[name] = (sums[name] ?? 0) + 1
  }
  return sums
}
