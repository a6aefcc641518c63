/** Storage layer: describes view `field_drift`, the fields whose names are probably meant as others. */
import { nullable } from '../warehouse/column.ts'
import { events } from '../warehouse/events.ts'
import { hintKinds } from '../warehouse/hints.ts'
import type { Locate, View } from './view.ts'
import { daysAgo, shownDays } from './window.ts'

export function fieldDrift(locate: Locate): View {
  return {
    name: 'field_drift',
    description:
      `Fields of the last ${shownDays} days whose names are probably meant as those of known fields, from column hints of events, ` +
      'most frequent first.',
    columns: [
      nullable('event_name', 'STRING', 'Event type.'),
      nullable('field', 'STRING', 'Path of the field, as the producer spelled its name.'),
      nullable('kind', 'STRING', `Kind of hint: ${Object.keys(hintKinds).join(', ')}.`),
      nullable('did_you_mean', 'STRING', 'Name of the known field.'),
      nullable('events', 'INT64', 'Number of events with the field.'),
      nullable('first_seen', 'TIMESTAMP', 'When the bus accepted the first of them.'),
      nullable('last_seen', 'TIMESTAMP', 'When the bus accepted the last of them.'),
      nullable('example_got', 'STRING', 'Type of the value in the last of them, never the value itself.'),
      nullable('example_event_id', 'STRING', 'Id of the last of them; last_seen names its partition.'),
    ],
    query: `SELECT event.event_name, hint.field, hint.kind, hint.did_you_mean,
  COUNT(DISTINCT event.event_id) AS events,
  MIN(event.received_at) AS first_seen,
  MAX(event.received_at) AS last_seen,
  ARRAY_AGG(hint.got ORDER BY event.received_at DESC, event.event_id LIMIT 1)[OFFSET(0)] AS example_got,
  ARRAY_AGG(event.event_id ORDER BY event.received_at DESC, event.event_id LIMIT 1)[OFFSET(0)] AS example_event_id
FROM ${locate(events.name)} AS event
CROSS JOIN UNNEST(event.hints) AS hint
WHERE event.received_at >= ${daysAgo(shownDays)}
GROUP BY event.event_name, hint.field, hint.kind, hint.did_you_mean
ORDER BY events DESC, last_seen DESC`,
    reads: [events.name],
  }
}
