/** Sync: makes the statement that finds the changes: the rows of the model compared with what was last delivered. Pure. */
import { changes, type Sync } from '../../schemas/sync.ts'
import { identifier, type Locate } from '../../schemas/views/view.ts'
import { tables } from '../../schemas/warehouse.ts'
import { changeId } from './change_id.ts'
import { listedTables } from './listed.ts'

/** The changes that are sent, as a GoogleSQL list. */
export const sentChanges = changes.map((change) => `'${change}'`).join(', ')

/** Makes the INSERT … SELECT into `sync_changes`, which reads each table once. The texts of rows are keys of a group and never the value of an aggregate,
 * which would have to fit in memory. Parameters: run, sync, destination, now, and first: true for
 * the first run ever. The id of a change is derived from the row and from its last delivery: it stays the same until the change is
 * delivered, and a row that returns to an earlier value is a new change. `list`: for a list of people, the columns of the model: also finds
 * unchanged rows of people who may be on the suppression list, as `listed`. */
export function diffStatement(sync: Sync, locate: Locate, list?: readonly string[]): string {
  const state = locate(tables.sync_state.name)
  const written = locate(tables.sync_changes.name)
  const mirrors = sync.mode === 'mirror'
  /** What a change tells; a row that only counts tells none of it. */
  const sentColumns = [
    'row_hash',
    'row_text',
    'last_event_id',
    ...(list ? ['delivered_text', 'is_listed'] : []),
  ]
  const key = sync.key.map((column) => `model.${identifier(column)}`)
  return `INSERT INTO ${written}
  (run_id, sync, destination, change, row_count, event_id, row_key, row_hash, row_data, noticed_at, backfill${list ? ', previous, cause' : ''})
WITH model_row AS (
  SELECT TO_JSON_STRING(STRUCT(${key.map((column) => `${column} AS ${column.slice('model.'.length)}`).join(', ')})) AS row_key,
    TO_JSON_STRING(model) AS row_text,
    ${key.map((column) => `${column} IS NULL`).join(' OR ')} AS is_keyless
  FROM (
${sync.model(locate)}
  ) AS model
),
present AS (
  SELECT row_key, row_text, TO_HEX(SHA256(row_text)) AS row_hash, is_keyless, COUNT(*) OVER (PARTITION BY row_key) AS copies
  FROM model_row
),
${
  list
    ? `${listedTables(locate, list)},
delivered AS (
  SELECT member.row_key, row_hash, event_id, TO_JSON_STRING(row_data) AS row_text, listed.row_key IS NOT NULL AS is_listed
  FROM member
  LEFT JOIN listed ON listed.row_key = member.row_key
)`
    : `delivered AS (
  SELECT row_key, row_hash, event_id${mirrors ? ', TO_JSON_STRING(row_data) AS row_text' : ''}
  FROM ${state}
  WHERE sync = @sync AND destination = @destination
)`
},
compared AS (
  SELECT
    CASE
      WHEN present.is_keyless THEN 'keyless'
      WHEN present.copies > 1 THEN 'duplicate'
      WHEN present.row_key IS NULL AND delivered.row_hash IS NULL THEN 'gone'
      WHEN present.row_key IS NULL THEN '${mirrors ? 'removed' : 'kept'}'
      WHEN delivered.row_hash IS NULL THEN 'added'
      ${sync.mode === 'append' ? '' : "WHEN present.row_hash != delivered.row_hash THEN 'changed'"}
      ${list ? "WHEN delivered.is_listed THEN 'listed'" : ''}
      ELSE 'unchanged'
    END AS change,
    COALESCE(present.row_key, delivered.row_key) AS row_key,
    present.row_hash,
    ${mirrors ? 'COALESCE(present.row_text, delivered.row_text)' : 'present.row_text'} AS row_text,
    delivered.event_id AS last_event_id${list ? ',\n    delivered.row_text AS delivered_text, delivered.is_listed' : ''}
  FROM present
  FULL JOIN delivered ON delivered.row_key = present.row_key
),
marked AS (
  SELECT *, change IN (${sentChanges}${list ? ", 'listed'" : ''}) AS is_sent
  FROM compared
),
reduced AS (
  SELECT change, is_sent, row_key, IF(is_sent, row_key, NULL) AS one_key, ${sentColumns.map((column) => `IF(is_sent, ${column}, NULL) AS ${column}`).join(', ')}
  FROM marked
),
line AS (
  SELECT change, is_sent, ${sentColumns.join(', ')}, COUNT(*) AS row_count, MIN(row_key) AS row_key
  FROM reduced
  GROUP BY change, is_sent, one_key, ${sentColumns.join(', ')}
),
identified AS (
  SELECT *, IF(is_sent, ${changeId('row_key', 'row_hash', 'last_event_id')}, NULL) AS event_id
  FROM line
),
earlier AS (
  SELECT event_id, MIN(noticed_at) AS noticed_at, LOGICAL_OR(backfill) AS backfill
  FROM ${written}
  WHERE sync = @sync AND destination = @destination AND event_id IS NOT NULL
  GROUP BY event_id
)
SELECT @run, @sync, @destination, identified.change, identified.row_count, identified.event_id, identified.row_key, identified.row_hash,
  IF(is_sent, PARSE_JSON(COALESCE(row_text, row_key), wide_number_mode=>'round'), NULL),
  IF(is_sent, COALESCE(earlier.noticed_at, @now), NULL),
  IF(is_sent, COALESCE(earlier.backfill, @first), NULL)${
    list
      ? `,
  IF(change IN ('changed', 'listed'), PARSE_JSON(delivered_text, wide_number_mode=>'round'), NULL),
  IF(change = 'removed' AND is_listed, 'suppressed', NULL)`
      : ''
  }
FROM identified
LEFT JOIN earlier ON earlier.event_id = identified.event_id`
}
