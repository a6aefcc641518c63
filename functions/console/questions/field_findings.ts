/** Console: generates the question about the findings of one kind in the events of a type: its violations, or its hints. */
import type { Question } from './question.ts'

interface Findings {
  name: string
  description: string
  /** The repeated column of `events` that has them. */
  column: 'violations' | 'hints'
  /** One of them, in the query. */
  as: string
  /** Their members beside `field`. Equal ones are one finding. */
  members: readonly [string, ...string[]]
}

export function fieldFindings({ name, description, column, as, members }: Findings): Question {
  const keys = ['field', ...members].map((member) => `${as}.${member}`).join(', ')
  return {
    name,
    description,
    parameters: { since: 'TIMESTAMP', until: 'TIMESTAMP', type: 'STRING' },
    sql: () => `SELECT ${keys}, COUNT(DISTINCT event.event_id) AS events,
  ARRAY_AGG(
    STRUCT(event.event_id, event.event_name, event.received_at, ${as}.got)
    ORDER BY event.received_at DESC, event.event_id LIMIT 1
  )[OFFSET(0)] AS latest
FROM events AS event
CROSS JOIN UNNEST(event.${column}) AS ${as}
WHERE event.received_at >= @since AND event.received_at < @until AND event.event_name = @type
GROUP BY ${keys}
ORDER BY events DESC, field, ${members[0]}
LIMIT 100`,
  }
}
