/** Runs: ends a run after a statement that BigQuery will never execute. */
import { queryFault } from '../google/query_fault.ts'
import type { Counts, LeasedRun } from './run_log.ts'

/** Ends the run as `failed` if retrying the statement is useless. Rethrows any other error, so that the run is retried. */
export async function endOnQueryFault(
  run: LeasedRun,
  error: unknown,
  owner: 'sync' | 'action' | 'check',
  counts: Counts,
): Promise<'done'> {
  const fault = queryFault(error)
  if (!fault) throw error
  const reason = `${fault.reason}: BigQuery rejected a statement of the ${owner}. See result.error.`
  await run.end({ state: 'failed', reason, counts, result: { error: fault.message } })
  return 'done'
}
