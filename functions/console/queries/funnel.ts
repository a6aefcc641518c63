/** Console: query `funnel`: number of events by stage. */
import { funnelOf } from '../../../schemas/views/delivery_funnel.ts'
import { attemptsOfPeriod, eventsOfPeriod } from '../overview_period.ts'
import type { Query } from './query.ts'

export const funnel: Query = {
  name: 'funnel',
  description: 'Events by type, destination and stage. Rows without a destination count every event once.',
  readsOnlyPeriod: true,
  sql: `SELECT event_name, destination,
  SUM(received) AS received, SUM(quarantined) AS quarantined, SUM(stored) AS stored,
  SUM(restricted) AS restricted, SUM(permitted) AS permitted,
  SUM(delivered) AS delivered, SUM(skipped) AS skipped, SUM(refused) AS refused,
  SUM(deferred) AS deferred, SUM(dead) AS dead, SUM(pending) AS pending
FROM (
${funnelOf((name) => name, {
  events: eventsOfPeriod,
  attempts: attemptsOfPeriod,
  isInPeriod: 'received_at >= @from AND received_at < @to',
  since: '@from',
})}
)
GROUP BY event_name, destination
ORDER BY destination, stored DESC, event_name`,
}
