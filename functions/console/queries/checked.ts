/** Console: query `checked`: when the health was checked last. */
import type { Query } from './query.ts'

export const checkedQuery: Query = {
  name: 'checked',
  description: 'When the health check counted the latest hour; null if it has not run in this period.',
  readsOnlyPeriod: true,
  sql: `SELECT MAX(computed_at) AS checked_at
FROM hourly_counts
WHERE hour >= @from AND hour < @to AND subject = 'hour'`,
}
