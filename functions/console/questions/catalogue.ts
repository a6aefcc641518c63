/** Console: question `catalogue`: how many events of each type came, how many with violations, and who sent them. */
import type { Question } from './question.ts'

export const catalogueQuestion: Question = {
  name: 'catalogue',
  description:
    'Events of the period by type, definition and connection, with those that have violations. Each event counts once.',
  parameters: { since: 'TIMESTAMP', until: 'TIMESTAMP', 'type?': 'STRING' },
  sql: (has) => `SELECT event_name, definition, connection,
  COUNT(DISTINCT event_id) AS events,
  COUNT(DISTINCT IF(ARRAY_LENGTH(violations) > 0, event_id, NULL)) AS violating,
  MAX(received_at) AS last_received
FROM events
WHERE received_at >= @since AND received_at < @until${has('type') ? ' AND event_name = @type' : ''}
GROUP BY event_name, definition, connection
ORDER BY events DESC, event_name, definition, connection`,
}
