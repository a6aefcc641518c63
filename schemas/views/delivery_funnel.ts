/** Storage layer: describes view `delivery_funnel`, the number of events at each stage of delivery. */
import { nullable, type Column } from '../warehouse/column.ts'
import { deliveries } from '../warehouse/deliveries.ts'
import { events } from '../warehouse/events.ts'
import { quarantine } from '../warehouse/quarantine.ts'
import { attemptsSince, eventsSince, pairs } from './pairs.ts'
import type { Locate, View } from './view.ts'
import { daysAgo, shownDays, whileKept, type Kept } from './window.ts'

const outcomeCounts = {
  delivered: 'Events that the third party accepted.',
  skipped: 'Events that the target cannot use; nothing was sent.',
  refused: 'Events that the third party rejected permanently.',
  deferred: 'Events whose latest attempt failed and is retried.',
  dead: 'Events whose attempts are exhausted; they are in the dead-letter topic.',
  pending: 'Permitted events without a recorded attempt.',
} as const

function count(name: string, description: string): Column {
  return nullable(name, 'INT64', description)
}

export function deliveryFunnel(locate: Locate, kept: Kept): View {
  const days = whileKept(shownDays, kept.events, kept.deliveries)
  const since = daysAgo(days)
  return {
    name: 'delivery_funnel',
    description:
      `Number of events at each stage, by hour, event type and destination, for the last ${days} days. ` +
      'A row without a destination counts every event of the hour once, including those without a permitted destination; ' +
      'a row with one counts the events with a decision for it. Filter on destination or on destination IS NULL. ' +
      'stored = restricted + permitted, and permitted = delivered + skipped + refused + deferred + dead + pending.',
    columns: [
      nullable('hour', 'TIMESTAMP', 'Hour in which the bus accepted the events.'),
      nullable('event_name', 'STRING', 'Event type; null for quarantined messages without an event name.'),
      nullable(
        'destination',
        'STRING',
        'Id of the destination; null in the row that counts every event once.',
      ),
      count('received', 'Messages accepted by the bus and written to events or quarantine.'),
      count('quarantined', 'Messages in quarantine, except reprocessed ones; 0 with a destination.'),
      count('stored', 'Events stored.'),
      count(
        'restricted',
        'Events restricted for this destination; without a destination, for all destinations.',
      ),
      count('permitted', 'Events permitted for this destination; without a destination, for at least one.'),
      ...Object.entries(outcomeCounts).map(([name, meaning]) =>
        count(name, `${meaning} Null in the row without a destination.`),
      ),
    ],
    query: funnelOf(locate, {
      events: eventsSince(locate, since),
      attempts: attemptsSince(locate, since),
      isInPeriod: `received_at >= ${since}`,
      since,
    }),
    reads: [events.name, quarantine.name, deliveries.name],
  }
}

/** GoogleSQL for the messages in quarantine that satisfy a condition, each once, with `event_name` and `received_at`: without those that
 * became an event after `since`. */
export function quarantinedOnce(locate: Locate, condition: string, since: string): string {
  return `
  SELECT ANY_VALUE(event_name) AS event_name, MIN(message.received_at) AS received_at
  FROM ${locate(quarantine.name)} AS message
  WHERE ${condition} AND NOT EXISTS (
    SELECT 1 FROM ${locate(events.name)} AS promoted
    WHERE promoted.received_at >= ${since} AND promoted.reprocessed_from = message.event_id
  )
  GROUP BY COALESCE(event_id, CONCAT(topic, '/', message_id))
`
}

/** GoogleSQL of the parts of a funnel that depend on its period. */
interface FunnelPeriod {
  /** FROM clauses of events and deliveries, the latter with a condition. */
  events: string
  attempts: string
  /** Condition on `received_at` of messages in quarantine. */
  isInPeriod: string
  /** Time after which messages may have been reprocessed. */
  since: string
}

/** The query of the funnel of a period, by hour. */
export function funnelOf(
  locate: Locate,
  { events: event, attempts, isInPeriod, since }: FunnelPeriod,
): string {
  return `WITH ${pairs(event, attempts)},
arrived AS (
  SELECT event_name, received_at, FALSE AS is_quarantined,
    EXISTS (SELECT 1 FROM UNNEST(decisions) AS decision WHERE decision.permitted) AS is_permitted
  FROM event
  UNION ALL
  SELECT event_name, received_at, TRUE, FALSE
  FROM (${quarantinedOnce(locate, isInPeriod, since)})
)
SELECT TIMESTAMP_TRUNC(received_at, HOUR) AS hour, event_name, CAST(NULL AS STRING) AS destination,
  COUNT(*) AS received,
  COUNTIF(is_quarantined) AS quarantined,
  COUNTIF(NOT is_quarantined) AS stored,
  COUNTIF(NOT is_quarantined AND NOT is_permitted) AS restricted,
  COUNTIF(is_permitted) AS permitted,
  ${Object.keys(outcomeCounts)
    .map((name) => `CAST(NULL AS INT64) AS ${name}`)
    .join(',\n  ')}
FROM arrived
GROUP BY hour, event_name
UNION ALL
SELECT TIMESTAMP_TRUNC(received_at, HOUR), event_name, destination,
  COUNT(*), 0, COUNT(*),
  COUNTIF(outcome = 'restricted'),
  COUNTIF(outcome != 'restricted'),
  ${Object.keys(outcomeCounts)
    .map((name) => `COUNTIF(outcome = '${name}')`)
    .join(',\n  ')}
FROM pairs
GROUP BY 1, 2, 3`
}
