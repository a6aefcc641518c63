/** Storage layer: the GoogleSQL that brings what was decided of events together with what became of them. */
import { deliveries } from '../warehouse/deliveries.ts'
import { events } from '../warehouse/events.ts'
import { eachEventOnce, type Locate } from './view.ts'

/** The rows of `events` since a time, each event once. Reads no older partition, unlike `events_deduplicated`. */
export function eventsSince(locate: Locate, since: string): string {
  return eachEventOnce(locate(events.name), `event.received_at >= ${since}`)
}

/** The rows of `deliveries` for events received since a time. No attempt ends before its event is received, and a day
 * allows for clocks that differ. */
export function attemptsSince(locate: Locate, since: string): string {
  return `${locate(deliveries.name)}
  WHERE settled_at >= TIMESTAMP_SUB(${since}, INTERVAL 1 DAY) AND received_at >= ${since}`
}

/** The order of a pair's attempts, the one that counts first: what was delivered stays delivered, and a final outcome
 * stands above an attempt that the bus repeats. */
const standing = `CASE outcome WHEN 'delivered' THEN 1 WHEN 'deferred' THEN 3 ELSE 2 END, settled_at DESC, attempt DESC`

/** Common table expressions, the last of which is `pairs`: every pair of an event and a destination once, with the outcome that counts, and
 * `inDetail` with all that is known of it. `event` and `attempts` are what to read of events and deliveries, the latter with a condition;
 * what syncs and actions send is none of them. A pair that was tried although no verdict names the destination, as a replay may, is one
 * too. */
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
  QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id, destination ORDER BY ${standing}) = 1
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
