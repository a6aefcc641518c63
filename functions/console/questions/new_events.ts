/** Console: question `new_events`: what was stored since the last look, for those who follow the events as they arrive. */
import type { Question } from './question.ts'

/** Rows of an answer. One that has as many is followed by another. */
const newEventRows = 1000

/** In the order in which they were stored, so that the last row is the cursor of the next answer. `since` prunes partitions: an event may be
 * stored long after it was received. */
export const newEventsQuestion: Question = {
  name: 'new_events',
  description:
    'The events that were received since a time and stored since another, the first stored first; with `after_id`, those after it. ' +
    `At most ${newEventRows}.`,
  parameters: {
    since: 'TIMESTAMP',
    stored_since: 'TIMESTAMP',
    'type?': 'STRING',
    'via?': 'STRING',
    'after_id?': 'STRING',
  },
  sql: (has) => {
    const conditions = [
      'received_at >= @since',
      has('after_id')
        ? 'stored_at >= @stored_since AND (stored_at > @stored_since OR event_id > @after_id)'
        : 'stored_at >= @stored_since',
      has('type') && 'event_name = @type',
      has('via') && 'connection = @via',
    ].filter((condition) => condition !== false)
    return `SELECT event_id, event_name, received_at, stored_at, topic, connection, user_id, anonymous_id, email,
  ARRAY_LENGTH(violations) AS violated, decisions
FROM events
WHERE ${conditions.join('\n  AND ')}
QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id ORDER BY stored_at, message_id) = 1
ORDER BY stored_at, event_id
LIMIT ${newEventRows}`
  },
}
