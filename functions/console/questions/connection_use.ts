/** Console: question `connection_use`: which addresses of a connection its senders use. */
import type { Question } from './question.ts'

export const connectionUseQuestion: Question = {
  name: 'connection_use',
  description: 'Requests of a connection since a time, by address and by the version that was applied.',
  parameters: { name: 'STRING', since: 'TIMESTAMP' },
  sql: () => `SELECT via, pinned, version, COUNT(*) AS requests, SUM(records) AS records, SUM(accepted) AS accepted,
  SUM(refused) AS refused, SUM(left_out) AS left_out, COUNTIF(status >= 400) AS failed, MAX(received_at) AS last_received
FROM receipts
WHERE received_at >= @since AND connection = @name
GROUP BY via, pinned, version
ORDER BY last_received DESC
LIMIT 100`,
}
