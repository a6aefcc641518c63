/** Storage layer: the view `reconciliation`, whether the promises hold. Every count of it is zero when they do. */
import { nullable, type Column } from '../warehouse/column.ts'
import { deliveries } from '../warehouse/deliveries.ts'
import { events } from '../warehouse/events.ts'
import { quarantine } from '../warehouse/quarantine.ts'
import { outcomes } from '../outcome.ts'
import { attemptsSince } from './pairs.ts'
import type { Locate, View } from './view.ts'
import { daysAgo, shownDays, whileKept, type Kept } from './window.ts'

/** A promise: what it means when the count is not zero, and the condition under which something counts. */
interface Check {
  name: string
  broken: string
  when: string
}

const ofPairs: readonly Check[] = [
  {
    name: 'undecided',
    broken:
      'Events without a verdict for this destination, although it was a destination in an earlier and in a later hour: store did not know it.',
    when: 'is_undecided',
  },
  {
    name: 'unexplained',
    broken:
      'Pairs permitted over an hour ago that have no final outcome and were not attempted within the last hour: lost, or the destination is paused.',
    when: `permitted AND NOT IFNULL(is_final, FALSE)
      AND COALESCE(last_settled_at, stored_at) < TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 HOUR)`,
  },
  {
    name: 'delivered_without_event',
    broken:
      'Pairs delivered whose event is not in events: it was forwarded without having been stored, or erased since.',
    when: 'is_delivered AND stored_at IS NULL',
  },
  {
    name: 'delivered_before_stored',
    broken: 'Pairs whose delivery began before the event was stored.',
    when: 'delivery_began_at < stored_at',
  },
  {
    name: 'delivered_though_restricted',
    broken:
      'Pairs delivered although no verdict permits it; replays, which are decided anew, are not counted.',
    when: 'is_delivered_live AND stored_at IS NOT NULL AND NOT IFNULL(permitted, FALSE)',
  },
  {
    name: 'delivered_twice',
    broken:
      'Pairs the third party accepted more than once, for the event or for one replay of it: an instance ended between delivery and its record. The third party sees the same event_id.',
    when: 'deliveries > orders',
  },
  {
    name: 'without_reason',
    broken: 'Pairs with an attempt that neither delivered nor tells why.',
    when: 'is_without_reason',
  },
  {
    name: 'unknown_outcome',
    broken:
      'Pairs with an outcome that schemas/outcome.ts does not know, so that stored is not the sum of the outcomes.',
    when: 'is_unknown',
  },
]

const ofMessages: readonly Check[] = [
  {
    name: 'stored_and_quarantined',
    broken: 'Messages that lie in events and in quarantine, so that they count twice as received.',
    when: 'is_quarantined',
  },
  {
    name: 'messages_with_two_ids',
    broken:
      'Messages whose redelivery was stored under another event_id, so that it counts as another event.',
    when: 'ids > 1',
  },
  {
    name: 'ids_of_two_events',
    broken:
      'Values of event_id that a producer used for events of different types; events_deduplicated shows only the first.',
    when: 'names > 1',
  },
]

const columns: readonly Column[] = [
  nullable('day', 'DATE', 'Day, UTC, on which the bus accepted the events.'),
  nullable('destination', 'STRING', 'Id of the destination; null in the row of the messages themselves.'),
  ...[...ofPairs, ...ofMessages].map(({ name, broken }) =>
    nullable(name, 'INT64', `Zero when all is well. Otherwise: ${broken}`),
  ),
]

const counted = (checks: readonly Check[], zero: readonly Check[]) => ({
  counts: checks.map(({ name, when }) => `COUNTIF(${when}) AS ${name}`).join(',\n  '),
  zeros: zero.map(({ name }) => `0 AS ${name}`).join(', '),
})

const known = Object.keys(outcomes)
  .map((name) => `'${name}'`)
  .join(', ')

export const reconciliation = (locate: Locate, kept: Kept): View => {
  const days = whileKept(shownDays, kept.events, kept.deliveries)
  const since = daysAgo(days, 'DAY')
  const pair = counted(ofPairs, ofMessages)
  const message = counted(ofMessages, ofPairs)
  return {
    name: 'reconciliation',
    description:
      `Whether the promises hold, by day and destination, of the last ${days} days: every count is zero when they do. ` +
      'How many messages Pub/Sub accepted is not in BigQuery; Cloud Monitoring has it as ' +
      'pubsub.googleapis.com/topic/send_message_operation_count, to be compared with received in delivery_funnel.',
    columns,
    query: `WITH stored AS (
  SELECT event_id, event_name, topic, message_id, received_at, stored_at, decisions
  FROM ${locate(events.name)}
  WHERE received_at >= ${since}
),
event AS (
  SELECT event_id, MIN(received_at) AS received_at, MIN(stored_at) AS stored_at
  FROM stored
  GROUP BY event_id
),
attempted AS (
  SELECT event_id, destination,
    MIN(received_at) AS received_at,
    LOGICAL_OR(outcome != 'deferred') AS is_final,
    LOGICAL_OR(outcome = 'delivered') AS is_delivered,
    LOGICAL_OR(outcome = 'delivered' AND replay_id IS NULL) AS is_delivered_live,
    LOGICAL_OR(outcome != 'delivered' AND reason IS NULL) AS is_without_reason,
    LOGICAL_OR(outcome NOT IN (${known})) AS is_unknown,
    MAX(settled_at) AS last_settled_at,
    MIN(IF(outcome = 'delivered', TIMESTAMP_SUB(settled_at, INTERVAL latency_ms MILLISECOND), NULL)) AS delivery_began_at,
    COUNT(DISTINCT IF(outcome = 'delivered', settled_at, NULL)) AS deliveries,
    COUNT(DISTINCT IF(outcome = 'delivered', IFNULL(replay_id, ''), NULL)) AS orders
  FROM ${attemptsSince(locate, since)}
  GROUP BY event_id, destination
),
destination_hours AS (
  SELECT decision.destination, TIMESTAMP_TRUNC(MIN(stored_at), HOUR) AS first_hour,
    TIMESTAMP_TRUNC(MAX(stored_at), HOUR) AS last_hour
  FROM stored
  CROSS JOIN UNNEST(decisions) AS decision
  GROUP BY destination
),
undecided AS (
  SELECT stored.event_id, destination_hours.destination
  FROM stored
  CROSS JOIN destination_hours
  WHERE stored.stored_at >= TIMESTAMP_ADD(first_hour, INTERVAL 1 HOUR) AND stored.stored_at < last_hour
    AND NOT EXISTS (
      SELECT 1 FROM UNNEST(stored.decisions) AS decision WHERE decision.destination = destination_hours.destination
    )
),
pair AS (
  SELECT event_id, destination, LOGICAL_OR(permitted) AS permitted, LOGICAL_OR(is_undecided) AS is_undecided
  FROM (
    SELECT event_id, decision.destination, decision.permitted, FALSE AS is_undecided
    FROM stored
    CROSS JOIN UNNEST(decisions) AS decision
    UNION ALL
    SELECT event_id, destination, FALSE, TRUE FROM undecided
    UNION ALL
    SELECT event_id, destination, FALSE, FALSE FROM attempted
  )
  GROUP BY event_id, destination
),
message AS (
  SELECT MIN(stored.received_at) AS received_at, LOGICAL_OR(quarantined.message_id IS NOT NULL) AS is_quarantined,
    COUNT(DISTINCT stored.event_id) AS ids, 1 AS names
  FROM stored
  LEFT JOIN (
    SELECT DISTINCT topic, message_id FROM ${locate(quarantine.name)} WHERE received_at >= ${since}
  ) AS quarantined
    ON quarantined.topic = stored.topic AND quarantined.message_id = stored.message_id
  GROUP BY stored.topic, stored.message_id
  UNION ALL
  SELECT MIN(received_at), FALSE, 1, COUNT(DISTINCT event_name) FROM stored GROUP BY event_id
)
SELECT DATE(COALESCE(event.received_at, attempted.received_at)) AS day, pair.destination AS destination,
  ${pair.counts},
  ${pair.zeros}
FROM pair
LEFT JOIN event ON event.event_id = pair.event_id
LEFT JOIN attempted ON attempted.event_id = pair.event_id AND attempted.destination = pair.destination
GROUP BY 1, 2
UNION ALL
SELECT DATE(received_at), NULL,
  ${message.zeros},
  ${message.counts}
FROM message
GROUP BY 1`,
    reads: [events.name, quarantine.name, deliveries.name],
  }
}
