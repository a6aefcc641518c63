/** Storage layer: the view `delivery_funnel`, how many events came how far. */
import { nullable, type Column } from '../warehouse/column.ts'
import { deliveries } from '../warehouse/deliveries.ts'
import { events } from '../warehouse/events.ts'
import { quarantine } from '../warehouse/quarantine.ts'
import { attemptsSince, eventsSince, pairs } from './pairs.ts'
import type { Locate, View } from './view.ts'
import { daysAgo, shownDays, whileKept, type Kept } from './window.ts'

const endings = {
  delivered: 'The third party has accepted them.',
  skipped: 'The target cannot use them; nothing was sent.',
  refused: 'The third party has rejected them for good.',
  deferred: 'The latest attempt failed and the bus tries again.',
  dead: 'The bus has given up; they are held in the dead-letter topic.',
  pending: 'Permitted, and no attempt is recorded yet.',
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
      `How many events came how far, by hour, event type and destination, of the last ${days} days. ` +
      'A row without a destination counts every event of the hour once, also those that no destination may have; ' +
      'a row with one counts the events that were decided for it. So filter on destination, or on destination IS NULL. ' +
      'stored = restricted + permitted, and permitted = delivered + skipped + refused + deferred + dead + pending.',
    columns: [
      nullable('hour', 'TIMESTAMP', 'Hour in which the bus accepted the events.'),
      nullable(
        'event_name',
        'STRING',
        'Type of the events; null for messages in quarantine that claim to be none.',
      ),
      nullable(
        'destination',
        'STRING',
        'Id of the destination; null in the row that counts every event once.',
      ),
      count('received', 'Accepted by the bus and written to events or to quarantine.'),
      count(
        'quarantined',
        'Messages that are no readable event, and have not become one since; 0 with a destination, for none is offered them.',
      ),
      count('stored', 'Events stored.'),
      count(
        'restricted',
        'Events that were kept back: from this destination; without a destination, from all of them.',
      ),
      count(
        'permitted',
        'Events that may go on: to this destination; without a destination, to at least one.',
      ),
      ...Object.entries(endings).map(([name, meaning]) =>
        count(name, `${meaning} Null in the row without a destination.`),
      ),
    ],
    query: `WITH ${pairs(eventsSince(locate, since), attemptsSince(locate, since))},
arrived AS (
  SELECT event_name, received_at, FALSE AS is_quarantined,
    EXISTS (SELECT 1 FROM UNNEST(decisions) AS decision WHERE decision.permitted) AS is_permitted
  FROM event
  UNION ALL
  SELECT ANY_VALUE(event_name), MIN(received_at), TRUE, FALSE
  FROM ${locate(quarantine.name)} AS message
  WHERE received_at >= ${since} AND NOT EXISTS (
    SELECT 1 FROM ${locate(events.name)} AS promoted
    WHERE promoted.received_at >= ${since} AND promoted.reprocessed_from = message.event_id
  )
  GROUP BY COALESCE(event_id, CONCAT(topic, '/', message_id))
)
SELECT TIMESTAMP_TRUNC(received_at, HOUR) AS hour, event_name, CAST(NULL AS STRING) AS destination,
  COUNT(*) AS received,
  COUNTIF(is_quarantined) AS quarantined,
  COUNTIF(NOT is_quarantined) AS stored,
  COUNTIF(NOT is_quarantined AND NOT is_permitted) AS restricted,
  COUNTIF(is_permitted) AS permitted,
  ${Object.keys(endings)
    .map((name) => `CAST(NULL AS INT64) AS ${name}`)
    .join(',\n  ')}
FROM arrived
GROUP BY hour, event_name
UNION ALL
SELECT TIMESTAMP_TRUNC(received_at, HOUR), event_name, destination,
  COUNT(*), 0, COUNT(*),
  COUNTIF(outcome = 'restricted'),
  COUNTIF(outcome != 'restricted'),
  ${Object.keys(endings)
    .map((name) => `COUNTIF(outcome = '${name}')`)
    .join(',\n  ')}
FROM pairs
GROUP BY 1, 2, 3`,
    reads: [events.name, quarantine.name, deliveries.name],
  }
}
