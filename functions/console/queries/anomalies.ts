/** Console: query `anomalies`: hours with unusually many or few events. */
import type { Query } from './query.ts'

export const anomalies: Query = {
  name: 'anomalies',
  description:
    'Full hours in which an event type was far more or less frequent than at the same hour of earlier days.',
  readsOnlyPeriod: false,
  sql: `SELECT hour, event_name, events, median, ratio, z_score
FROM volume_anomalies
WHERE hour >= @from AND hour < @to AND is_anomaly
ORDER BY ABS(z_score) DESC, hour DESC, event_name
LIMIT 50`,
}
