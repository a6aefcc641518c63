/** Storage layer: describes view `audience_members`, who is on each list that a sync keeps, and who is about to join or leave. */
import { syncs } from '../derived_types.ts'
import { nullable } from '../warehouse/column.ts'
import { deliveries } from '../warehouse/deliveries.ts'
import { syncChanges } from '../warehouse/sync_changes.ts'
import { failedHash, syncState } from '../warehouse/sync_state.ts'
import type { Locate, View } from './view.ts'
import { daysAgo, shownDays, whileKept, type Kept } from './window.ts'

export function audienceMembers(locate: Locate, kept: Kept): View {
  const names = [...syncs.values()].filter(({ mode }) => mode === 'mirror').map(({ name }) => `'${name}'`)
  const mirrored = `sync IN UNNEST(ARRAY<STRING>[${names.join(', ')}])`
  return {
    name: 'audience_members',
    description:
      'Every row of each sync in mode mirror at each destination: who is on a list, who has left it, and whose change has not been delivered yet. ' +
      `Outcomes are those of the last ${shownDays} days.`,
    columns: [
      nullable('sync', 'STRING', 'Name of the sync.'),
      nullable('destination', 'STRING', 'Id of the destination.'),
      nullable('row_key', 'STRING', 'Key columns of the row as a JSON object.'),
      nullable('is_member', 'BOOL', 'True if the destination has the row, as far as is known.'),
      nullable(
        'state',
        'STRING',
        'member or removed; failed if the third party accepted the change and failed it later, so that the next run sends it again; for a change that is not delivered, its last outcome (schemas/outcome.ts), or pending without one.',
      ),
      nullable('change', 'STRING', 'added, changed or removed, of a change that is not delivered.'),
      nullable('reason', 'STRING', 'Reason of the outcome.'),
      nullable('since', 'TIMESTAMP', 'When the state began.'),
    ],
    query: `WITH state AS (
  SELECT sync, destination, row_key, IFNULL(row_hash != '${failedHash.addition}', FALSE) AS is_member,
    STARTS_WITH(IFNULL(row_hash, ''), '${failedHash.addition}') AS has_failed, delivered_at
  FROM ${locate(syncState.name)}
  WHERE ${mirrored}
),
waiting AS (
  SELECT sync, destination, row_key, change, event_id, noticed_at
  FROM ${locate(syncChanges.name)}
  WHERE ${mirrored} AND change IN ('added', 'changed', 'removed')
  QUALIFY ROW_NUMBER() OVER (PARTITION BY sync, destination, row_key ORDER BY noticed_at DESC, run_id DESC) = 1
),
attempt AS (
  SELECT event_id, source, destination, outcome, reason, settled_at
  FROM ${locate(deliveries.name)}
  WHERE settled_at >= ${daysAgo(whileKept(shownDays, kept.deliveries), 'DAY')}
    AND source IN UNNEST(ARRAY<STRING>[${names.join(', ')}])
  QUALIFY ROW_NUMBER() OVER (
    PARTITION BY source, destination, event_id
    ORDER BY IF(outcome = 'delivered', 0, 1), settled_at DESC
  ) = 1
),
ended AS (
  SELECT waiting.sync, waiting.destination, row_key, change, IFNULL(outcome, 'pending') AS outcome, reason,
    IFNULL(settled_at, noticed_at) AS since
  FROM waiting
  LEFT JOIN attempt ON attempt.event_id = waiting.event_id AND attempt.destination = waiting.destination
    AND attempt.source = waiting.sync
)
SELECT IFNULL(state.sync, ended.sync) AS sync, IFNULL(state.destination, ended.destination) AS destination,
  IFNULL(state.row_key, ended.row_key) AS row_key,
  IF(ended.outcome = 'delivered', ended.change != 'removed', IFNULL(state.is_member, FALSE)) AS is_member,
  CASE
    WHEN ended.outcome = 'delivered' THEN IF(ended.change = 'removed', 'removed', 'member')
    WHEN ended.outcome IS NOT NULL THEN ended.outcome
    WHEN state.has_failed THEN 'failed'
    ELSE IF(state.is_member, 'member', 'removed')
  END AS state,
  IF(ended.outcome = 'delivered', NULL, ended.change) AS change, ended.reason,
  IFNULL(ended.since, state.delivered_at) AS since
FROM state
FULL JOIN ended ON ended.sync = state.sync AND ended.destination = state.destination AND ended.row_key = state.row_key`,
    reads: [syncState.name, syncChanges.name, deliveries.name],
  }
}
