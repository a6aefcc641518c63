/** Console: query `reconciliation`: whether the promises hold. */
import type { Query } from './query.ts'

export const reconciliationSection: Query = {
  name: 'reconciliation',
  description: 'How often each promise was broken, by day and destination: all zero when they hold.',
  readsOnlyPeriod: false,
  sql: `SELECT *
FROM reconciliation
WHERE day >= DATE(@from) AND day <= DATE(@to)
ORDER BY day, destination`,
}
