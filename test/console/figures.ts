/** Test support: computes the figures of the page independently, by SQL over the tables with the official client. */
import type { BigQuery } from '@google-cloud/bigquery'

export interface Figures {
  stored: number
  quarantined: number
  permitted: number
  delivered: number
  waiting: number
  failed: number
}

export interface Selection {
  /** RFC 3339. */
  from: string
  to: string
  eventName?: string
  destination?: string
}

/** In the test data, every pair has one attempt. */
const sql = `WITH pair AS (
  SELECT event.event_id, decision.permitted, attempt.outcome
  FROM events AS event
  CROSS JOIN UNNEST(event.decisions) AS decision
  LEFT JOIN deliveries AS attempt
    ON attempt.event_id = event.event_id AND attempt.destination = decision.destination
  WHERE event.received_at >= TIMESTAMP(@from) AND event.received_at < TIMESTAMP(@to)
    AND @eventName IN ('', event.event_name) AND @destination IN ('', decision.destination)
)
SELECT
  (SELECT COUNT(DISTINCT event_id) FROM events
    WHERE received_at >= TIMESTAMP(@from) AND received_at < TIMESTAMP(@to) AND @eventName IN ('', event_name)) AS stored,
  (SELECT COUNT(DISTINCT message_id) FROM quarantine
    WHERE received_at >= TIMESTAMP(@from) AND received_at < TIMESTAMP(@to) AND @eventName IN ('', event_name)) AS quarantined,
  COUNTIF(permitted) AS permitted,
  COUNTIF(outcome = 'delivered') AS delivered,
  COUNTIF(permitted AND (outcome IS NULL OR outcome = 'deferred')) AS waiting,
  COUNTIF(outcome IN ('refused', 'dead')) AS failed
FROM pair`

export async function figuresBySql(
  bigquery: BigQuery,
  dataset: string,
  { eventName = '', destination = '', from, to }: Selection,
): Promise<Figures> {
  const [[row]] = await bigquery.query({
    query: sql,
    params: { from, to, eventName, destination },
    defaultDataset: { datasetId: dataset },
  })
  return row as Figures
}
