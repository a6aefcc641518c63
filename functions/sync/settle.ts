/** Sync: waits until every change of the run has an outcome, and ends the run with the counts. */
import { saveProgress } from '../runs/run_job.ts'
import type { RunEnd } from '../runs/run_log.ts'
import { outcomesOf, settleDelivered } from './delivered.ts'
import { changesOf, isOverdue, secondsLeft, type SyncJob, type SyncStep } from './job.ts'

const countedOutcomes = ['delivered', 'refused', 'skipped', 'restricted', 'dead', 'pending'] as const

/** Waits for the outcomes of all changes. */
export async function awaitOutcomes(job: SyncJob): Promise<SyncStep> {
  for (let delayMs = 1000; ; delayMs = Math.min(delayMs * 1.5, 30_000)) {
    await countOutcomes(job)
    const { counts } = job
    counts['sent'] = changesOf(job) - (counts['restricted'] ?? 0) - (counts['unreadable'] ?? 0)
    const step = await saveProgress(job, 'settling')
    if (step !== 'continue') return step
    if (job.counts['pending'] === 0) return 'continue'
    if (isOverdue(job)) return 'overdue'
    if (secondsLeft(job) < delayMs / 1000) return 'retry'
    await job.ports.wait(delayMs)
  }
}

/** Counts the changes by outcome. */
async function countOutcomes(job: SyncJob): Promise<void> {
  const { counts } = job
  const outcomes = await outcomesOf(job)
  for (const outcome of countedOutcomes) counts[outcome] = outcomes.get(outcome) ?? 0
}

/** Ends a run that may have sent changes: first saves what was delivered. */
export async function endSending(job: SyncJob, ended: Omit<RunEnd, 'counts'>): Promise<void> {
  await countOutcomes(job)
  await settleDelivered(job)
  await job.run.end({ ...ended, counts: job.counts })
}
