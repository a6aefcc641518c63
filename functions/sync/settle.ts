/** Sync: waits until every change of the run has ended, and ends the run with how. */
import type { RunEnd } from '../runs/run_log.ts'
import { outcomesOf, settleDelivered } from './delivered.ts'
import {
  changesOf,
  isOverdue,
  saveSyncProgress,
  secondsLeft,
  type SyncJob,
  type SyncPosition,
  type SyncStep,
} from './job.ts'

const countedOutcomes = ['delivered', 'refused', 'skipped', 'restricted', 'dead', 'pending'] as const

/** Waits for the outcomes of all changes. */
export async function awaitOutcomes(job: SyncJob, position: SyncPosition): Promise<SyncStep> {
  for (let pause = 1000; ; pause = Math.min(pause * 1.5, 30_000)) {
    await countOutcomes(job)
    const { counts } = job
    counts['sent'] = changesOf(counts) - (counts['restricted'] ?? 0) - (counts['unreadable'] ?? 0)
    const step = await saveSyncProgress(job, position, 'settling')
    if (step !== 'on') return step
    if (job.counts['pending'] === 0) return 'on'
    if (isOverdue(job)) return 'overdue'
    if (secondsLeft(job) < pause / 1000) return 'later'
    await job.ports.wait(pause)
  }
}

/** Notes how many changes have ended how. */
async function countOutcomes(job: SyncJob): Promise<void> {
  const { counts } = job
  const outcomes = await outcomesOf(job)
  for (const outcome of countedOutcomes) counts[outcome] = outcomes.get(outcome) ?? 0
}

/** Ends a run that has sent something: what was delivered is noted first. */
export async function endSending(job: SyncJob, ended: Omit<RunEnd, 'counts'>): Promise<void> {
  await countOutcomes(job)
  await settleDelivered(job)
  await job.run.end({ ...ended, counts: job.counts })
}
