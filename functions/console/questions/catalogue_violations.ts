/** Console: question `catalogue_violations`: what is wrong with the events of a type. */
import type { Question } from './question.ts'

export const catalogueViolations: Question = {
  name: 'catalogue_violations',
  description: 'Violations of a type in the period, by field, each with its latest event.',
  parameters: { since: 'TIMESTAMP', until: 'TIMESTAMP', type: 'STRING' },
  sql: () => `SELECT violation.field, violation.code, violation.expected, COUNT(DISTINCT event.event_id) AS events,
  ARRAY_AGG(
    STRUCT(event.event_id, event.event_name, event.received_at, violation.got)
    ORDER BY event.received_at DESC, event.event_id LIMIT 1
  )[OFFSET(0)] AS latest
FROM events AS event
CROSS JOIN UNNEST(event.violations) AS violation
WHERE event.received_at >= @since AND event.received_at < @until AND event.event_name = @type
GROUP BY violation.field, violation.code, violation.expected
ORDER BY events DESC, field, code
LIMIT 100`,
}
