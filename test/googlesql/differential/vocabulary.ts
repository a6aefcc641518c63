/** Differential test: lists the names, keywords and literals of the generator. */
import { knownFunctions } from '../../../packages/bigquery-emulator/src/googlesql/functions/index.ts'

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

/** Returns literals of one type. */
export const literalsOf: Readonly<Record<string, readonly string[]>> = {
  INT64: ['1', '-1', '0', 'NULL', '@i', 'CAST(NULL AS INT64)'],
  FLOAT64: ['1.5', '2e3', 'NULL', 'CAST("nan" AS FLOAT64)', '1'],
  NUMERIC: ['NUMERIC "1.5"', '1.5', '1', 'NULL'],
  BOOL: ['TRUE', 'FALSE', 'NULL', '@b'],
  STRING: ['"a"', '"2024-01-01"', 'NULL', '@s', '""'],
  BYTES: ['b"x"', 'NULL'],
  DATE: ['DATE "2024-01-01"', '"2024-01-01"', '@d', 'CURRENT_DATE()', 'NULL'],
  DATETIME: ['DATETIME "2024-01-01 10:00:00"', '"2024-01-01"', 'NULL'],
  TIME: ['TIME "10:00:00"', '"10:00:00"', 'NULL'],
  TIMESTAMP: ['TIMESTAMP "2024-01-01"', '"2024-01-01"', '@t', 'CURRENT_TIMESTAMP()', 'NULL'],
  JSON: ['JSON "1"', 'NULL', "JSON '{}'"],
  INTERVAL: ['INTERVAL 1 DAY', 'INTERVAL 1 MONTH', 'NULL'],
  'ARRAY<INT64>': ['[1, 2]', '[]', 'NULL', '[NULL]'],
  'ARRAY<STRING>': ['["a"]', '[]', '@list', 'NULL'],
  'STRUCT<a INT64, b STRING>': ['STRUCT(1 AS a, "b" AS b)', '(1, "b")', 'NULL'],
}

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
  '+',
  '-',
  '*',
  '/',
  '||',
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '&',
  '|',
  '^',
  '<<',
  'AND',
  'OR',
  'LIKE',
  'IS DISTINCT FROM',
]

export const functionNames: readonly string[] = [...knownFunctions()].toSorted()
