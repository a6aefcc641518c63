/** Console: question `connection_versions`: the history of a connection. */
import type { Question } from './question.ts'

export const connectionVersionsQuestion: Question = {
  name: 'connection_versions',
  description: 'The versions of a connection and what was put in force, the latest first.',
  parameters: { name: 'STRING' },
  sql: () => `SELECT kind, version, created_at, created_by, comment, TO_JSON_STRING(definition) AS definition
FROM definitions
WHERE kind IN ('translation', 'force') AND name = @name
ORDER BY created_at DESC
LIMIT 500`,
}
