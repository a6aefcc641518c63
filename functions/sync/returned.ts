/** Sync: takes back what was delivered with a request that the third party has failed since: these rows are differences again, and the run sends
 * them. All in BigQuery. */
import { failedHash } from '../../schemas/warehouse/sync_state.ts'
import { tables } from '../../schemas/warehouse.ts'
import type { Parameters } from '../google/warehouse.ts'
import type { RunEnd } from '../runs/run_log.ts'
import type { SyncJob } from './job.ts'
import { asked } from './receipts.ts'

/** From this number of failures in a row on, a row is sent again only so many hours later. */
const quick = { failures: 3, hours: 24 }

/** Marks the rows of failed requests. Of removals that the third party has carried out, or about which it gives no answer in time, forgets the data.
 * Idempotent: a marked row has another hash, and once it is sent again another event id. Counts in `failing` the rows that have failed too often. */
export async function takeBackFailed({
  ports: { warehouse },
  run,
  counts,
  statementParameters,
}: SyncJob): Promise<void> {
  const { locate, change, rows } = warehouse
  const state = locate(tables.sync_state.name)
  const deliveries = locate(tables.deliveries.name)
  const parameters: Parameters = { ...statementParameters, started: ['TIMESTAMP', run.startedAt] }
  const isRecent = `destination = @destination AND source = @sync AND receipt IS NOT NULL
    AND settled_at >= TIMESTAMP_SUB(@started, INTERVAL ${asked.days + 1} DAY)`
  const failures = 'IFNULL(state.failures, 0)'
  await change(
    `MERGE ${state} AS state
USING (
  SELECT sent.event_id, STARTS_WITH(answered.detail, 'failed') AS has_failed
  FROM (
    SELECT event_id, receipt FROM ${deliveries}
    WHERE ${isRecent} AND event_name != 'receipt' AND outcome = 'delivered'
    QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id ORDER BY settled_at DESC) = 1
  ) AS sent
  JOIN (
    SELECT receipt, detail FROM ${deliveries}
    WHERE ${isRecent} AND event_name = 'receipt' AND outcome = 'delivered'
    QUALIFY ROW_NUMBER() OVER (PARTITION BY receipt ORDER BY settled_at DESC) = 1
  ) AS answered ON answered.receipt = sent.receipt
  WHERE NOT STARTS_WITH(answered.detail, 'processing')
) AS now
ON state.sync = @sync AND state.destination = @destination AND state.event_id = now.event_id
WHEN MATCHED AND now.has_failed AND NOT STARTS_WITH(IFNULL(state.row_hash, ''), '${failedHash.addition}')
  AND (${failures} < ${quick.failures} OR state.delivered_at < TIMESTAMP_SUB(@started, INTERVAL ${quick.hours} HOUR)) THEN
  UPDATE SET row_hash = IF(state.row_hash IS NULL, '${failedHash.removal}', '${failedHash.addition}'), failures = ${failures} + 1
WHEN MATCHED AND NOT now.has_failed AND (state.failures IS NOT NULL OR state.row_hash IS NULL AND state.row_data IS NOT NULL) THEN
  UPDATE SET row_data = IF(state.row_hash IS NULL, NULL, state.row_data), failures = NULL`,
    parameters,
  )
  const mine = 'sync = @sync AND destination = @destination'
  const overdue = `row_hash IS NULL AND row_data IS NOT NULL AND delivered_at < TIMESTAMP_SUB(@started, INTERVAL ${asked.days + 1} DAY)`
  const [found] = await rows(
    `SELECT COUNTIF(failures >= ${quick.failures}) AS failing, LOGICAL_OR(${overdue}) AS has_overdue FROM ${state} WHERE ${mine}`,
    parameters,
  )
  counts['failing'] = Number(found?.['failing'] ?? 0)
  if (found?.['has_overdue'] === true)
    await change(`UPDATE ${state} SET row_data = NULL WHERE ${mine} AND ${overdue}`, parameters)
}

/** How a run ends that has sent its changes while rows are failing; undefined if none are. Their sync is then late, which the health check reports. */
export function failingEnd({ counts, position: { columns } }: SyncJob): Omit<RunEnd, 'counts'> | undefined {
  const { failing = 0 } = counts
  if (failing === 0) return undefined
  const reason =
    `The third party has accepted ${failing} rows and failed them later, ${quick.failures} times in a row or more: see view list_receipts. ` +
    `They are sent again every ${quick.hours} hours. All other changes are sent.`
  return { state: 'failed', reason, result: { columns } }
}
