/** Statements with parameterized types. The messages are those of the service, or of Google's reference implementation:
 * https://github.com/google/zetasql/blob/master/zetasql/reference_impl/type_parameter_constraints.cc */
import type { StatementGroup } from './statement_case.ts'

const source =
  'https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#parameterized_data_types'

function columnsOf(table: string): string {
  return `SELECT column_name, data_type FROM d.INFORMATION_SCHEMA.COLUMNS WHERE table_name = "${table}" ORDER BY ordinal_position`
}

const tooLong = /STRING\(3\) has maximum length 3 but got a value with length 4/

const columns: StatementGroup = {
  theme: 'parameterized types',
  title: 'Columns',
  source,
  setup:
    'CREATE TABLE d.t (s STRING(3), b BYTES(2), n NUMERIC(5, 2), whole NUMERIC(4), a ARRAY<STRING(3)>, r STRUCT<s STRING(3), n NUMERIC(3, 1)>)',
  cases: [
    [
      columnsOf('t'),
      [
        ['s', 'STRING(3)'],
        ['b', 'BYTES(2)'],
        ['n', 'NUMERIC(5, 2)'],
        ['whole', 'NUMERIC(4)'],
        ['a', 'ARRAY<STRING(3)>'],
        ['r', 'STRUCT<s STRING(3), n NUMERIC(3, 1)>'],
      ],
    ],
    [
      'SELECT field_path, data_type FROM d.INFORMATION_SCHEMA.COLUMN_FIELD_PATHS WHERE column_name = "r" ORDER BY 1',
      [
        ['r', 'STRUCT<s STRING(3), n NUMERIC(3, 1)>'],
        ['r.n', 'NUMERIC(3, 1)'],
        ['r.s', 'STRING(3)'],
      ],
    ],
    // A character of several bytes counts as one; halves are rounded away from zero.
    [
      'INSERT d.t (s, b, n, whole, a, r) VALUES ("日本語", b"ab", 123.455, -2.5, ["abc", "d"], ("abc", -0.05))',
      [],
    ],
    [
      'SELECT s, n, whole, a, r.s, r.n FROM d.t',
      [['日本語', '123.46', '-3', [{ v: 'abc' }, { v: 'd' }], 'abc', '-0.1']],
    ],
    ['INSERT d.t (s) VALUES ("日本語の")', tooLong],
    ['INSERT d.t (b) VALUES (b"abc")', /BYTES\(2\) has maximum length 2 but got a value with length 3/],
    [
      'INSERT d.t (n) VALUES (999.995)',
      /NUMERIC\(5, 2\) has precision 5 and scale 2 but got a value that is not in range of \[-999\.99, 999\.99\]/,
    ],
    ['INSERT d.t (n) VALUES (999.994), (-999.994), (NULL)', []],
    [
      'INSERT d.t (whole) VALUES (-9999.5)',
      /NUMERIC\(4\) has precision 4 and scale 0 but got a value that is not in range of \[-9999, 9999\]/,
    ],
    ['INSERT d.t (a) VALUES (["a", "abcd"])', tooLong],
    ['INSERT d.t (r) VALUES (("abcd", 1))', tooLong],
    ['INSERT d.t (s) SELECT CONCAT("ab", "cd")', tooLong],
    ['UPDATE d.t SET s = "abcd" WHERE TRUE', tooLong],
    ['UPDATE d.t SET r.s = "abcd" WHERE r IS NOT NULL', tooLong],
    ['UPDATE d.t SET r.n = 2.25 WHERE r IS NOT NULL', []],
    ['SELECT r.n FROM d.t WHERE r IS NOT NULL', [['2.3']]],
    ['MERGE d.t USING (SELECT "abcd" AS x) ON FALSE WHEN NOT MATCHED THEN INSERT (s) VALUES (x)', tooLong],
    ['MERGE d.t USING (SELECT "xyz" AS x) ON s = "日本語" WHEN MATCHED THEN UPDATE SET s = x, n = 0.005', []],
    ['SELECT s, n FROM d.t WHERE s IS NOT NULL', [['xyz', '0.01']]],
    // The parameters are not part of the type of an expression.
    ['CREATE TABLE d.copied_rows AS SELECT s, n FROM d.t', []],
    [
      columnsOf('copied_rows'),
      [
        ['s', 'STRING'],
        ['n', 'NUMERIC'],
      ],
    ],
    ['CREATE TABLE d.like_it LIKE d.t', []],
    ['INSERT d.like_it (s) VALUES ("abcd")', tooLong],
    ['CREATE TABLE d.of_query (s STRING(3)) AS SELECT "abcd"', tooLong],
    ['CREATE TABLE d.of_query (s STRING(4)) AS SELECT "abcd"', []],
    [columnsOf('of_query'), [['s', 'STRING(4)']]],
    ['CREATE TABLE d.wide (n NUMERIC(38, 9), m NUMERIC(31, 2), z NUMERIC(10, 0))', []],
    [
      columnsOf('wide'),
      [
        ['n', 'NUMERIC(38, 9)'],
        ['m', 'NUMERIC(31, 2)'],
        ['z', 'NUMERIC(10)'],
      ],
    ],
    [
      'INSERT d.wide (n, m) VALUES (NUMERIC "99999999999999999999999999999.999999999", NUMERIC "-99999999999999999999999999999.994999999")',
      [],
    ],
    [
      'SELECT n, m FROM d.wide',
      [['99999999999999999999999999999.999999999', '-99999999999999999999999999999.99']],
    ],
    ['INSERT d.wide (m) VALUES (NUMERIC "99999999999999999999999999999.995")', /numeric overflow/],
  ],
}

const definitions: StatementGroup = {
  theme: 'parameterized types',
  title: 'Definitions and changes',
  source:
    'https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#alter_column_set_data_type_statement',
  setup:
    'CREATE TABLE d.t (s STRING(3), b BYTES, n NUMERIC(5, 2), i INT64); INSERT d.t (s, n) VALUES ("abc", 1.25)',
  cases: [
    ['CREATE TABLE d.bad (n NUMERIC(30))', /In NUMERIC\(P\), P must be between 1 and 29 at \[1:23\]/],
    ['CREATE TABLE d.bad (n NUMERIC(33, 3))', /In NUMERIC\(P, 3\), P must be between 3 and 32/],
    ['CREATE TABLE d.bad (n NUMERIC(37, 0))', /In NUMERIC\(P, 0\), P must be between 1 and 29/],
    ['CREATE TABLE d.bad (n NUMERIC(12, 10))', /In NUMERIC\(P, S\), S must be between 0 and 9/],
    ['CREATE TABLE d.bad (s STRING(0))', /STRING length must be greater than 0/],
    ['CREATE TABLE d.bad (s STRING(1, 2))', /STRING type can only have one parameter\. Found 2 parameters/],
    ['CREATE TABLE d.bad (x INT64(1))', /INT64 does not support type parameters/],
    ['CREATE TABLE d.bad (n BIGNUMERIC(5))', /Type BIGNUMERIC is not supported/],
    ['ALTER TABLE d.t ADD COLUMN added STRING(2)', []],
    ['UPDATE d.t SET added = "abc" WHERE TRUE', /STRING\(2\) has maximum length 2/],
    ['ALTER TABLE d.t ALTER COLUMN s SET DATA TYPE STRING(5)', []],
    ['UPDATE d.t SET s = "abcde" WHERE TRUE', []],
    [
      'ALTER TABLE d.t ALTER COLUMN s SET DATA TYPE STRING(4)',
      /requires that the existing column type \(STRING\(5\)\) is assignable to the new type \(STRING\(4\)\)/,
    ],
    ['ALTER TABLE d.t ALTER COLUMN s SET DATA TYPE STRING', []],
    ['UPDATE d.t SET s = "abcdef" WHERE TRUE', []],
    ['ALTER TABLE d.t ALTER COLUMN s SET DATA TYPE STRING(9)', /is assignable to the new type/],
    ['ALTER TABLE d.t ALTER COLUMN n SET DATA TYPE NUMERIC(6, 3)', []],
    // One digit fewer before the point.
    ['ALTER TABLE d.t ALTER COLUMN n SET DATA TYPE NUMERIC(6, 4)', /is assignable to the new type/],
    ['ALTER TABLE d.t ALTER COLUMN n SET DATA TYPE FLOAT64', []],
    [
      'ALTER TABLE d.t ALTER COLUMN i SET DATA TYPE NUMERIC(20)',
      /SET DATA TYPE of INT64 to NUMERIC\(20\) is not supported by the local BigQuery/,
    ],
    [
      columnsOf('t'),
      [
        ['s', 'STRING'],
        ['b', 'BYTES'],
        ['n', 'FLOAT64'],
        ['i', 'INT64'],
        ['added', 'STRING(2)'],
      ],
    ],
    ['SELECT s, n FROM d.t', [['abcdef', '1.25']]],
  ],
}

/** https://github.com/google/zetasql/blob/master/zetasql/compliance/testdata/cast_function.test */
const casts: StatementGroup = {
  theme: 'parameterized types',
  title: 'Casts and variables',
  source,
  cases: [
    ['SELECT CAST("12.345" AS NUMERIC(5, 2)), CAST(-2.5 AS NUMERIC(3))', [['12.35', '-3']]],
    ['SELECT CAST(1000 AS NUMERIC(5, 2))', /is not in range of \[-999\.99, 999\.99\]/],
    ['SELECT SAFE_CAST(1000 AS NUMERIC(5, 2)), SAFE_CAST("abcd" AS STRING(3))', [[null, null]]],
    [
      'SELECT CAST("abc" AS STRING(3)), CAST(123 AS STRING(3)), CAST(b"ab" AS BYTES(2))',
      [['abc', '123', 'YWI=']],
    ],
    ['SELECT CAST("abcd" AS STRING(3))', tooLong],
    ['SELECT CAST("abc" AS BYTES(2))', /BYTES\(2\) has maximum length 2 but got a value with length 3/],
    ['SELECT CAST(["ab", "abcd"] AS ARRAY<STRING(3)>)', tooLong],
    ['SELECT CAST(("ab", 1.25) AS STRUCT<STRING(3), NUMERIC(3, 1)>)', [[{ f: [{ v: 'ab' }, { v: '1.3' }] }]]],
    ['DECLARE x STRING(10); SET x = "hello"; SELECT x', [['hello']]],
    [
      'DECLARE x STRING(10); SET x = "this string is too long"',
      /STRING\(10\) has maximum length 10 but got a value with length 23/,
    ],
    [
      'DECLARE x NUMERIC(10) DEFAULT 12345; DECLARE y NUMERIC(5, 2) DEFAULT 123.454; SELECT x + y',
      [['12468.45']],
    ],
    ['DECLARE x STRING(3) DEFAULT "abcd"; SELECT x', tooLong],
    [
      'DECLARE x STRING(3); DECLARE n NUMERIC(3, 1); SET (x, n) = ("abc", 1.25); SELECT x, n',
      [['abc', '1.3']],
    ],
    ['DECLARE x STRING(3); DECLARE n INT64; SET (x, n) = ("abcd", 1)', tooLong],
    ['DECLARE x STRING(3) DEFAULT "abc"; SET x = x || "d"', tooLong],
    ['SELECT ARRAY<STRING(3)>["a"]', /A parameterized type of an array is not supported/],
    ['SELECT STRUCT<STRING(3)>("a")', /A parameterized type of a struct is not supported/],
    [
      'CREATE TEMP FUNCTION f(x STRING(3)) AS (x); SELECT f("a")',
      /A parameterized type of a function is not supported/,
    ],
  ],
}

export const parameterizedStatements: readonly StatementGroup[] = [columns, definitions, casts]
