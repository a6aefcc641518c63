/** Console: query `latency`: how long events take. */
import type { Query } from './query.ts'

const bucket = `TIMESTAMP_SECONDS(DIV(UNIX_SECONDS(hour), GREATEST(@bucket, 3600)) * GREATEST(@bucket, 3600))`

/** Percentiles of several hours cannot be averaged, so the highest one is an upper bound. */
function slowest(stage: string, condition: string): string {
  return `SELECT ${bucket} AS bucket, event_name, destination,
  SUM(events) AS events,
  MAX(${stage}_p50_ms) AS p50, MAX(${stage}_p95_ms) AS p95, MAX(${stage}_p99_ms) AS p99
FROM latency
WHERE hour >= @from AND hour < @to AND destination ${condition}
GROUP BY bucket, event_name, destination`
}

export const latencyQuery: Query = {
  name: 'latency',
  description:
    'Latency in ms by bucket, event type and destination. A bucket of several hours has the slowest one. Rows without a destination end with storage.',
  // Two parts, so that each computes only its own percentiles.
  sql: `${slowest('received_to_stored', 'IS NULL')}
UNION ALL
${slowest('stored_to_delivered', 'IS NOT NULL')}
ORDER BY bucket, destination, event_name`,
}
