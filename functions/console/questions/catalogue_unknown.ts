/** Console: question `catalogue_unknown`: event names without a definition. */
import type { Question } from './question.ts'

export const catalogueUnknown: Question = {
  name: 'catalogue_unknown',
  description: 'Names of quarantined events that no definition has, each with the most similar name.',
  parameters: { since: 'TIMESTAMP', until: 'TIMESTAMP' },
  sql: () => `SELECT event_name, ANY_VALUE(suggestion) AS suggestion, COUNT(DISTINCT event_id) AS messages,
  MAX(received_at) AS last_received
FROM quarantine
WHERE received_at >= @since AND received_at < @until AND reason = 'unknown_event' AND event_name IS NOT NULL
GROUP BY event_name
ORDER BY messages DESC, event_name
LIMIT 100`,
}
