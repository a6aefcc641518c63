/** Time of jobs: how long they may run, and how long a request waits for them.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs/query */
import { ApiError } from '../warehouse/api_error.ts'
import type { Job } from './job.ts'

/** The time that a script may take if its job sets none. Without it, a loop without an end would never stop. */
const maxScriptMs = 10 * 60_000
/** The time that a script gets once the server closes. */
const closingMs = 5000

/** Throws if the job was cancelled or has run longer than it may. */
export function demandTime({ configuration, createdMs, isCancelled, untilMs = Infinity }: Job): void {
  if (Date.now() > untilMs)
    throw new ApiError('stopped', 'Job execution was cancelled: The local BigQuery was closed')
  if (isCancelled) throw new ApiError('stopped', 'Job execution was cancelled: User requested cancellation')
  const elapsedMs = Date.now() - createdMs
  const timeoutMs = Number(configuration.jobTimeoutMs ?? Infinity)
  if (elapsedMs > timeoutMs)
    throw new ApiError('stopped', `Job execution was cancelled: Job timed out after ${timeoutMs} ms`)
  if (elapsedMs > maxScriptMs)
    throw new ApiError(
      'stopped',
      `A script of more than ${maxScriptMs / 60_000} minutes is not supported by the local BigQuery`,
    )
}

/** Returns when a script that runs must have ended if the server closes now. */
export function closingTime(): number {
  return Date.now() + closingMs
}

export function finish(job: Job): void {
  job.endedMs = Date.now()
  job.isRunning = false
}

/** Waits for the task. Resolves to false if it still runs after that time. */
export async function isDoneWithin(task: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  const done = task.then(() => true)
  try {
    return await Promise.race([done, late])
  } finally {
    clearTimeout(timer)
  }
}
