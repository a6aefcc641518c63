/** Console: query `health`: the shares of each destination's outcomes. */
import { healthMeasures } from '../../../schemas/views/destination_health.ts'
import type { Query } from './query.ts'

const measures = Object.entries(healthMeasures)
  .map(([name, [condition]]) => `SUM(IF(${condition}, counted.pairs, 0)) AS ${name}`)
  .join(',\n  ')

export const healthQuery: Query = {
  name: 'health',
  description: 'Pairs with an attempt by destination and outcome. A pair counts once an hour.',
  readsOnlyPeriod: true,
  sql: `SELECT destination, ANY_VALUE(target) AS target, SUM(counted.pairs) AS pairs, ${measures},
  MAX(hour) AS latest_hour
FROM hourly_counts AS counted
WHERE hour >= @from AND hour < @to AND subject = 'deliveries' AND outcome != 'restricted'
GROUP BY destination
ORDER BY destination`,
}
