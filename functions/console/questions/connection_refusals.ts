/** Console: question `connection_refusals`: what was refused lately, without values. */
import type { Question } from './question.ts'

export const connectionRefusalsQuestion: Question = {
  name: 'connection_refusals',
  description: 'The sample of refusals in the receipts of a connection since a time, the latest first.',
  parameters: { name: 'STRING', since: 'TIMESTAMP' },
  sql: () => `SELECT received_at, version, records, refusal.row AS row_number, refusal.field, refusal.code, refusal.expected, refusal.got
FROM receipts CROSS JOIN UNNEST(refusals) AS refusal
WHERE received_at >= @since AND connection = @name
ORDER BY received_at DESC, row_number
LIMIT 100`,
}
