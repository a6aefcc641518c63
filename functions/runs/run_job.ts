/** Runs: the state of one run in this process, the same for every kind: counts, position, saved progress, cancellation. */
import type { RunKind } from '../../schemas/run_request.ts'
import { cancelledReason, type Counts, type LeasedRun } from './run_log.ts'
import { isDryRun, type RunCommand } from './run_message.ts'

/** The time by which a push must be answered, in ms of a monotonic clock. */
export interface RunDeadline {
  now: () => number
  at: number
}

/** A leased run with its progress. The steps of a run change `counts` and `position`, then save them. */
export interface RunJob<Kind extends RunKind, Counted extends Counts, Position> {
  run: LeasedRun
  command: RunCommand<Kind>
  deadline: RunDeadline
  isDryRun: boolean
  counts: Counted
  /** Where the run resumes after an interruption; JSON. */
  position: Position
}

type Progressing = Pick<RunJob<RunKind, Counts, unknown>, 'run' | 'counts'> & { position?: unknown }

/** What follows a step: the next one; the end, because the run was cancelled; or a redelivery, because time is up or another process has
 * taken the run over. */
export type StepResult = 'continue' | 'cancelled' | 'retry'

/** `done`: the run has ended. `retry`: a redelivery of the run request resumes it. */
export type WorkResult = 'done' | 'retry'

/** Resumes a run from its saved counts and position, or begins it at `start`. */
export function resumeJob<Kind extends RunKind, Counted extends Counts, Position>(
  run: LeasedRun,
  command: RunCommand<Kind>,
  deadline: RunDeadline,
  start: { counts: Counted; position: Position },
): RunJob<Kind, Counted, Position> {
  return {
    run,
    command,
    deadline,
    isDryRun: isDryRun(command.request),
    counts: { ...start.counts, ...run.counts },
    position: (run.position as Position | null) ?? start.position,
  }
}

/** Saves the counts and the position. A run that another process has taken over is left to that process. */
export async function saveProgress(
  { run, counts, position }: Progressing,
  state: 'running' | 'settling' = 'running',
): Promise<StepResult> {
  const result = await run.save({ counts: { ...counts }, position, state })
  return result === 'lost' ? 'retry' : result
}

/** Stops before the last step: ends a cancelled run, leaves any other to a redelivery. */
export async function stopJob(
  { run, counts }: Progressing,
  step: Exclude<StepResult, 'continue'>,
  result?: unknown,
): Promise<WorkResult> {
  if (step === 'retry') return 'retry'
  await run.end({ state: 'cancelled', reason: cancelledReason, counts, result })
  return 'done'
}
