/** Console: the query `anomalies`, hours with unusually many or few events. */
import type { Query } from './query.ts'

export const anomalies: Query = {
  name: 'anomalies',
  description:
    'Full hours in which a type of event came far more or less often than at the same hour of the days before.',
  sql: `SELECT hour, event_name, events, median, ratio, z_score
FROM volume_anomalies
WHERE hour >= @from AND hour < @to AND is_anomaly
ORDER BY ABS(z_score) DESC, hour DESC, event_name
LIMIT 50`,
}
