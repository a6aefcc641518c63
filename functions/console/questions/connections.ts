/** Console: question `connections`: every connection, with what it was sent. */
import type { Question } from './question.ts'

export const connectionsQuestion: Question = {
  name: 'connections',
  description: 'The saved connections, what is in force, and the counts of their requests since a time.',
  parameters: { since: 'TIMESTAMP' },
  sql: () => `SELECT saved.name, saved.versions, saved.format, saved.event, saved.saved_at, forced.in_force, forced.reason,
  IFNULL(used.requests, 0) AS requests, IFNULL(used.records, 0) AS records, IFNULL(used.accepted, 0) AS accepted,
  IFNULL(used.refused, 0) AS refused, used.versions AS used_versions, used.vias, used.last_received
FROM (
  SELECT name, ARRAY_TO_STRING(ARRAY_AGG(DISTINCT version), ' ') AS versions, MAX(created_at) AS saved_at,
    ARRAY_AGG(IFNULL(JSON_VALUE(definition, '$.input.format'), '') ORDER BY created_at DESC LIMIT 1)[OFFSET(0)] AS format,
    ARRAY_AGG(IFNULL(JSON_VALUE(definition, '$.event.name.const'), '') ORDER BY created_at DESC LIMIT 1)[OFFSET(0)] AS event
  FROM definitions
  WHERE kind = 'translation'
  GROUP BY name
) AS saved
LEFT JOIN (
  SELECT name, version AS in_force, JSON_VALUE(definition, '$.reason') AS reason
  FROM definitions
  WHERE kind = 'force'
  QUALIFY ROW_NUMBER() OVER (PARTITION BY name ORDER BY created_at DESC) = 1
) AS forced ON forced.name = saved.name
LEFT JOIN (
  SELECT connection, COUNT(*) AS requests, SUM(records) AS records, SUM(accepted) AS accepted, SUM(refused) AS refused,
    STRING_AGG(DISTINCT version, ' ') AS versions, STRING_AGG(DISTINCT via, ' ') AS vias, MAX(received_at) AS last_received
  FROM receipts
  WHERE received_at >= @since
  GROUP BY connection
) AS used ON used.connection = saved.name
ORDER BY SAFE_DIVIDE(refused, accepted + refused) DESC, requests DESC, saved.name
LIMIT 1000`,
}
