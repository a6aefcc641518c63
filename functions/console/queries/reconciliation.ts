/** Console: query `reconciliation`: whether the promises hold. */
import { reconciliationSince } from '../../../schemas/views/reconciliation.ts'
import type { Query } from './query.ts'

/** The day before the period tells which destinations existed then. */
const since = 'TIMESTAMP_SUB(TIMESTAMP_TRUNC(@from, DAY), INTERVAL 1 DAY)'

export const reconciliationSection: Query = {
  name: 'reconciliation',
  description: 'How often each promise was broken, by day and destination: all zero when they hold.',
  readsOnlyPeriod: true,
  sql: `SELECT *
FROM (
${reconciliationSince((name) => name, since)}
)
WHERE day >= DATE(@from) AND day <= DATE(@to)
ORDER BY day, destination`,
}
