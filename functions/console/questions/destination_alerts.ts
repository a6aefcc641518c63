/** Console: question `destination_alerts`: open problems of destinations that the health check found. */
import type { Question } from './question.ts'

export const destinationAlerts: Question = {
  name: 'destination_alerts',
  description: 'Open problems of destinations, each with an example and the command that repairs it.',
  parameters: {},
  sql: () => `SELECT alert, subject, opened_at, last_seen, event_name, outcome, reason, summary, example_event_id, command
FROM health_alerts
WHERE alert IN ('destination-failing', 'destination-silent') AND recovered_at IS NULL
ORDER BY opened_at DESC, alert, subject
LIMIT 200`,
}
