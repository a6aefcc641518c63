/** Console: query `reasons`: why events did not reach a destination. */
import type { Query } from './query.ts'

export const reasons: Query = {
  name: 'reasons',
  description: 'Pairs of an event and a destination that were not delivered, by outcome and reason.',
  readsOnlyPeriod: true,
  sql: `SELECT destination, event_name, outcome, reason, COUNT(*) AS pairs
FROM delivery_state
WHERE received_at >= @from AND received_at < @to AND outcome != 'delivered'
GROUP BY destination, event_name, outcome, reason
ORDER BY pairs DESC, destination, outcome, reason, event_name`,
}
