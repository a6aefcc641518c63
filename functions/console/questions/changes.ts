/** Console: question `changes`: what people changed: page What was changed. */
import type { Question } from './question.ts'

/** The latest entry of each operation. Entries of somebody else with the same id are another operation. */
const operations = `SELECT operation_id, operation, outcome, requested_by, client, target, run_id, TO_JSON_STRING(detail) AS detail,
    reason AS error, recorded_at
  FROM audit
  WHERE recorded_at >= @since AND recorded_at < @until
  QUALIFY ROW_NUMBER() OVER (
    PARTITION BY operation_id, operation, requested_by ORDER BY IF(outcome = 'asked', 0, 1) DESC, recorded_at DESC
  ) = 1`

/** Why a version was saved, or put in force: table `audit` keeps no text of a person. */
const definitionRows = `SELECT IF(kind = 'force', 'force', 'save') AS operation, CONCAT(name, '@', version) AS target, created_by, created_at,
    IF(kind = 'force', NULLIF(JSON_VALUE(definition, '$.reason'), ''), comment) AS why
  FROM definitions
  WHERE created_at >= TIMESTAMP_SUB(@since, INTERVAL 1 HOUR) AND created_at < @until`

/** A bare NULL below QUALIFY is an INT64. */
const nullText = 'CAST(NULL AS STRING)'

export const changesQuestion: Question = {
  name: 'changes',
  description:
    'What was changed in a period, the latest first: operations of table `audit` with the reason and the state of their run, rows of the ' +
    'suppression list, and definitions that were saved without the console.',
  parameters: { since: 'TIMESTAMP', until: 'TIMESTAMP', 'operations?': 'STRING[]', 'by?': 'STRING' },
  sql: (has) => `WITH asked AS (
  ${operations}
),
definition AS (
  ${definitionRows}
),
suppression AS (
  SELECT IF(lifted, 'lift', 'suppress') AS operation, field, value_hash, created_by, created_at, reason
  FROM suppressions
  WHERE created_at >= @since AND created_at < @until
),
change AS (
  SELECT asked.operation_id, asked.operation, asked.outcome, asked.requested_by, asked.client, asked.target, asked.run_id,
    asked.detail, asked.error, asked.recorded_at, IFNULL(definition.why, run.reason) AS why, run.state
  FROM asked
  LEFT JOIN runs AS run ON run.run_id = asked.run_id
  LEFT JOIN definition
    ON definition.operation = asked.operation AND definition.created_by = asked.requested_by
    AND definition.target IN UNNEST(SPLIT(asked.target, ' ')) AND definition.created_at <= asked.recorded_at
  WHERE NOT (asked.operation IN ('suppress', 'lift') AND asked.outcome = 'ok')
  QUALIFY ROW_NUMBER() OVER (
    PARTITION BY asked.operation_id, asked.operation, asked.requested_by ORDER BY definition.created_at DESC
  ) = 1
  UNION ALL
  SELECT CONCAT(suppression.value_hash, CAST(suppression.created_at AS STRING)), suppression.operation, 'ok', suppression.created_by,
    asked.client, suppression.field, ${nullText}, ${nullText}, ${nullText}, suppression.created_at, suppression.reason, ${nullText}
  FROM suppression
  LEFT JOIN asked
    ON asked.operation = suppression.operation AND asked.requested_by = suppression.created_by
    AND asked.recorded_at >= suppression.created_at
    AND asked.recorded_at < TIMESTAMP_ADD(suppression.created_at, INTERVAL 1 MINUTE)
  QUALIFY ROW_NUMBER() OVER (
    PARTITION BY suppression.value_hash, suppression.created_at ORDER BY asked.recorded_at
  ) = 1
  UNION ALL
  SELECT CONCAT(target, CAST(created_at AS STRING)), operation, 'ok', created_by, NULL, target, NULL, NULL, NULL, created_at, why, NULL
  FROM definition
  WHERE created_at >= @since AND CONCAT(operation, ' ', target) NOT IN (
    SELECT CONCAT(operation, ' ', saved) FROM asked CROSS JOIN UNNEST(SPLIT(target, ' ')) AS saved WHERE outcome != 'refused'
  )
)
SELECT *
FROM change
WHERE TRUE${has('operations') ? ' AND operation IN UNNEST(@operations)' : ''}${has('by') ? ' AND requested_by = @by' : ''}
ORDER BY recorded_at DESC, operation_id
LIMIT 500`,
}
