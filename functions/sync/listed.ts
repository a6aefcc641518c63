/** Sync: writes the statements that find members of a list of people who are on the suppression list. Pure. */
import { erasableFields } from '../../schemas/erasable_fields.ts'
import type { Locate } from '../../schemas/views/view.ts'
import { tables } from '../../schemas/warehouse.ts'
import { changeId } from './change_id.ts'

/** The hashes by which the suppression list may hold `value`, as `isSuppressed` tries them. */
const hashes = [
  'value',
  'TO_HEX(SHA256(value))',
  "IF(field = 'phone', TO_HEX(SHA256(digits)), NULL)",
  "IF(field = 'phone', TO_HEX(SHA256(CONCAT('+', digits))), NULL)",
]

/** CTEs: `member`, the rows that the destination has, and `listed`, the keys of those whose delivered identifiers are on the suppression list.
 * `columns`: those of the model, if they are known. A digit string can match that is no phone number: the decision tells. Only identifiers of the
 * fields of the suppression list are hashed. */
export function listedTables(locate: Locate, columns?: readonly string[]): string {
  const fields = erasableFields.filter((field) => columns?.includes(field) ?? true)
  const identities = fields.map(
    (field) => `STRUCT('${field}' AS field, LOWER(TRIM(JSON_VALUE(row_data, '$.${field}'))) AS value)`,
  )
  return `member AS (
  SELECT row_key, row_hash, event_id, row_data
  FROM ${locate(tables.sync_state.name)}
  WHERE sync = @sync AND destination = @destination
),
suppressed AS (
  SELECT field, value_hash
  FROM (
    SELECT field, LOWER(value_hash) AS value_hash, lifted
    FROM ${locate(tables.suppressions.name)}
    QUALIFY ROW_NUMBER() OVER (PARTITION BY field, LOWER(value_hash) ORDER BY created_at DESC, lifted) = 1
  )
  WHERE NOT lifted
),
identity AS (
  SELECT row_key, field, value,
    REGEXP_REPLACE(REGEXP_REPLACE(value, r'^00|\\(0\\)', ''), r'[^0-9]', '') AS digits
  FROM member, UNNEST([${identities.join(',\n    ') || "STRUCT('' AS field, CAST(NULL AS STRING) AS value)"}])
  WHERE value IS NOT NULL AND row_hash IS NOT NULL AND field IN (SELECT field FROM suppressed)
),
listed AS (
  SELECT DISTINCT given.row_key
  FROM (
    SELECT row_key, field, value_hash
    FROM identity, UNNEST([${hashes.join(', ')}]) AS value_hash
  ) AS given
  JOIN suppressed ON suppressed.field = given.field AND suppressed.value_hash = given.value_hash
)`
}

/** Makes the INSERT … SELECT of the removals that need no model: those of people on the suppression list. Parameters: run, sync, destination, now. */
export function suppressedStatement(locate: Locate): string {
  return `INSERT INTO ${locate(tables.sync_changes.name)}
  (run_id, sync, destination, change, row_count, event_id, row_key, row_data, noticed_at, backfill, cause)
WITH ${listedTables(locate)}
SELECT @run, @sync, @destination, 'removed', 1,
  ${changeId('member.row_key', 'CAST(NULL AS STRING)', 'member.event_id')},
  member.row_key, member.row_data, @now, FALSE, 'suppressed'
FROM member
JOIN listed ON listed.row_key = member.row_key`
}
