/** Storage layer: generates the GoogleSQL that counts what became of events: when they arrived, and how every pair of an event and a destination
 * stands. The health check counts full hours with it, the console the latest ones. */
import { precedence } from './pairs.ts'

interface TrafficPeriod {
  /** FROM clause of the events, each once. */
  events: string
  /** FROM clause of the deliveries of these events, with a condition. */
  attempts: string
  /** The part of the period in which an event arrived, for arrivals and for outcomes. `time`: a column. */
  arrivedIn: (time: string) => string
  outcomeIn: (time: string) => string
  /** The latency that counts, in ms. `ms`: the exact one. */
  latency: (ms: string) => string
}

/** Common table expressions that end with
 * - `arrivals`: events by part of the period, event type, whether a destination may have them, and latency until stored;
 * - `outcomes`: pairs by part of the period, event type, destination, current outcome, reason and latency, from storage to the first delivery.
 *   The latency is null without a delivery, and after a replay.
 *
 * Every event and every attempt is read once. Rows of syncs and firings are excluded. Pairs that were attempted without a decision, as in a
 * replay, are included. */
export function trafficRows({ events, attempts, arrivedIn, outcomeIn, latency }: TrafficPeriod): string {
  const between = (from: string, to: string): string => latency(`TIMESTAMP_DIFF(${to}, ${from}, MILLISECOND)`)
  return `event AS (
  SELECT event_id, event_name, received_at, stored_at, decisions
  FROM ${events}
),
attempted AS (
  SELECT event_id, destination, outcome, reason,
    MIN(IF(outcome = 'delivered' AND replay_id IS NULL, settled_at, NULL)) OVER (PARTITION BY event_id, destination) AS delivered_at
  FROM ${attempts} AND source IS NULL
  QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id, destination ORDER BY ${precedence}) = 1
),
decided AS (
  SELECT event.event_id, event.event_name, event.received_at, event.stored_at,
    decision.destination, decision.permitted, decision.reason
  FROM event
  CROSS JOIN UNNEST(event.decisions) AS decision
),
arrivals AS (
  SELECT ${arrivedIn('received_at')} AS bucket, event_name,
    EXISTS (SELECT 1 FROM UNNEST(event.decisions) AS decision WHERE decision.permitted) AS is_permitted,
    ${between('received_at', 'stored_at')} AS ms, COUNT(*) AS events
  FROM event
  GROUP BY bucket, event_name, is_permitted, ms
),
paired AS (
  SELECT ${outcomeIn('decided.received_at')} AS bucket, decided.event_name,
    COALESCE(decided.destination, attempted.destination) AS destination,
    COALESCE(attempted.outcome, IF(decided.permitted, 'pending', 'restricted')) AS outcome,
    IF(attempted.outcome IS NULL, decided.reason, attempted.reason) AS reason,
    ${between('decided.stored_at', 'attempted.delivered_at')} AS ms,
    IF(decided.event_id IS NULL, attempted.event_id, NULL) AS undecided_id,
    IF(decided.event_id IS NULL, attempted.delivered_at, NULL) AS undecided_at,
    COUNT(*) AS pairs
  FROM decided
  FULL JOIN attempted ON attempted.event_id = decided.event_id AND attempted.destination = decided.destination
  GROUP BY bucket, decided.event_name, destination, outcome, reason, ms, undecided_id, undecided_at
),
outcomes AS (
  SELECT bucket, event_name, destination, outcome, reason, ms, pairs
  FROM paired
  WHERE undecided_id IS NULL
  UNION ALL
  SELECT ${outcomeIn('event.received_at')}, event.event_name, paired.destination, paired.outcome, paired.reason,
    ${between('event.stored_at', 'paired.undecided_at')}, paired.pairs
  FROM paired
  JOIN event ON event.event_id = paired.undecided_id
)`
}

/** A latency in ms, rounded up to the next power of 1.1, so that few different ones are counted: at most 10 % more than the exact one. A latency
 * below a millisecond, as clocks differ, is 0. */
export function roundedLatency(ms: string): string {
  return `IF(${ms} < 1, 0, CAST(FLOOR(POW(1.1, CEIL(LN(GREATEST(${ms}, 1)) / LN(1.1)))) AS INT64))`
}
