/** Differential test: the words the generator puts into statements. */
import { knownFunctions } from '../../../local/bigquery/googlesql/functions/index.ts'

export const keywords: ReadonlySet<string> = new Set(
  `ALL AND ANY ARRAY AS ASC ASSERT_ROWS_MODIFIED AT BETWEEN BY CASE CAST COLLATE CONTAINS CREATE CROSS CUBE CURRENT DEFAULT
  DEFINE DESC DISTINCT ELSE END ENUM ESCAPE EXCEPT EXCLUDE EXISTS EXTRACT FALSE FETCH FOLLOWING FOR FROM FULL GROUP GROUPING
  GROUPS HASH HAVING IF IGNORE IN INNER INTERSECT INTERVAL INTO IS JOIN LATERAL LEFT LIKE LIMIT LOOKUP MERGE NATURAL NEW NO
  NOT NULL NULLS OF ON OR ORDER OUTER OVER PARTITION PRECEDING PROTO QUALIFY RANGE RECURSIVE RESPECT RIGHT ROLLUP ROWS SELECT
  SET SOME STRUCT TABLESAMPLE THEN TO TREAT TRUE UNBOUNDED UNION UNNEST USING WHEN WHERE WINDOW WITH WITHIN`.split(
    /\s+/,
  ),
)

export const literals: readonly string[] = [
  'NULL',
  'NULL',
  '1',
  '-1',
  '1.5',
  '"a"',
  '"2024-01-01"',
  'TRUE',
  'b"x"',
  'DATE "2024-01-01"',
  'TIMESTAMP "2024-01-01"',
  'DATETIME "2024-01-01"',
  'TIME "10:00:00"',
  'NUMERIC "1"',
  'JSON "1"',
  'INTERVAL 1 DAY',
  '[]',
  '[1]',
  '["a"]',
  '[NULL]',
  '(1, "a")',
  'STRUCT(1 AS a)',
  'CURRENT_DATE()',
  '@s',
  '@i',
  '@t',
  '@list',
  '(SELECT 1)',
  '(SELECT AS STRUCT 1 AS a)',
  'COUNT(*)',
]

export const types: readonly string[] = [
  'INT64',
  'FLOAT64',
  'NUMERIC',
  'BOOL',
  'STRING',
  'BYTES',
  'DATE',
  'DATETIME',
  'TIME',
  'TIMESTAMP',
  'JSON',
  'INTERVAL',
  'ARRAY<INT64>',
  'ARRAY<STRING>',
  'STRUCT<a INT64, b STRING>',
  'STRUCT<INT64, STRING>',
]

export const operators: readonly string[] = [
  '+', '-', '*', '/', '||', '=', '!=', '<', '<=', '>', '>=', '&', '|', '^', '<<', 'AND', 'OR', 'LIKE', 'IS DISTINCT FROM',
]

export const functionNames: readonly string[] = [...knownFunctions()].toSorted()
