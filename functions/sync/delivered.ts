/** Sync: copies delivered changes from `deliveries` to `sync_state`, of this run and of earlier ones. */
import { failedHash } from '../../schemas/warehouse/sync_state.ts'
import { tables } from '../../schemas/warehouse.ts'
import type { SyncJob } from './job.ts'

const timestampText = "FORMAT_TIMESTAMP('%FT%H:%M:%E6SZ', "

/** Saves what was delivered by any run, and deletes it from `sync_changes`. Idempotent. A removal about which the third party decides later keeps its data,
 * which sends it again if it fails. */
export async function settleDelivered({
  ports: { warehouse },
  sync,
  statementParameters,
}: SyncJob): Promise<void> {
  const { locate, rows, change } = warehouse
  const changes = locate(tables.sync_changes.name)
  const state = locate(tables.sync_state.name)
  const [earliest] = await rows(
    `SELECT ${timestampText}MIN(noticed_at)) AS since, COUNT(*) AS found FROM ${changes}
WHERE sync = @sync AND destination = @destination`,
    statementParameters,
  )
  if (Number(earliest?.['found'] ?? 0) === 0) return
  const since = earliest?.['since']
  // No change is delivered before it is detected; one hour allows for clock skew.
  if (typeof since === 'string')
    await change(
      `MERGE ${state} AS state
USING (
  SELECT found.row_key, found.row_hash, ${sync.mode === 'mirror' ? 'IF(found.row_hash IS NULL AND accepted.receipt IS NULL, NULL, found.row_data)' : 'CAST(NULL AS JSON)'} AS row_data,
    found.event_id, accepted.replay_id AS run_id, accepted.settled_at
  FROM ${changes} AS found
  JOIN ${locate(tables.deliveries.name)} AS accepted ON accepted.event_id = found.event_id
  WHERE found.sync = @sync AND found.destination = @destination
    AND accepted.destination = @destination AND accepted.source = @sync AND accepted.outcome = 'delivered' AND accepted.replay_id IS NOT NULL
    AND accepted.settled_at >= TIMESTAMP_SUB(@since, INTERVAL 1 HOUR)
  QUALIFY ROW_NUMBER() OVER (PARTITION BY found.row_key ORDER BY accepted.settled_at DESC) = 1
) AS now
ON state.sync = @sync AND state.destination = @destination AND state.row_key = now.row_key
WHEN MATCHED THEN
  UPDATE SET row_hash = now.row_hash, row_data = now.row_data, event_id = now.event_id, run_id = now.run_id,
    delivered_at = now.settled_at,
    failures = IF(state.event_id = now.event_id OR STARTS_WITH(IFNULL(state.row_hash, ''), '${failedHash.addition}'), state.failures, NULL)
WHEN NOT MATCHED THEN
  INSERT (sync, destination, row_key, row_hash, row_data, event_id, run_id, delivered_at)
  VALUES (@sync, @destination, now.row_key, now.row_hash, now.row_data, now.event_id, now.run_id, now.settled_at)`,
      { ...statementParameters, since: ['TIMESTAMP', since] },
    )
  await change(
    `DELETE FROM ${changes}
WHERE sync = @sync AND destination = @destination AND (event_id IS NULL OR event_id IN (
  SELECT event_id FROM ${state} WHERE sync = @sync AND destination = @destination
))`,
    statementParameters,
  )
}

/** Condition for rows of `deliveries` that end a change of the run. Parameters: destination, run, started. */
export const endedInRun = `destination = @destination AND replay_id = @run AND outcome != 'deferred'
    AND settled_at >= TIMESTAMP_SUB(@started, INTERVAL 1 HOUR)`

/** Counts the changes of the run by outcome; `pending` ones have none yet. A delivered change counts as delivered, whatever its other
 * outcomes. */
export async function outcomesOf({
  ports: { warehouse },
  run,
  statementParameters,
}: SyncJob): Promise<ReadonlyMap<string, number>> {
  const rows = await warehouse.rows(
    `WITH ended AS (
  SELECT event_id, outcome
  FROM ${warehouse.locate(tables.deliveries.name)}
  WHERE ${endedInRun}
  QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id ORDER BY IF(outcome = 'delivered', 0, 1), settled_at DESC) = 1
)
SELECT outcome, COUNT(*) AS found FROM ended GROUP BY outcome
UNION ALL
SELECT 'pending', COUNT(*)
FROM ${warehouse.locate(tables.sync_changes.name)}
WHERE run_id = @run AND event_id IS NOT NULL AND event_id NOT IN (SELECT event_id FROM ended)`,
    { ...statementParameters, started: ['TIMESTAMP', run.startedAt] },
  )
  return new Map(rows.map(({ outcome, found }) => [String(outcome), Number(found)]))
}
