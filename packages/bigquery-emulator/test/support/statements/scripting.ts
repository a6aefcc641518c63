/** Scripts that mix procedural statements with DDL, DML and dynamic SQL. More scripts: ../script_cases.ts. */
import type { StatementGroup } from './statement_case.ts'

const source = 'https://cloud.google.com/bigquery/docs/reference/standard-sql/procedural-language'

const values: StatementGroup = {
  theme: 'scripting',
  title: 'Variables and expressions',
  source: `${source}#declare`,
  cases: [
    ['DECLARE a, b DEFAULT 5; SELECT a + b', [['10']]],
    ['DECLARE x INT64 DEFAULT NULL; SELECT x IS NULL', [['true']]],
    ['DECLARE day DATE DEFAULT "2024-01-31"; SELECT DATE_ADD(day, INTERVAL 1 MONTH)', [['2024-02-29']]],
    ['DECLARE today DATE DEFAULT CURRENT_DATE(); SELECT today = CURRENT_DATE()', [['true']]],
    ['DECLARE word STRING DEFAULT "a"; SET word = word || "b"; SELECT CONCAT(word, "c")', [['abc']]],
    [
      'DECLARE pairs ARRAY<STRUCT<n INT64, s STRING>> DEFAULT [(1, "a"), (2, "b")]; SELECT p.s FROM UNNEST(pairs) AS p WHERE p.n = 2',
      [['b']],
    ],
    [
      'DECLARE s STRUCT<a INT64, b ARRAY<STRING>>; SET s = STRUCT(1, ["x"]); SELECT s.a, s.b[OFFSET(0)]',
      [['1', 'x']],
    ],
    [
      'DECLARE found ARRAY<INT64> DEFAULT []; FOR r IN (SELECT n FROM UNNEST([3, 1, 2]) AS n ORDER BY n) DO SET found = ARRAY_CONCAT(found, [r.n * 10]); END FOR; SELECT n FROM UNNEST(found) AS n WITH OFFSET AS i ORDER BY i',
      [['10'], ['20'], ['30']],
    ],
    ['DECLARE n INT64; SET n = (SELECT MAX(x) FROM UNNEST([4, 9, 2]) AS x); SELECT n', [['9']]],
    [
      'DECLARE n INT64 DEFAULT 1; SET n = (SELECT x FROM UNNEST([1]) AS x WHERE x > 1); SELECT n IS NULL',
      [['true']],
    ],
    [
      'DECLARE n INT64; SET n = (SELECT x FROM UNNEST([1, 2]) AS x)',
      /Scalar subquery produced more than one element/,
    ],
    ['DECLARE x, y INT64; SET (x, y) = (1, 2, 3)', /Cannot coerce expression of type STRUCT/],
    ['SELECT @@project_id', [['proj']]],
    ['SELECT @@time_zone', [['UTC']]],
    ['SELECT @@row_count', /System variable @@row_count is not supported/],
    ['DECLARE x INT64 DEFAULT "a"', /Cannot coerce expression of type STRING to type INT64/],
    ['SET x = 1', /Undeclared variable: x/],
  ],
}

const flow: StatementGroup = {
  theme: 'scripting',
  title: 'DDL and DML under control statements',
  source: `${source}#if`,
  setup: 'CREATE TABLE d.counts (name STRING, n INT64)',
  cases: [
    [
      'IF (SELECT COUNT(*) FROM d.counts) = 0 THEN INSERT INTO d.counts VALUES ("a", 1); ELSE DELETE FROM d.counts WHERE TRUE; END IF; SELECT COUNT(*) FROM d.counts',
      [['1']],
    ],
    [
      'DECLARE i INT64 DEFAULT 0; WHILE i < 3 DO INSERT INTO d.counts VALUES (CONCAT("w", CAST(i AS STRING)), i); SET i = i + 1; END WHILE; SELECT SUM(n) FROM d.counts WHERE name LIKE "w%"',
      [['3']],
    ],
    [
      'DECLARE least INT64 DEFAULT 1; DELETE FROM d.counts WHERE n > least; SELECT COUNT(*) FROM d.counts',
      [['3']],
    ],
    [
      'DECLARE more INT64 DEFAULT 5; UPDATE d.counts SET n = n + more WHERE name = "a"; SELECT n FROM d.counts WHERE name = "a"',
      [['6']],
    ],
    [
      'DECLARE who STRING DEFAULT "a"; MERGE d.counts AS t USING (SELECT who AS name, 70 AS n) AS s ON t.name = s.name WHEN MATCHED THEN UPDATE SET n = s.n WHEN NOT MATCHED THEN INSERT ROW; SELECT n FROM d.counts WHERE name = who',
      [['70']],
    ],
    ['DECLARE x INT64 DEFAULT 7; CREATE TABLE d.seven AS SELECT x AS n; SELECT n FROM d.seven', [['7']]],
    [
      'FOR r IN (SELECT name, n FROM d.counts ORDER BY n) DO IF r.n > 50 THEN DELETE FROM d.counts WHERE name = r.name; END IF; END FOR; SELECT COUNT(*) FROM d.counts',
      [['2']],
    ],
    ['TRUNCATE TABLE d.counts; SELECT COUNT(*) FROM d.counts', [['0']]],
    [
      'BEGIN INSERT INTO d.counts VALUES ("kept", 1); INSERT INTO d.counts SELECT "lost", CAST(1 / 0 AS INT64); EXCEPTION WHEN ERROR THEN INSERT INTO d.counts VALUES ("handled", 2); END; SELECT STRING_AGG(name, "," ORDER BY n) FROM d.counts',
      [['kept,handled']],
    ],
    [
      'BEGIN CREATE TABLE d.seven (x INT64); EXCEPTION WHEN ERROR THEN SELECT @@error.message LIKE "%Already Exists%"; END',
      [['true']],
    ],
    [
      'CREATE TEMP FUNCTION twice(x INT64) AS (x * 2); CREATE TEMP TABLE t AS SELECT twice(4) AS y; SELECT y FROM t',
      [['8']],
    ],
    ['CREATE FUNCTION d.plus_one(x INT64) AS (x + 1); SELECT d.plus_one(1)', [['2']]],
    ['DECLARE n INT64 DEFAULT d.plus_one(40); SELECT n', [['41']]],
    ['CREATE VIEW d.v AS SELECT n FROM d.seven; SELECT n FROM d.v', [['7']]],
    ['ASSERT (SELECT COUNT(*) FROM d.v) = 1 AS "one row"; SELECT "asserted"', [['asserted']]],
    ['ASSERT (SELECT COUNT(*) FROM d.v) = 2 AS "two rows"', /Assertion failed: two rows/],
    ['SELECT 1; SELECT 2;', [['2']]],
    ['BEGIN TRANSACTION; SELECT 1; COMMIT TRANSACTION', /Statement BEGIN TRANSACTION is not supported/],
    ['CALL d.nothing()', /Statement CALL is not supported/],
    ['CREATE PROCEDURE d.p() BEGIN SELECT 1; END', /CREATE PROCEDURE is not supported/],
  ],
}

const dynamic: StatementGroup = {
  theme: 'scripting',
  title: 'Dynamic SQL over the catalogue',
  source: `${source}#execute_immediate`,
  setup: 'CREATE TABLE d.a AS SELECT 1 AS x; CREATE TABLE d.b AS SELECT 2 AS x UNION ALL SELECT 3',
  cases: [
    [
      'DECLARE names ARRAY<STRING>; SET names = (SELECT ARRAY_AGG(table_name ORDER BY table_name) FROM d.INFORMATION_SCHEMA.TABLES); SELECT ARRAY_TO_STRING(names, ",")',
      [['a,b']],
    ],
    [
      'DECLARE total, n INT64 DEFAULT 0; FOR t IN (SELECT table_name FROM d.INFORMATION_SCHEMA.TABLES) DO EXECUTE IMMEDIATE FORMAT("SELECT COUNT(*) FROM d.%s", t.table_name) INTO n; SET total = total + n; END FOR; SELECT total',
      [['3']],
    ],
    [
      'EXECUTE IMMEDIATE (SELECT STRING_AGG(FORMAT("SELECT x FROM d.%s", table_name), " UNION ALL " ORDER BY table_name) || " ORDER BY x" FROM d.INFORMATION_SCHEMA.TABLES)',
      [['1'], ['2'], ['3']],
    ],
    ['EXECUTE IMMEDIATE "CREATE TABLE d.c AS SELECT ? AS x" USING 9; SELECT x FROM d.c', [['9']]],
    [
      'EXECUTE IMMEDIATE "ALTER TABLE d.c SET OPTIONS (description = \'dynamic\')"; SELECT option_value FROM d.INFORMATION_SCHEMA.TABLE_OPTIONS',
      [['"dynamic"']],
    ],
    [
      'FOR t IN (SELECT table_name FROM d.INFORMATION_SCHEMA.TABLES WHERE table_name > "a") DO EXECUTE IMMEDIATE "DROP TABLE d." || t.table_name; END FOR; SELECT COUNT(*) FROM d.INFORMATION_SCHEMA.TABLES',
      [['1']],
    ],
    ['EXECUTE IMMEDIATE "SELECT @x" USING 1 AS y', /Query parameter 'x' not found/],
    ['EXECUTE IMMEDIATE NULL', /SQL expression of EXECUTE IMMEDIATE is NULL/],
    ['EXECUTE IMMEDIATE "SELEC 1"', /Syntax error/],
  ],
}

export const scriptStatements: readonly StatementGroup[] = [values, flow, dynamic]
