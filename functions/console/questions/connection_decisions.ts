/** Console: question `connection_decisions`: which destinations get the events of a connection, and why not. */
import type { Question } from './question.ts'

export const connectionDecisions: Question = {
  name: 'connection_decisions',
  description: 'Events that came by a connection since a time, by the decision about each destination.',
  parameters: { name: 'STRING', since: 'TIMESTAMP' },
  sql: () => `SELECT decision.destination, decision.permitted, decision.reason, COUNT(DISTINCT event.event_id) AS events
FROM events AS event
CROSS JOIN UNNEST(event.decisions) AS decision
WHERE event.received_at >= @since AND STARTS_WITH(event.connection, CONCAT(@name, '@'))
GROUP BY decision.destination, decision.permitted, decision.reason
ORDER BY events DESC, destination, reason
LIMIT 500`,
}
