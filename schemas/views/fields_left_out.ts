/** Storage layer: describes view `fields_left_out`, the fields that events were sent without. */
import { nullable } from '../warehouse/column.ts'
import { deliveries } from '../warehouse/deliveries.ts'
import type { Locate, View } from './view.ts'
import { daysAgo, shownDays } from './window.ts'

export function fieldsLeftOut(locate: Locate): View {
  return {
    name: 'fields_left_out',
    description:
      `Optional fields that were left out of delivered events in the last ${shownDays} days because their values were ` +
      'invalid, most frequent first.',
    columns: [
      nullable('destination', 'STRING', 'Id of the destination.'),
      nullable('target', 'STRING', 'Target of the destination.'),
      nullable('event_name', 'STRING', 'Event type.'),
      nullable('field', 'STRING', 'Field of the target; [] stands for any element of a list.'),
      nullable('problem', 'STRING', 'The field and what was expected.'),
      nullable('events', 'INT64', 'Number of events that were delivered without the field.'),
      nullable('last_seen', 'TIMESTAMP', 'Last delivery without the field.'),
      nullable('example_event_id', 'STRING', 'Id of the last such event.'),
    ],
    query: `WITH left_out AS (
  SELECT destination, target, event_name, event_id, settled_at, REGEXP_REPLACE(problem, r'\\[[0-9]+\\]', '[]') AS problem
  FROM ${locate(deliveries.name)}
  CROSS JOIN UNNEST(sent_without) AS problem
  WHERE settled_at >= ${daysAgo(shownDays)} AND outcome = 'delivered'
)
SELECT destination, target, event_name, REGEXP_EXTRACT(problem, r'^[^ ]+') AS field, problem,
  COUNT(DISTINCT event_id) AS events,
  MAX(settled_at) AS last_seen,
  ARRAY_AGG(event_id ORDER BY settled_at DESC, event_id LIMIT 1)[OFFSET(0)] AS example_event_id
FROM left_out
GROUP BY destination, target, event_name, field, problem
ORDER BY events DESC, last_seen DESC`,
    reads: [deliveries.name],
  }
}
