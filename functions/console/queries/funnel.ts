/** Console: query `funnel`: number of events by stage. */
import type { Query } from './query.ts'

export const funnel: Query = {
  name: 'funnel',
  description: 'Events by type, destination and stage. Rows without a destination count every event once.',
  readsOnlyPeriod: false,
  sql: `SELECT event_name, destination,
  SUM(received) AS received, SUM(quarantined) AS quarantined, SUM(stored) AS stored,
  SUM(restricted) AS restricted, SUM(permitted) AS permitted,
  SUM(delivered) AS delivered, SUM(skipped) AS skipped, SUM(refused) AS refused,
  SUM(deferred) AS deferred, SUM(dead) AS dead, SUM(pending) AS pending
FROM delivery_funnel
WHERE hour >= @from AND hour < @to
GROUP BY event_name, destination
ORDER BY destination, stored DESC, event_name`,
}
