/** Runs: what becomes of a run when a statement of it fails. */
import { queryFault } from '../google/query_fault.ts'
import type { Counts, LeasedRun } from './run_log.ts'

/** Ends the run where BigQuery will never run a statement of it; anything else is thrown on, to be tried again. */
export async function endOnQueryFault(
  run: LeasedRun,
  error: unknown,
  what: 'sync' | 'action' | 'check',
  counts: Counts,
): Promise<'done'> {
  const fault = queryFault(error)
  if (!fault) throw error
  const reason = `${fault.reason}: BigQuery will not run a statement of the ${what}; result.error has its words.`
  await run.end({ state: 'failed', reason, counts, result: { error: fault.message } })
  return 'done'
}
