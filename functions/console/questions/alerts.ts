/** Console: question `alerts`: the conditions of docs/operations.md that BigQuery can see, under the same names. The others are metrics and
 * log entries of Google Cloud, which Cloud Monitoring watches. */
import { dailyCheck } from '../../../schemas/daily_check.ts'
import { precedence } from '../../../schemas/views/pairs.ts'
import type { Question } from './question.ts'

/** Hours after which a check that is due every day, or four times an hour, is missing. As in infra/observability/signals.ts. */
const missingAfterHours = { reconcile: 26, health: 1 } as const

/** A pair is of one alert: rejected credentials are not a backlog, too. */
const ofPair = `CASE
    WHEN outcome = 'dead' THEN 'dead-letters'
    WHEN reason = 'auth' THEN 'credentials'
    ELSE 'forward-backlog'
  END`

/** A branch of the question without the columns that only problems of the health check have. */
const unnamed =
  'CAST(NULL AS STRING) AS outcome, CAST(NULL AS STRING) AS example_event_id, CAST(NULL AS STRING) AS command'

/** The check that broken promises fail has its own alert. */
const ofRun = `IF(kind = 'reconcile' AND JSON_QUERY(result, '$.broken') IS NOT NULL, 'reconciliation', 'runs')`

function missing(alert: string, kind: keyof typeof missingAfterHours): string {
  return `SELECT '${alert}' AS alert, '${kind}' AS subject, MAX(requested_at) AS opened_at, MAX(requested_at) AS last_seen, 1 AS items,
  CAST(NULL AS STRING) AS run_id, CAST(NULL AS STRING) AS event_name, CAST(NULL AS STRING) AS reason, CAST(NULL AS STRING) AS summary,
  ${unnamed}
FROM runs
WHERE kind = '${kind}'
HAVING MAX(requested_at) < TIMESTAMP_SUB(@until, INTERVAL ${missingAfterHours[kind]} HOUR)`
}

export const alertsQuestion: Question = {
  name: 'alerts',
  description: `What needs somebody: dead letters, backlogs, rejected credentials, stopped runs, broken promises, missing checks (the daily one at ${dailyCheck.hour}:00 UTC) and open problems of the health check.`,
  parameters: { since: 'TIMESTAMP', until: 'TIMESTAMP' },
  sql: () => `SELECT ${ofPair} AS alert, destination AS subject, MIN(received_at) AS opened_at, MAX(settled_at) AS last_seen,
  COUNT(*) AS items, CAST(NULL AS STRING) AS run_id, ANY_VALUE(event_name) AS event_name, ANY_VALUE(reason) AS reason,
  CAST(NULL AS STRING) AS summary, ${unnamed}
FROM (
  SELECT destination, event_id, event_name, outcome, reason, received_at, settled_at
  FROM deliveries
  WHERE settled_at >= @since AND settled_at < @until AND source IS NULL
  QUALIFY ROW_NUMBER() OVER (PARTITION BY destination, event_id ORDER BY ${precedence}) = 1
)
WHERE outcome = 'dead'
  OR outcome = 'deferred' AND (reason = 'auth' OR received_at < TIMESTAMP_SUB(@until, INTERVAL 1 HOUR))
GROUP BY alert, subject
UNION ALL
SELECT 'dead-letters', IFNULL(subscription, ''), MIN(dead_at), MAX(dead_at), COUNT(DISTINCT message_id), NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM dead_letters
WHERE dead_at >= @since AND dead_at < @until AND destination IS NULL
GROUP BY subscription
UNION ALL
SELECT ${ofRun}, IFNULL(name, IFNULL(destination, kind)), requested_at, finished_at, 1, run_id, NULL, state, reason, NULL, NULL, NULL
FROM (
  SELECT run_id, kind, name, destination, state, reason, result, requested_at, finished_at
  FROM runs
  WHERE NOT dry_run AND finished_at IS NOT NULL
  QUALIFY ROW_NUMBER() OVER (PARTITION BY kind, name, destination ORDER BY requested_at DESC) = 1
)
WHERE state IN ('failed', 'blocked') AND finished_at >= @since
UNION ALL
${missing('reconciliation-missing', 'reconcile')}
UNION ALL
${missing('health-missing', 'health')}
UNION ALL
SELECT alert, subject, opened_at, last_seen, 1, NULL, event_name, reason, summary, outcome, example_event_id, command
FROM health_alerts
WHERE recovered_at IS NULL
ORDER BY opened_at, alert, subject
LIMIT 500`,
}
