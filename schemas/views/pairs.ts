/** Storage layer: generates the GoogleSQL that joins decisions with delivery attempts. */
import { deliveries } from '../warehouse/deliveries.ts'
import { events } from '../warehouse/events.ts'
import { eachEventOnce, type Locate } from './view.ts'

/** The rows of `events` since a time, each event once. Unlike `events_deduplicated`, reads no older partition. */
export function eventsSince(locate: Locate, since: string): string {
  return eachEventOnce(locate(events.name), `event.received_at >= ${since}`)
}

/** The rows of `deliveries` for events received since a time. An attempt ends after its event is received; the additional day allows for
 * clock skew. */
export function attemptsSince(locate: Locate, since: string): string {
  return `${locate(deliveries.name)}
  WHERE settled_at >= TIMESTAMP_SUB(${since}, INTERVAL 1 DAY) AND received_at >= ${since}`
}

/** Sort order of a pair's attempts, most relevant first: delivered, then the latest final outcome, then the latest deferred one. */
export const precedence = `CASE outcome WHEN 'delivered' THEN 1 WHEN 'deferred' THEN 3 ELSE 2 END, settled_at DESC, attempt DESC`

/** Common table expressions that end with `pairs`: every pair of an event and a destination once, with its current outcome and, with
 * `inDetail`, all other columns. `event` and `attempts` are the FROM clauses for events and deliveries, the latter with a condition. Rows
 * of syncs and firings are excluded. Pairs that were attempted without a decision, as in a replay, are included. */
export function pairs(
  event: string,
  attempts: string,
  { inDetail = false }: { inDetail?: boolean } = {},
): string {
  const detailed = (columns: string): string => (inDetail ? `,\n    ${columns}` : '')
  const ofAttempt = 'attempted.detail, attempted.http_status, attempted.settled_at'
  return `event AS (
  SELECT event_id, event_name, received_at, stored_at, decisions
  FROM ${event}
),
attempted AS (
  SELECT event_id, destination, outcome${detailed(`reason, detail, http_status, settled_at,
    COUNT(DISTINCT IF(outcome = 'dead', NULL, settled_at)) OVER (PARTITION BY event_id, destination) AS attempts`)}
  FROM ${attempts} AND source IS NULL
  QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id, destination ORDER BY ${precedence}) = 1
),
pairs AS (
  SELECT event.event_id, event.event_name, event.received_at, decision.destination,
    COALESCE(attempted.outcome, IF(decision.permitted, 'pending', 'restricted')) AS outcome${detailed(`event.stored_at, ${ofAttempt},
    IF(attempted.outcome IS NULL, decision.reason, attempted.reason) AS reason,
    COALESCE(attempted.attempts, 0) AS attempts, decision.permitted, decision.rule`)}
  FROM event
  CROSS JOIN UNNEST(event.decisions) AS decision
  LEFT JOIN attempted
    ON attempted.event_id = event.event_id AND attempted.destination = decision.destination
  UNION ALL
  SELECT event.event_id, event.event_name, event.received_at, attempted.destination, attempted.outcome${detailed(`event.stored_at, ${ofAttempt},
    attempted.reason, attempted.attempts, NULL, NULL`)}
  FROM event
  JOIN attempted ON attempted.event_id = event.event_id
  WHERE NOT EXISTS (
    SELECT 1 FROM UNNEST(event.decisions) AS decision WHERE decision.destination = attempted.destination
  )
)`
}
