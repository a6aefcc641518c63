/** Scripts with exception handlers and assertions, with their results. https://cloud.google.com/bigquery/docs/reference/standard-sql/procedural-language#beginexceptionend */
import { answers, type ScriptCase } from './script_cases.ts'

export const errorCases: readonly ScriptCase[] = [
  answers('an exception', "BEGIN SELECT 10 / 0; EXCEPTION WHEN ERROR THEN SELECT 'handled'; END", [
    'handled',
  ]),
  answers('no exception', "BEGIN SELECT 'fine'; EXCEPTION WHEN ERROR THEN SELECT 'handled'; END", ['fine']),
  answers(
    'the rest of a block after an error',
    "BEGIN INSERT INTO shop.log VALUES ('a'); SELECT 1 / 0; INSERT INTO shop.log VALUES ('b'); EXCEPTION WHEN ERROR THEN END; SELECT line FROM shop.log",
    ['a'],
  ),
  answers(
    '@@error.message',
    'BEGIN\n  SELECT 1/0;\nEXCEPTION WHEN ERROR THEN\n  SELECT @@error.message;\nEND',
    ['Query error: division by zero: 1 / 0 at [2:3]'],
  ),
  answers(
    '@@error.statement_text',
    'BEGIN SELECT 1/0; EXCEPTION WHEN ERROR THEN SELECT @@error.statement_text; END',
    ['SELECT 1/0'],
  ),
  answers(
    'the message of RAISE',
    "BEGIN RAISE USING MESSAGE = CONCAT('too ', 'late'); EXCEPTION WHEN ERROR THEN SELECT @@error.message; END",
    ['too late'],
  ),
  answers(
    'a NULL message',
    'BEGIN RAISE USING MESSAGE = NULL; EXCEPTION WHEN ERROR THEN SELECT @@error.message IS NULL; END',
    ['true'],
  ),
  answers(
    'RAISE of the same error',
    "BEGIN BEGIN RAISE USING MESSAGE = 'first'; EXCEPTION WHEN ERROR THEN RAISE; END; EXCEPTION WHEN ERROR THEN SELECT @@error.message; END",
    ['first'],
  ),
  answers(
    'an error in a handler',
    "BEGIN BEGIN SELECT 1 / 0; EXCEPTION WHEN ERROR THEN RAISE USING MESSAGE = 'second'; END; EXCEPTION WHEN ERROR THEN SELECT @@error.message; END",
    ['second'],
  ),
  answers(
    'an unknown table',
    "BEGIN SELECT * FROM shop.nothing; EXCEPTION WHEN ERROR THEN SELECT 'no such table'; END",
    ['no such table'],
  ),
  answers(
    'BREAK in a handler',
    "a: BEGIN SELECT 1 / 0; EXCEPTION WHEN ERROR THEN SELECT 'x'; BREAK a; SELECT 'y'; END",
    ['x'],
  ),
  answers(
    'an error in a condition',
    "BEGIN IF 1 / 0 > 1 THEN SELECT 1; END IF; EXCEPTION WHEN ERROR THEN SELECT 'caught'; END",
    ['caught'],
  ),
  answers(
    'one name in a block and its handler',
    "BEGIN DECLARE x INT64; SELECT 1 / 0; EXCEPTION WHEN ERROR THEN BEGIN DECLARE x STRING DEFAULT 'h'; SELECT x; END; END",
    ['h'],
  ),
  answers(
    'ASSERT',
    "ASSERT (SELECT COUNT(*) FROM UNNEST([1, 2, 3, 4, 5, 6])) > 5 AS 'Table must contain more than 5 rows.'; SELECT 1",
    ['1'],
  ),
]
