/** Console: question `destination_decisions`: what the rules of a destination decided. */
import type { Question } from './question.ts'

export const destinationDecisions: Question = {
  name: 'destination_decisions',
  description: 'Events that were received in the period, by the decision about one destination.',
  parameters: { since: 'TIMESTAMP', until: 'TIMESTAMP', destination: 'STRING' },
  sql: () => `SELECT decision.permitted, decision.rule, decision.reason, COUNT(DISTINCT event.event_id) AS events
FROM events AS event
CROSS JOIN UNNEST(event.decisions) AS decision
WHERE received_at >= @since AND received_at < @until AND decision.destination = @destination
GROUP BY decision.permitted, decision.rule, decision.reason
ORDER BY events DESC, rule, reason`,
}
