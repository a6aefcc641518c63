/** Runs: finds who asked for a run. A message of topic `runs` does not prove who published it, so nothing of it counts; the console's entry in
 * table `audit` does: it names the account that BigQuery verified, and the id that Pub/Sub gave to the message. */
import type { Locate } from '../../schemas/views/view.ts'
import { tables } from '../../schemas/warehouse.ts'

/** Returns a scalar query of the account that asked for run `@run`, which was requested at `@requested_at`; null for none. The console writes
 * its entry after Pub/Sub's answer, so a run that begins at once may find it only at its end. */
export function requestedByQuery(locate: Locate): string {
  return `(SELECT MIN(requested_by) FROM ${locate(tables.audit.name)}
  WHERE recorded_at >= TIMESTAMP_SUB(@requested_at, INTERVAL 1 HOUR) AND run_id = @run AND outcome = 'ok' AND operation != 'cancel')`
}
