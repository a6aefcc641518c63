/** Storage layer: describes view `deprecated_in_use`, who still sends events of deprecated types. */
import { nullable } from '../warehouse/column.ts'
import { events } from '../warehouse/events.ts'
import type { Locate, View } from './view.ts'
import { daysAgo, shownDays } from './window.ts'

export function deprecatedInUse(locate: Locate): View {
  return {
    name: 'deprecated_in_use',
    description:
      `Events of the last ${shownDays} days whose type was deprecated when they were stored, by type and sender, the next sunset first. ` +
      'Each event counts once.',
    columns: [
      nullable('event_name', 'STRING', 'Event type.'),
      nullable(
        'producer',
        'STRING',
        'Producer that sent them: proved; null for a topic that several may publish to.',
      ),
      nullable('source', 'STRING', 'Context field source: what the sender says it is.'),
      nullable('events', 'INT64', 'Number of events.'),
      nullable('first_seen', 'TIMESTAMP', 'When the bus accepted the first of them.'),
      nullable('last_seen', 'TIMESTAMP', 'When the bus accepted the last of them.'),
      nullable(
        'sunset',
        'DATE',
        'Day from which producers no longer send the type, as the last event was stored with it.',
      ),
      nullable('successor', 'STRING', 'Event type to send instead; null if none was named.'),
    ],
    query: `SELECT event_name, producer, source,
  COUNT(DISTINCT event_id) AS events,
  MIN(received_at) AS first_seen,
  MAX(received_at) AS last_seen,
  ARRAY_AGG(deprecated_until ORDER BY received_at DESC, event_id LIMIT 1)[OFFSET(0)] AS sunset,
  ARRAY_AGG(deprecated_successor ORDER BY received_at DESC, event_id LIMIT 1)[OFFSET(0)] AS successor
FROM ${locate(events.name)}
WHERE received_at >= ${daysAgo(shownDays)} AND deprecated_until IS NOT NULL
GROUP BY event_name, producer, source
ORDER BY sunset, events DESC`,
    reads: [events.name],
  }
}
