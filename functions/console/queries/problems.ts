/** Console: query `problems`: what the health check found. */
import type { Query } from './query.ts'

export const problemsQuery: Query = {
  name: 'problems',
  description:
    'Problems of the period, the open ones first, each with an example and the command that repairs it.',
  readsOnlyPeriod: false,
  sql: `SELECT alert, subject, opened_at, last_seen, recovered_at, event_name, outcome, reason, summary, example_event_id, command
FROM health_alerts
WHERE last_seen >= @from AND opened_at < @to
ORDER BY recovered_at IS NOT NULL, opened_at DESC, alert, subject
LIMIT 50`,
}
