/** Console: the query `reconciliation`, whether the promises hold. */
import type { Query } from './query.ts'

export const reconciliationSection: Query = {
  name: 'reconciliation',
  description: 'Per day and destination, how often each promise was broken: zeros when all is well.',
  sql: `SELECT *
FROM reconciliation
WHERE day >= DATE(@from) AND day <= DATE(@to)
ORDER BY day, destination`,
}
