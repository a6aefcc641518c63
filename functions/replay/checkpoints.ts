/** Replay: saves the progress and checks that the destination keeps up, while the run goes on: on Google Cloud that takes seconds, and would
 * lower the rate. */
import { saveProgress, type StepResult } from '../runs/run_job.ts'
import { pageSeconds } from './job.ts'
import { awaitCapacity, type ReplayJob } from './replay_job.ts'

export interface Checkpoints {
  /** Begins a checkpoint if the latest one is old, or many events were sent since. Waits for the one before it only if many were sent
   * since. `count`: number of events to send next. */
  before: (count: number) => Promise<StepResult>
  /** Returns true if a checkpoint has found that the run must stop. */
  isStopped: () => boolean
  /** Waits for the checkpoint in progress, and saves the progress. */
  end: () => Promise<StepResult>
}

/** `maxAhead`: number of events without an attempt from which on the run waits for the destination. */
export function checkpointsOf(job: ReplayJob, maxAhead: number): Checkpoints {
  const { deadline } = job
  let running: Promise<void> | undefined
  let result: StepResult = 'continue'
  let fault: { error: unknown } | undefined
  let startedAt = deadline.now()
  let sentSince = 0

  const check = async (): Promise<StepResult> => {
    const saved = await saveProgress(job)
    return saved === 'continue' ? awaitCapacity(job, maxAhead, 'running') : saved
  }
  const begin = (): void => {
    startedAt = deadline.now()
    sentSince = 0
    running = check()
      .then(
        (step) => void (result = step),
        (error: unknown) => void (fault = { error }),
      )
      .finally(() => (running = undefined))
  }
  const latest = (): StepResult => {
    if (fault) throw fault.error
    return result
  }

  return {
    before: async (count) => {
      const isFull = sentSince + count > maxAhead && sentSince > 0
      if (isFull) await running
      if (latest() !== 'continue') return result
      if (!running && (isFull || deadline.now() - startedAt >= pageSeconds * 1000)) begin()
      sentSince += count
      return 'continue'
    },
    isStopped: () => fault !== undefined || result !== 'continue',
    end: async () => {
      await running
      return latest() === 'continue' ? saveProgress(job) : result
    },
  }
}
