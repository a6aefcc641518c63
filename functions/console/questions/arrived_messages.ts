/** Console: question `arrived_messages`: what became of messages that were just published. */
import type { Question } from './question.ts'

export const arrivedMessages: Question = {
  name: 'arrived_messages',
  description:
    'The events that these messages became, and the messages in quarantine with their reason. The others have not been stored yet.',
  parameters: { since: 'TIMESTAMP', ids: 'STRING[]' },
  sql: () => `SELECT message_id, event_id, event_name, received_at, CAST(NULL AS STRING) AS reason
FROM events
WHERE received_at >= @since AND message_id IN UNNEST(@ids)
UNION ALL
SELECT message_id, event_id, event_name, received_at, reason
FROM quarantine
WHERE received_at >= @since AND message_id IN UNNEST(@ids)
ORDER BY received_at, message_id
LIMIT 200`,
}
