/** Console: query `latency`: how long events take. */
import { measured } from '../../../schemas/views/latency.ts'
import { attemptsOfPeriod, eventsOfPeriod } from '../overview_period.ts'
import type { Query } from './query.ts'

export const latencyQuery: Query = {
  name: 'latency',
  description:
    'Percentiles of the latency in ms, each computed from the events: of the period and of each of its parts, for all event types and for each one. ' +
    'Without a bucket: the period. Without an event type: all. Without a destination: until stored; with one, from storage to delivery.',
  readsOnlyPeriod: true,
  // The most important rows are first, because the response has a limit of rows.
  sql: `WITH ${measured(eventsOfPeriod, attemptsOfPeriod)},
duration AS (
  SELECT TIMESTAMP_SECONDS(DIV(UNIX_SECONDS(received_at), 2 * @bucket) * 2 * @bucket) AS bucket, event_name, destination,
    IF(destination IS NULL, TIMESTAMP_DIFF(stored_at, received_at, MILLISECOND),
      TIMESTAMP_DIFF(delivered_at, stored_at, MILLISECOND)) AS ms
  FROM measured
)
SELECT bucket, event_name, destination, events,
  percentiles[SAFE_OFFSET(50)] AS p50, percentiles[SAFE_OFFSET(95)] AS p95, percentiles[SAFE_OFFSET(99)] AS p99
FROM (
  SELECT bucket, event_name, destination, COUNT(*) AS events, APPROX_QUANTILES(ms, 100) AS percentiles
  FROM duration
  GROUP BY GROUPING SETS (
    (destination), (destination, event_name), (destination, bucket), (destination, event_name, bucket)
  )
)
ORDER BY bucket IS NOT NULL, event_name IS NOT NULL, bucket, destination, event_name`,
}
