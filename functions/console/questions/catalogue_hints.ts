/** Console: question `catalogue_hints`: which fields of the events of a type are probably meant as others. */
import type { Question } from './question.ts'

export const catalogueHints: Question = {
  name: 'catalogue_hints',
  description: 'Hints at fields of a type in the period, by field, each with its latest event.',
  parameters: { since: 'TIMESTAMP', until: 'TIMESTAMP', type: 'STRING' },
  sql: () => `SELECT hint.field, hint.kind, hint.did_you_mean, COUNT(DISTINCT event.event_id) AS events,
  ARRAY_AGG(
    STRUCT(event.event_id, event.event_name, event.received_at, hint.got)
    ORDER BY event.received_at DESC, event.event_id LIMIT 1
  )[OFFSET(0)] AS latest
FROM events AS event
CROSS JOIN UNNEST(event.hints) AS hint
WHERE event.received_at >= @since AND event.received_at < @until AND event.event_name = @type
GROUP BY hint.field, hint.kind, hint.did_you_mean
ORDER BY events DESC, field, kind
LIMIT 100`,
}
