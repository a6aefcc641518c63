/** Console: question `catalogue_reached`: which destinations accepted events of each type. */
import type { Question } from './question.ts'

export const catalogueReached: Question = {
  name: 'catalogue_reached',
  description: 'Events that destinations accepted in the period, by type and destination.',
  parameters: { since: 'TIMESTAMP', until: 'TIMESTAMP', 'type?': 'STRING' },
  sql: (has) => `SELECT event_name, destination, COUNT(DISTINCT event_id) AS events
FROM deliveries
WHERE settled_at >= @since AND settled_at < @until AND outcome = 'delivered'${has('type') ? ' AND event_name = @type' : ''}
GROUP BY event_name, destination
ORDER BY event_name, destination`,
}
