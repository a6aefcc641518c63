/** Console: query `health`: the shares of each destination's outcomes. */
import type { Query } from './query.ts'

const shares = ['delivered', 'refused', 'skipped', 'deferred', 'held', 'dead']
  .map((name) => `SUM(${name}_share * counted.pairs) AS ${name}`)
  .join(', ')

export const healthQuery: Query = {
  name: 'health',
  description: 'Pairs with an attempt by destination and outcome. A pair counts once an hour.',
  readsOnlyPeriod: false,
  sql: `SELECT destination, ANY_VALUE(target) AS target, SUM(counted.pairs) AS pairs, ${shares},
  MAX(hour) AS latest_hour
FROM destination_health AS counted
WHERE hour >= @from AND hour < @to
GROUP BY destination
ORDER BY destination`,
}
