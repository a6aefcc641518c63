/** Console: query `checked`: what the health check has counted. */
import { healthCheck } from '../../../schemas/health_check.ts'
import type { Query } from './query.ts'

export const checkedQuery: Query = {
  name: 'checked',
  description:
    'When the health check counted the latest hour; null if it has not run in this period. When it counted the outcomes. The first hour of the period that it will count again, or never counted. And the number of events in a day of the period, if every hour were like those that it has counted.',
  readsOnlyPeriod: true,
  sql: `WITH counted AS (
  SELECT hour, subject, computed_at, pairs
  FROM hourly_counts
  WHERE hour >= @from AND hour < @to AND (subject IN ('hour', 'events') OR subject = 'outcomes' AND pairs = 0)
)
SELECT (SELECT MAX(computed_at) FROM counted WHERE subject = 'hour') AS checked_at,
  (SELECT MAX(computed_at) FROM counted WHERE subject = 'outcomes') AS counted_at,
  (SELECT 24 * DIV(SUM(IF(subject = 'events', counted.pairs, 0)), COUNTIF(subject = 'hour')) FROM counted HAVING COUNTIF(subject = 'hour') > 0) AS daily_events,
  (
    SELECT MIN(hour)
    FROM UNNEST(GENERATE_TIMESTAMP_ARRAY(@from, TIMESTAMP_TRUNC(@to, HOUR), INTERVAL 1 HOUR)) AS hour
    WHERE hour = TIMESTAMP_TRUNC(@to, HOUR) OR hour NOT IN (
      SELECT counted.hour
      FROM counted
      WHERE counted.subject = 'outcomes' AND counted.computed_at >= TIMESTAMP_ADD(counted.hour, INTERVAL ${healthCheck.openHours} HOUR)
    )
  ) AS live`,
}
