/** Scripts with their results, computed by hand from https://cloud.google.com/bigquery/docs/reference/standard-sql/procedural-language.
 * A result is the rows of the last query, with the cells of the REST API. Each script runs in a new dataset `shop`, with the tables
 * `sales` (day DATE, item STRING, amount NUMERIC) and `log` (line STRING). */

export interface ScriptCase {
  what: string
  sql: string
  rows: readonly (readonly unknown[])[]
}

export function answers(what: string, sql: string, ...rows: readonly (readonly unknown[])[]): ScriptCase {
  return { what, sql, rows }
}

const variables: readonly ScriptCase[] = [
  answers('a variable without a default', 'DECLARE x INT64; SELECT x IS NULL', ['true']),
  answers('a default', 'DECLARE x INT64 DEFAULT 5; SELECT x + 1', ['6']),
  answers('several names', 'DECLARE x, y, z INT64 DEFAULT 0; SET y = 2; SELECT x, y, z', ['0', '2', '0']),
  answers('the type of the default', "DECLARE d DEFAULT DATE '2024-02-29'; SELECT d, EXTRACT(DAY FROM d)", [
    '2024-02-29',
    '29',
  ]),
  answers(
    'a default that names an earlier variable',
    'DECLARE a INT64 DEFAULT 2; DECLARE b DEFAULT a * 3; SELECT b',
    ['6'],
  ),
  answers('a default from a table', 'DECLARE n DEFAULT (SELECT COUNT(*) FROM shop.sales); SELECT n', ['3']),
  answers(
    'names without regard to case',
    'DECLARE Total INT64 DEFAULT 1; SET TOTAL = total + 1; SELECT tOtAl',
    ['2'],
  ),
  answers('a literal that coerces to the type', "DECLARE d DATE; SET d = '2024-03-01'; SELECT d", [
    '2024-03-01',
  ]),
  answers('an INT64 in a NUMERIC variable', 'DECLARE n NUMERIC DEFAULT 2; SELECT n / 4', ['0.5']),
  answers(
    'a column before a variable',
    "DECLARE item STRING DEFAULT 'x'; SELECT DISTINCT item FROM shop.sales WHERE item = 'tea'",
    ['tea'],
  ),
  answers(
    'SET of several',
    "DECLARE a, b INT64; DECLARE c STRING; SET (a, b, c) = (1 + 3, 7, 'foo'); SELECT a, b, c",
    ['4', '7', 'foo'],
  ),
  answers(
    'SET of several from SELECT AS STRUCT',
    'DECLARE n INT64; DECLARE total NUMERIC; SET (n, total) = (SELECT AS STRUCT COUNT(*), SUM(amount) FROM shop.sales); SELECT n, total',
    ['3', '7'],
  ),
  answers(
    'SET of one in parentheses',
    'DECLARE a ARRAY<INT64>; SET (a) = (SELECT AS STRUCT [1, 2]); SELECT ARRAY_LENGTH(a)',
    ['2'],
  ),
  answers(
    'a swap',
    'DECLARE a INT64 DEFAULT 1; DECLARE b INT64 DEFAULT 2; SET (a, b) = (b, a); SELECT a, b',
    ['2', '1'],
  ),
  answers(
    'an array',
    'DECLARE a ARRAY<INT64> DEFAULT [3, 1, 2]; SELECT x FROM UNNEST(a) AS x ORDER BY x',
    ['1'],
    ['2'],
    ['3'],
  ),
  answers(
    'IN UNNEST of an array',
    "DECLARE days ARRAY<DATE> DEFAULT ['2024-01-01']; SELECT COUNT(*) FROM shop.sales WHERE day IN UNNEST(days)",
    ['2'],
  ),
  answers(
    'IN UNNEST of NULL',
    'DECLARE days ARRAY<DATE>; SELECT COUNT(*) FROM shop.sales WHERE day IN UNNEST(days)',
    ['0'],
  ),
  answers('a struct', "DECLARE s STRUCT<a INT64, b STRING> DEFAULT (1, 'x'); SELECT s.a, s.b", ['1', 'x']),
  answers(
    'every scalar type',
    `DECLARE f FLOAT64 DEFAULT 0.1; DECLARE y BYTES DEFAULT b'\\x00a'; DECLARE t TIME DEFAULT TIME '12:34:56.789012';
     DECLARE dt DATETIME DEFAULT DATETIME '2024-01-02 03:04:05.6'; DECLARE ts TIMESTAMP DEFAULT TIMESTAMP '1969-12-31 23:59:59+00';
     DECLARE j JSON DEFAULT JSON '{"a":[1,"x"]}'; DECLARE i INTERVAL DEFAULT INTERVAL 3 DAY; DECLARE b BOOL DEFAULT FALSE;
     DECLARE n NUMERIC DEFAULT NUMERIC '-0.000000001'; DECLARE s STRING DEFAULT "it's";
     SELECT f + 0.2, TO_HEX(y), t, dt, UNIX_SECONDS(ts), JSON_VALUE(j.a[1]), DATE '2024-01-01' + i, b, n, s`,
    [
      '0.30000000000000004',
      '0061',
      '12:34:56.789012',
      '2024-01-02T03:04:05.600000',
      '-1',
      'x',
      '2024-01-04T00:00:00',
      'false',
      '-0.000000001',
      "it's",
    ],
  ),
  answers('a query parameter of the script', 'DECLARE x INT64 DEFAULT @p * 2; SELECT x + @p', ['21']),
  answers(
    'a block with its own variable',
    'DECLARE x INT64 DEFAULT 10; BEGIN DECLARE y INT64; SET y = x; SELECT y; END; SELECT x',
    ['10'],
  ),
  answers(
    'one name in two blocks',
    'BEGIN DECLARE x INT64 DEFAULT 1; END; BEGIN DECLARE x STRING DEFAULT "a"; SELECT x; END',
    ['a'],
  ),
  answers(
    'a temporary function',
    'DECLARE x INT64 DEFAULT 4; CREATE TEMP FUNCTION twice(n INT64) AS (n * 2); SELECT twice(x)',
    ['8'],
  ),
]

const control: readonly ScriptCase[] = [
  answers('IF', "DECLARE x INT64 DEFAULT 1; IF x = 1 THEN SELECT 'one'; ELSE SELECT 'other'; END IF", [
    'one',
  ]),
  answers(
    'ELSEIF',
    "DECLARE x INT64 DEFAULT 2; IF x = 1 THEN SELECT 1; ELSEIF x = 2 THEN SELECT 'two'; ELSE SELECT 3; END IF",
    ['two'],
  ),
  answers('ELSE for NULL', "IF NULL THEN SELECT 'yes'; ELSE SELECT 'no'; END IF", ['no']),
  answers(
    'IF EXISTS',
    "DECLARE item_id STRING DEFAULT 'tea'; IF EXISTS(SELECT 1 FROM shop.sales WHERE item = item_id) THEN SELECT CONCAT('found ', item_id); END IF",
    ['found tea'],
  ),
  answers(
    'CASE',
    "DECLARE x INT64 DEFAULT 7; CASE WHEN x < 5 THEN SELECT 'low'; WHEN x < 9 THEN SELECT 'mid'; ELSE SELECT 'high'; END CASE",
    ['mid'],
  ),
  answers(
    'CASE of a value',
    "DECLARE id INT64 DEFAULT 2; CASE id WHEN 1 THEN SELECT 'one'; WHEN 2 THEN SELECT 'two'; END CASE",
    ['two'],
  ),
  answers(
    'CASE of NULL',
    "CASE CAST(NULL AS INT64) WHEN NULL THEN SELECT 'null'; ELSE SELECT 'else'; END CASE",
    ['else'],
  ),
  answers('CASE without a match', "SELECT 'before'; CASE 3 WHEN 1 THEN SELECT 'one'; END CASE", ['before']),
  answers(
    'LOOP',
    'DECLARE x INT64 DEFAULT 0; LOOP SET x = x + 1; IF x >= 10 THEN LEAVE; END IF; END LOOP; SELECT x',
    ['10'],
  ),
  answers(
    'WHILE',
    'DECLARE x, s INT64 DEFAULT 0; WHILE x < 4 DO SET x = x + 1; SET s = s + x; END WHILE; SELECT x, s',
    ['4', '10'],
  ),
  answers(
    'WHILE of a false condition',
    'DECLARE x INT64 DEFAULT 9; WHILE x < 4 DO SET x = 0; END WHILE; SELECT x',
    ['9'],
  ),
  answers('REPEAT', 'DECLARE x INT64 DEFAULT 0; REPEAT SET x = x + 1; SELECT x; UNTIL x >= 3 END REPEAT', [
    '3',
  ]),
  answers(
    'FOR',
    'FOR r IN (SELECT item, amount FROM shop.sales ORDER BY amount) DO INSERT INTO shop.log VALUES (FORMAT("%s %t", r.item, r.amount)); END FOR; SELECT line FROM shop.log ORDER BY line',
    ['cake 4'],
    ['milk 2'],
    ['tea 1'],
  ),
  answers(
    'FOR reads its query once',
    'FOR r IN (SELECT item FROM shop.sales) DO INSERT INTO shop.sales (item) VALUES (r.item); END FOR; SELECT COUNT(*) FROM shop.sales',
    ['6'],
  ),
  answers(
    'FOR of an array',
    'DECLARE s INT64 DEFAULT 0; FOR r IN (SELECT * FROM UNNEST([1, 2, 3]) AS n) DO SET s = s * 10 + r.n; END FOR; SELECT s',
    ['123'],
  ),
  answers(
    'CONTINUE',
    'DECLARE x, s INT64 DEFAULT 0; WHILE x < 5 DO SET x = x + 1; IF MOD(x, 2) = 0 THEN CONTINUE; END IF; SET s = s + x; END WHILE; SELECT s',
    ['9'],
  ),
  answers(
    'ITERATE in FOR',
    'DECLARE s INT64 DEFAULT 0; FOR r IN (SELECT n FROM UNNEST([1, 2, 3]) AS n) DO IF r.n = 2 THEN ITERATE; END IF; SET s = s + r.n; END FOR; SELECT s',
    ['4'],
  ),
  answers(
    'BREAK of the inner loop',
    'DECLARE a, b INT64 DEFAULT 0; WHILE a < 3 DO SET a = a + 1; LOOP SET b = b + 1; BREAK; END LOOP; END WHILE; SELECT a, b',
    ['3', '3'],
  ),
  answers(
    'BREAK with a label',
    'DECLARE x INT64 DEFAULT 0; outer_loop: LOOP WHILE TRUE DO SET x = x + 1; IF x > 4 THEN BREAK outer_loop; END IF; END WHILE; END LOOP outer_loop; SELECT x',
    ['5'],
  ),
  answers(
    'CONTINUE with a label',
    'DECLARE x INT64 DEFAULT 0; l: WHILE x < 3 DO LOOP SET x = x + 1; CONTINUE L; END LOOP; END WHILE; SELECT x',
    ['3'],
  ),
  answers(
    'LEAVE of a block',
    "label_1: BEGIN SELECT 'reached'; LEAVE label_1; SELECT 'unreached'; END label_1",
    ['reached'],
  ),
  answers('one label in two blocks', 'a: BEGIN BREAK a; END; a: BEGIN SELECT 1; BREAK a; END', ['1']),
  answers(
    'a label and a variable of one name',
    'a: BEGIN DECLARE a INT64 DEFAULT 3; SELECT a; BREAK a; END',
    ['3'],
  ),
  answers('RETURN', 'SELECT 1; BEGIN RETURN; END; SELECT 2', ['1']),
  answers('RETURN in a loop', 'LOOP SELECT "in"; RETURN; END LOOP; SELECT "after"', ['in']),
  answers('empty lists of statements', 'BEGIN END; IF TRUE THEN END IF; SELECT 1', ['1']),
]

export const scriptCases: readonly ScriptCase[] = [...variables, ...control]
