/** Console: query `reconciliation`: whether the promises hold. */
import { dailyCheck } from '../../../schemas/daily_check.ts'
import { promiseNames } from '../../../schemas/views/promises.ts'
import { reconciliationSince } from '../../../schemas/views/reconciliation.ts'
import type { Query } from './query.ts'

/** First day that is counted: of the period, at most as many days before its last one as the daily check covers. It has counted the others. */
const firstDay = `GREATEST(TIMESTAMP_TRUNC(@from, DAY), TIMESTAMP_SUB(TIMESTAMP_TRUNC(@to, DAY), INTERVAL ${dailyCheck.days} DAY))`

/** The day before tells which destinations existed then. */
const since = `TIMESTAMP_SUB(${firstDay}, INTERVAL 1 DAY)`

export const reconciliationSection: Query = {
  name: 'reconciliation',
  description:
    'How often each promise was broken in the last days of the period, by day and destination: all zero when they hold.',
  readsOnlyPeriod: true,
  sql: `SELECT *
FROM (
${reconciliationSince((name) => name, since)}
)
WHERE day >= DATE(${firstDay}) AND day <= DATE(@to)
ORDER BY day, destination`,
  counted: `SELECT DATE(counts.hour) AS day, counts.destination,
  ${promiseNames.map((name) => `SUM(IF(counts.reason = '${name}', counts.pairs, 0)) AS ${name}`).join(',\n  ')}
FROM hourly_counts AS counts
WHERE counts.hour >= ${since} AND counts.hour < @to AND counts.subject = 'promises'
GROUP BY day, counts.destination
ORDER BY day, destination`,
}
