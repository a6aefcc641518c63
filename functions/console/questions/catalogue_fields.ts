/** Console: question `catalogue_fields`: which event fields the events of a type have. */
import type { Question } from './question.ts'

export const catalogueFields: Question = {
  name: 'catalogue_fields',
  description: 'How many of at most 10,000 events of a type have each member of `event_data`.',
  parameters: { since: 'TIMESTAMP', until: 'TIMESTAMP', type: 'STRING' },
  sql: () => `WITH sample AS (
  SELECT ANY_VALUE(event_data) AS event_data
  FROM events
  WHERE received_at >= @since AND received_at < @until AND event_name = @type
  GROUP BY event_id
  LIMIT 10000
)
SELECT field, COUNT(*) AS filled, (SELECT COUNT(*) FROM sample) AS sampled
FROM sample
CROSS JOIN UNNEST(JSON_KEYS(event_data, 1)) AS field
GROUP BY field
ORDER BY filled DESC, field
LIMIT 500`,
}
