/** Console: questions about one event: its row, its attempts, and the actions that it has set off: the page of an event. */
import type { Question } from './question.ts'

/** `since` and `until`: the period in which it was received. A link with `at` names a day; a bare id is searched in more. */
const place = { event_id: 'STRING', since: 'TIMESTAMP', until: 'TIMESTAMP' } as const

export const eventQuestion: Question = {
  name: 'event',
  description:
    'The stored row of an event, how often it was stored, and its decisions, violations and hints.',
  parameters: { ...place, 'type?': 'STRING' },
  sql: (
    has,
  ) => `SELECT event_id, event_name, event_time, received_at, stored_at, topic, message_id, definition, hop,
  producer, connection, reprocessed_from, violations, hints, derived_fields, decisions, COUNT(*) OVER () AS times_stored,
  TO_JSON_STRING((
    SELECT AS STRUCT event.* EXCEPT (
      received_at, stored_at, topic, message_id, definition, hop, violations, hints, derived_fields, decisions, reprocessed_from, producer,
      connection
    )
  )) AS event
FROM events AS event
WHERE received_at >= @since AND received_at < @until AND event_id = @event_id${has('type') ? ' AND event_name = @type' : ''}
ORDER BY received_at, stored_at, message_id
LIMIT 1`,
}

export const attemptsQuestion: Question = {
  name: 'attempts',
  description: 'Every attempt to deliver an event, the oldest first. Replays are attempts, too.',
  parameters: place,
  sql: () => `SELECT destination, target, outcome, reason, detail, http_status, attempt, latency_ms, settled_at, replay_id,
  sent_without, link
FROM deliveries
WHERE settled_at >= @since AND settled_at < @until AND event_id = @event_id AND source IS NULL
ORDER BY destination, settled_at, attempt
LIMIT 500`,
}

export const firingsQuestion: Question = {
  name: 'firings',
  description: 'The actions that an event has set off, or that were withheld.',
  parameters: place,
  sql: () => `SELECT firing_id, action, state, destination, outcome, reason, detail, fired_at
FROM action_firings
WHERE fired_at >= @since AND fired_at < @until AND event_id = @event_id
QUALIFY ROW_NUMBER() OVER (PARTITION BY firing_id, destination ORDER BY fired_at) = 1
ORDER BY fired_at, destination
LIMIT 100`,
}
