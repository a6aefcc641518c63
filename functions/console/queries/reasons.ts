/** Console: query `reasons`: why events did not reach a destination. */
import { pairs } from '../../../schemas/views/pairs.ts'
import { attemptsOfPeriod, eventsOfPeriod } from '../overview_period.ts'
import type { Query } from './query.ts'

export const reasons: Query = {
  name: 'reasons',
  description: 'Pairs of an event and a destination that were not delivered, by outcome and reason.',
  readsOnlyPeriod: true,
  sql: `WITH ${pairs(eventsOfPeriod, attemptsOfPeriod, { inDetail: true })}
SELECT destination, event_name, outcome, reason, COUNT(*) AS pairs
FROM pairs
WHERE outcome != 'delivered'
GROUP BY destination, event_name, outcome, reason
ORDER BY pairs DESC, destination, outcome, reason, event_name`,
}
