/** Console: query `volume`: number of stored events over time. */
import type { Query } from './query.ts'

export const volume: Query = {
  name: 'volume',
  description: 'Events stored by type, each counted once, in buckets of @bucket seconds since 1970.',
  readsOnlyPeriod: true,
  sql: `SELECT TIMESTAMP_SECONDS(DIV(UNIX_SECONDS(received_at), @bucket) * @bucket) AS bucket, event_name,
  COUNT(*) AS events
FROM events_deduplicated
WHERE received_at >= @from AND received_at < @to
GROUP BY bucket, event_name
ORDER BY bucket, event_name`,
}
