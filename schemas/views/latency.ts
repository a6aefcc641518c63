/** Storage layer: describes view `latency`, the latency of each stage from event to delivery. */
import { nullable, type Column } from '../warehouse/column.ts'
import { deliveries } from '../warehouse/deliveries.ts'
import { events } from '../warehouse/events.ts'
import { attemptsSince, eventsSince } from './pairs.ts'
import type { Locate, View } from './view.ts'
import { daysAgo, shownDays, whileKept, type Kept } from './window.ts'

const stages = [
  {
    name: 'event_to_received',
    from: 'event_time',
    to: 'received_at',
    meaning: 'from the event, by the producer’s clock, to acceptance by the bus; may be negative',
  },
  { name: 'received_to_stored', from: 'received_at', to: 'stored_at', meaning: 'from acceptance to storage' },
  {
    name: 'stored_to_delivered',
    from: 'stored_at',
    to: 'delivered_at',
    meaning: 'from storage to delivery; null without a destination',
  },
  {
    name: 'event_to_delivered',
    from: 'event_time',
    to: 'delivered_at',
    meaning: 'from the event to delivery; null without a destination',
  },
] as const

const percentiles = [50, 95, 99] as const

const measures = stages.flatMap(({ name, meaning }) =>
  percentiles.map((percentile) => ({
    column: `${name}_p${percentile}_ms`,
    meaning: `${percentile}th percentile in ms, ${meaning}.`,
    sql: `${name}[SAFE_OFFSET(${percentile})]`,
  })),
)

const columns: readonly Column[] = [
  nullable('hour', 'TIMESTAMP', 'Hour in which the bus accepted the events.'),
  nullable('event_name', 'STRING', 'Event type.'),
  nullable('destination', 'STRING', 'Id of the destination; null in the row of all stored events.'),
  nullable('events', 'INT64', 'Number of stored events; with a destination, of events delivered there.'),
  ...measures.map(({ column, meaning }) => nullable(column, 'INT64', meaning)),
]

/** Common table expressions that end with `measured`: a row for each event, and one for each event and destination with its first delivery.
 * `event` and `attempts` are the FROM clauses for events and deliveries, the latter with a condition. Replays are excluded. */
export function measured(event: string, attempts: string): string {
  return `event AS (
  SELECT event_id, event_name, event_time, received_at, stored_at
  FROM ${event}
),
delivered AS (
  SELECT event_id, destination, MIN(settled_at) AS delivered_at
  FROM ${attempts} AND outcome = 'delivered' AND replay_id IS NULL
  GROUP BY event_id, destination
),
measured AS (
  SELECT event_name, CAST(NULL AS STRING) AS destination, event_time, received_at, stored_at,
    CAST(NULL AS TIMESTAMP) AS delivered_at
  FROM event
  UNION ALL
  SELECT event.event_name, delivered.destination, event.event_time, event.received_at, event.stored_at,
    delivered.delivered_at
  FROM event
  JOIN delivered ON delivered.event_id = event.event_id
)`
}

export function latency(locate: Locate, kept: Kept): View {
  const days = whileKept(shownDays, kept.events, kept.deliveries)
  const since = daysAgo(days)
  return {
    name: 'latency',
    description:
      `Latency of each stage in ms, by hour, event type and destination, for the last ${days} days. ` +
      'A row without a destination measures all events up to storage; a row with one, the events delivered there ' +
      'up to their first delivery. Replays are excluded. Percentiles of several hours or event types cannot be combined, ' +
      'neither as a maximum nor as a mean.',
    columns,
    query: `WITH ${measured(eventsSince(locate, since), attemptsSince(locate, since))}
SELECT hour, event_name, destination, events,
  ${measures.map(({ column, sql }) => `${sql} AS ${column}`).join(',\n  ')}
FROM (
  SELECT TIMESTAMP_TRUNC(received_at, HOUR) AS hour, event_name, destination,
    COUNT(*) AS events,
    ${stages.map(({ name, from, to }) => `APPROX_QUANTILES(TIMESTAMP_DIFF(${to}, ${from}, MILLISECOND), 100) AS ${name}`).join(',\n    ')}
  FROM measured
  GROUP BY hour, event_name, destination
)`,
    reads: [events.name, deliveries.name],
  }
}
