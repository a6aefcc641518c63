/** Scripts that BigQuery refuses or that end with an error, and the messages. They use the tables of the script cases. */

export const scriptFailures: readonly (readonly [what: string, query: string, message: RegExp])[] = [
  ['an unknown variable', 'DECLARE x INT64; SET y = 1', /^Query error: Undeclared variable: y at \[1:18\]$/],
  [
    'a variable outside its block',
    'BEGIN DECLARE y INT64; END; SELECT y',
    /^Query error: Unrecognized name: y at \[1:36\]$/,
  ],
  [
    'a variable of a block in its handler',
    'BEGIN DECLARE y INT64; SELECT 1 / 0; EXCEPTION WHEN ERROR THEN SELECT y; END',
    /Unrecognized name: y/,
  ],
  ['one name twice', 'DECLARE x INT64; DECLARE X STRING', /^Variable 'X' redeclaration at \[1:26\]$/],
  ['one name in a block again', 'DECLARE x INT64; BEGIN DECLARE x INT64; END', /^Variable 'x' redeclaration/],
  [
    'a late declaration',
    'SELECT 1; DECLARE x INT64',
    /^Variable declarations are allowed only at the start of a block or script at \[1:11\]$/,
  ],
  [
    'a value of another type',
    "DECLARE x INT64; SET x = 'a'",
    /^Query error: Cannot coerce expression of type STRING to type INT64 at \[1:26\]$/,
  ],
  [
    'a variable of another type in a comparison',
    "DECLARE d STRING DEFAULT '2024-01-01'; SELECT 1 FROM shop.sales WHERE day = d",
    /No matching signature for operator =/,
  ],
  [
    'too few values',
    'DECLARE a, b INT64; SET (a, b) = (SELECT AS STRUCT 1)',
    /Cannot coerce expression of type STRUCT<INT64> to type STRUCT<INT64, INT64>/,
  ],
  ['BREAK outside a loop', 'BREAK', /^BREAK without label is only allowed inside of a loop body at \[1:1\]$/],
  ['an unknown label', 'LOOP BREAK nowhere; END LOOP', /^Undefined label: nowhere/],
  ['CONTINUE of a block', 'a: BEGIN CONTINUE a; END', /^CONTINUE cannot be used with the label of a block/],
  ['a repeated label', 'a: BEGIN a: BEGIN END; END', /^Duplicate label a/],
  ['an end label alone', 'BEGIN END a', /^Mismatched end label; expected none, got a/],
  [
    'RAISE outside a handler',
    'RAISE',
    /^Cannot re-raise an existing exception outside of an exception handler at \[1:1\]$/,
  ],
  ['RAISE', "SELECT 1; RAISE USING MESSAGE = 'no stock'", /^no stock at \[1:11\]$/],
  [
    'an error in a script',
    'SELECT 1;\nBEGIN SELECT 1 / 0; END',
    /^Query error: division by zero: 1 \/ 0 at \[2:7\]$/,
  ],
  [
    'ASSERT',
    "ASSERT EXISTS(SELECT 1 FROM shop.sales WHERE item = 'rum') AS 'Column item must contain rum'",
    /Assertion failed: Column item must contain rum at \[1:1\]$/,
  ],
  ['ASSERT of NULL', 'ASSERT NULL', /Assertion failed/],
  [
    'two rows for INTO',
    "DECLARE x INT64; EXECUTE IMMEDIATE 'SELECT n FROM UNNEST([1, 2]) AS n' INTO x",
    /returned more than one row/,
  ],
  [
    'a variable in dynamic SQL',
    "DECLARE x INT64 DEFAULT 1; EXECUTE IMMEDIATE 'SELECT x'",
    /Unrecognized name: x/,
  ],
  [
    'dynamic SQL in dynamic SQL',
    'EXECUTE IMMEDIATE "EXECUTE IMMEDIATE \'SELECT 1\'"',
    /EXECUTE IMMEDIATE cannot be nested/,
  ],
  [
    'a variable in a view',
    'DECLARE x INT64 DEFAULT 1; CREATE VIEW shop.v AS SELECT x AS y',
    /Unrecognized name: x/,
  ],
  [
    'a variable in a function',
    'DECLARE x INT64 DEFAULT 1; CREATE TEMP FUNCTION f() AS (x); SELECT f()',
    /Unrecognized name: x/,
  ],
  [
    'a temporary table alone',
    'CREATE TEMP TABLE t (x INT64)',
    /^Use of CREATE TEMPORARY TABLE requires a script or session at/,
  ],
  [
    'a temporary table in a dataset',
    'CREATE TEMP TABLE shop.t (x INT64); SELECT 1',
    /A temporary table cannot have a project or a dataset/,
  ],
  [
    'a nesting of 51',
    `${'BEGIN '.repeat(51)}${'END; '.repeat(51)}`,
    /nesting level exceeds the maximum of 50/,
  ],
  [
    'what the local one refuses, in spite of a handler',
    "BEGIN SELECT ST_GEOGPOINT(1, 2); EXCEPTION WHEN ERROR THEN SELECT 'hidden'; END",
    /^Function ST_GEOGPOINT is not supported by the local BigQuery/,
  ],
  ['a missing semicolon', 'IF TRUE THEN SELECT 1 END IF', /^Syntax error: Expected ";" but got/],
]
