/** Console: questions about the rows of a sync: those that are not delivered yet, and those that its destination has: page Automations. */
import type { Question } from './question.ts'

export const syncPendingQuestion: Question = {
  name: 'sync_pending',
  description:
    'Changes of a sync that its destination has not accepted, the oldest first, each with its last attempt since `since`.',
  parameters: { sync: 'STRING', since: 'TIMESTAMP' },
  sql: () => `WITH attempt AS (
  SELECT event_id, outcome, reason, detail, http_status, settled_at
  FROM deliveries
  WHERE settled_at >= @since AND source = @sync
  QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id ORDER BY settled_at DESC) = 1
)
SELECT change, row_key, noticed_at, backfill, run_id, destination, outcome, reason, detail, http_status, settled_at
FROM sync_changes
LEFT JOIN attempt ON attempt.event_id = sync_changes.event_id
WHERE sync = @sync AND change IN ('added', 'changed', 'removed')
ORDER BY noticed_at, row_key
LIMIT 101`,
}

export const syncGivenQuestion: Question = {
  name: 'sync_given',
  description:
    'The rows of a sync that its destination has accepted and that were not removed since, the latest first, and in `rows_given` how many there are.',
  parameters: { sync: 'STRING' },
  sql: () => `SELECT row_key, destination, run_id, delivered_at, COUNT(*) OVER () AS rows_given
FROM sync_state
WHERE sync = @sync AND row_hash IS NOT NULL
ORDER BY delivered_at DESC, row_key
LIMIT 101`,
}
