/** Storage layer: describes view `reconciliation`, which counts violations of the promises. All counts are zero if they hold. */
import { nullable, type Column } from '../warehouse/column.ts'
import { deliveries } from '../warehouse/deliveries.ts'
import { events } from '../warehouse/events.ts'
import { quarantine } from '../warehouse/quarantine.ts'
import { outcomes } from '../outcome.ts'
import { attemptsSince } from './pairs.ts'
import { messageChecks, pairChecks, promiseChecks } from './promises.ts'
import type { Locate, View } from './view.ts'
import { daysAgo, shownDays, whileKept, type Kept } from './window.ts'

const columns: readonly Column[] = [
  nullable('day', 'DATE', 'Day, UTC, on which the bus accepted the events.'),
  nullable('destination', 'STRING', 'Id of the destination; null in the row about messages.'),
  ...promiseChecks.map(({ name, broken }) => nullable(name, 'INT64', `Expected: 0. ${broken}`)),
]

const knownOutcomes = Object.keys(outcomes)
  .map((name) => `'${name}'`)
  .join(', ')

function zeros(of: readonly { name: string }[]): string {
  return of.map(({ name }) => `0 AS ${name}`).join(', ')
}

/** Number of days before today that the view covers. */
export function reconciledDays(kept: Kept): number {
  return whileKept(shownDays, kept.events, kept.deliveries)
}

export function reconciliation(locate: Locate, kept: Kept): View {
  const days = reconciledDays(kept)
  return {
    name: 'reconciliation',
    description:
      `Violations of the promises by day and destination, for the last ${days} days. All counts are zero if the promises hold. ` +
      'The number of messages that Pub/Sub accepted is not in BigQuery. Compare received in delivery_funnel with the metric ' +
      'pubsub.googleapis.com/topic/send_message_operation_count in Cloud Monitoring.',
    columns,
    query: reconciliationSince(locate, daysAgo(days, 'DAY')),
    reads: [events.name, quarantine.name, deliveries.name],
  }
}

/** Counts the violations by day and destination since a time, as GoogleSQL: of events received since then. Deliveries also contain rows of
 * syncs and firings of actions; their event_id is not in events, or is that of a derived event. Every pair is grouped once. Only for
 * suspicious pairs is the time read at which the event was first stored. */
export function reconciliationSince(locate: Locate, since: string): string {
  const stored = `${locate(events.name)} WHERE received_at >= ${since}`
  const quarantined = `${locate(quarantine.name)} WHERE received_at >= ${since}`
  const attempts = attemptsSince(locate, since)
  return `WITH decision_rows AS (
  SELECT event_id, received_at, stored_at, decision.destination, decision.permitted
  FROM ${locate(events.name)}
  CROSS JOIN UNNEST(decisions) AS decision
  WHERE received_at >= ${since}
),
decided AS (
  SELECT DATE(received_at) AS day, TIMESTAMP_TRUNC(stored_at, HOUR) AS hour, destination, COUNT(*) AS decided
  FROM decision_rows
  GROUP BY day, hour, destination
),
destination_hours AS (
  SELECT destination, MIN(hour) AS first_hour, MAX(hour) AS last_hour
  FROM decided
  GROUP BY destination
),
incomplete_hours AS (
  SELECT stored_hours.hour, destination_hours.destination
  FROM (
    SELECT TIMESTAMP_TRUNC(stored_at, HOUR) AS hour, COUNT(*) AS stored
    FROM ${stored}
    GROUP BY hour
  ) AS stored_hours
  JOIN destination_hours
    ON stored_hours.hour > destination_hours.first_hour AND stored_hours.hour < destination_hours.last_hour
  LEFT JOIN (
    SELECT hour, destination, SUM(decided_on_day.decided) AS decided
    FROM decided AS decided_on_day
    GROUP BY hour, destination
  ) AS decided_hours
    ON decided_hours.hour = stored_hours.hour AND decided_hours.destination = destination_hours.destination
  WHERE stored_hours.stored > IFNULL(decided_hours.decided, 0)
),
pair AS (
  SELECT event_id, destination,
    MIN(received_at) AS received_at,
    MIN(permitted_at) AS permitted_at,
    LOGICAL_OR(finding = 'undecided') AS is_undecided,
    LOGICAL_OR(finding = 'replayed_twice') AS is_replayed_twice,
    LOGICAL_OR(outcome != 'deferred') AS is_final,
    LOGICAL_OR(outcome = 'delivered' AND source IS NULL) AS is_delivered,
    LOGICAL_OR(outcome != 'delivered' AND reason IS NULL) AS is_without_reason,
    LOGICAL_OR(outcome NOT IN (${knownOutcomes})) AS is_unknown,
    MAX(settled_at) AS last_settled_at,
    MIN(IF(outcome = 'delivered' AND source IS NULL, TIMESTAMP_SUB(settled_at, INTERVAL latency_ms MILLISECOND), NULL)) AS delivery_began_at,
    MIN(IF(outcome = 'delivered' AND replay_id IS NULL, settled_at, NULL)) AS first_delivered_at,
    MAX(IF(outcome = 'delivered' AND replay_id IS NULL, settled_at, NULL)) AS last_delivered_at
  FROM (
    SELECT event_id, destination, received_at, CAST(NULL AS TIMESTAMP) AS permitted_at, CAST(NULL AS STRING) AS finding,
      outcome, reason, replay_id, source, settled_at, latency_ms
    FROM ${attempts}
    UNION ALL
    SELECT event_id, destination, received_at, stored_at, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM decision_rows
    WHERE permitted
    UNION ALL
    SELECT event_id, destination, MIN(received_at), CAST(NULL AS TIMESTAMP), 'replayed_twice', CAST(NULL AS STRING),
      CAST(NULL AS STRING), CAST(NULL AS STRING), CAST(NULL AS STRING), CAST(NULL AS TIMESTAMP), NULL
    FROM ${attempts} AND outcome = 'delivered' AND replay_id IS NOT NULL
    GROUP BY event_id, destination, replay_id
    HAVING MIN(settled_at) != MAX(settled_at)
    UNION ALL
    SELECT event_id, incomplete_hours.destination, received_at, NULL, 'undecided', NULL, NULL, NULL, NULL, NULL, NULL
    FROM (SELECT event_id, received_at, stored_at, decisions FROM ${stored}) AS stored
    JOIN incomplete_hours ON incomplete_hours.hour = TIMESTAMP_TRUNC(stored.stored_at, HOUR)
    WHERE NOT EXISTS (
      SELECT 1 FROM UNNEST(stored.decisions) AS decision WHERE decision.destination = incomplete_hours.destination
    )
  )
  GROUP BY event_id, destination
),
event AS (
  SELECT event_id, MIN(stored_at) AS stored_at
  FROM ${stored} AND event_id IN (
    SELECT event_id FROM pair WHERE is_delivered AND (permitted_at IS NULL OR delivery_began_at < permitted_at)
  )
  GROUP BY event_id
)
SELECT day, destination,
  ${promiseChecks.map(({ name }) => `SUM(${name}) AS ${name}`).join(', ')}
FROM (
  SELECT DATE(pair.received_at) AS day, pair.destination,
    ${pairChecks.map(({ name, when }) => `COUNTIF(${when}) AS ${name}`).join(',\n    ')},
    ${zeros(messageChecks)}
  FROM pair
  LEFT JOIN event ON event.event_id = pair.event_id
  GROUP BY day, destination
  UNION ALL
  SELECT DISTINCT day, destination, ${zeros(promiseChecks)} FROM decided
  UNION ALL
  SELECT DISTINCT DATE(received_at), CAST(NULL AS STRING), ${zeros(promiseChecks)} FROM ${stored}
  ${messageChecks
    .map(
      ({ name, select }) => `UNION ALL
  SELECT DATE(received_at), NULL, ${promiseChecks.map((check) => `${check.name === name ? 1 : 0}`).join(', ')}
  FROM (${select(stored, quarantined)}) AS found`,
    )
    .join('\n  ')}
)
GROUP BY day, destination`
}
