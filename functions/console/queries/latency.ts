/** Console: the query `latency`, how long events take. */
import type { Query } from './query.ts'

const bucket = `TIMESTAMP_SECONDS(DIV(UNIX_SECONDS(hour), GREATEST(@bucket, 3600)) * GREATEST(@bucket, 3600))`

/** Percentiles of different hours cannot be averaged; the highest of them is true of them all. */
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
    'Latency in ms by bucket, type and destination. Of a bucket with several hours the slowest counts; rows without a destination end with storage.',
  // In two parts, each of which computes the percentiles that it shows and no others.
  sql: `${slowest('received_to_stored', 'IS NULL')}
UNION ALL
${slowest('stored_to_delivered', 'IS NOT NULL')}
ORDER BY bucket, destination, event_name`,
}
