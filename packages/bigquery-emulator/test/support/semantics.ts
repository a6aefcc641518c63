/** Expressions where GoogleSQL and DuckDB differ, with the result or the error that the reference documents. */

export interface Section {
  reference: string
  /** SELECT is prepended. A RegExp is the expected error message. */
  cases: readonly (readonly [sql: string, expected: unknown])[]
}

const functions = 'https://cloud.google.com/bigquery/docs/reference/standard-sql'
const nan = `CAST('nan' AS FLOAT64)`
const inf = `CAST('inf' AS FLOAT64)`

export const sections: readonly Section[] = [
  {
    reference: `${functions}/string_functions`,
    cases: [
      [`SUBSTR('abcde', 0, 2), SUBSTR('abcde', -3, 2), SUBSTR('abcde', -10, 3)`, ['ab', 'cd', 'abc']],
      [`SUBSTR('abc', 1, -1)`, /cannot be negative/],
      [`SPLIT('', ','), SPLIT('a,b', '')`, [[''], ['a', ',', 'b']]],
      [`SPLIT('e\u0301', '')`, ['e', '\u0301']],
      [`LPAD('abc', 2), LPAD('abc', 5, 'xy')`, ['ab', 'xyabc']],
      [`LPAD('abc', -1)`, /negative/],
      [`LEFT('abc', -1)`, /cannot be negative/],
      [`INITCAP("o'neil a\\\\b-c")`, "O'neil A\\B-C"],
      [`REVERSE('e\u0301x')`, 'x\u0301e'],
      [`CHR(0), CHR(65)`, ['', 'A']],
      [`ASCII('é')`, /not a structurally valid ASCII string/],
      [`EDIT_DISTANCE('é', 'e')`, '1'],
      [`EDIT_DISTANCE('a', 'b', max_distance => 1)`, /Named argument max_distance .* is not supported/],
      [`'a' LIKE 'a\\\\'`, /LIKE pattern ends with a backslash/],
      [`FORMAT('%d', '1')`, /Expected integer; Got STRING/],
      [
        `FORMAT('%T', [1, NULL]), FORMAT('%t|%T', ['a', 'b'], ['a', 'b'])`,
        ['[1, NULL]', '[a, b]|["a", "b"]'],
      ],
      [
        `FORMAT('%5s %T', 'x', [DATE '2024-01-02']), FORMAT('%T', CAST([] AS ARRAY<INT64>))`,
        ['    x [DATE "2024-01-02"]', '[]'],
      ],
      [`FORMAT('%T', [1.5, 2.0]), FORMAT('%12t|', [TRUE])`, ['[1.5, 2.0]', '      [true]|']],
      [`FORMAT('%d', [1])`, /Expected integer; Got ARRAY/],
      [`FORMAT('%T', [STRUCT(1)])`, /^FORMAT of ARRAY<STRUCT<INT64>> is not supported/],
      [`FORMAT('%T %T', b'a\\x01', 'q\\n\\x01')`, 'b"a\\x01" "q\\n\\x01"'],
      [`CAST(b'\\xff' AS STRING)`, /^Invalid cast of bytes to UTF8 string$/],
      [`ARRAY_TO_STRING(['a', NULL, 'b'], '-'), ARRAY_TO_STRING(['a', NULL], ',', 'x')`, ['a-b', 'a,x']],
      [`REGEXP_EXTRACT('ab', '(a)(b)')`, /more than 1 capturing group/],
      [`REGEXP_REPLACE('abc', 'b', r'\\1')`, /requests 1 matches/],
      [`REGEXP_REPLACE('abc', '(b)', r'[\\1]')`, 'a[b]c'],
      [`REGEXP_CONTAINS('a', '(')`, /^Cannot parse regular expression: missing \)/],
    ],
  },
  {
    reference: `${functions}/mathematical_functions`,
    cases: [
      ['MOD(-7, 3), DIV(-7, 2), ROUND(2.5), ROUND(-2.5)', ['-1', '-3', '3.0', '-3.0']],
      ['1e308 * 10', /^double overflow: 1e\+308 \* 10$/],
      ['SUM(x) FROM UNNEST([1e308, 1e308]) AS x', /^double overflow$/],
      ['1.0 / (x * 10) FROM UNNEST([1e308]) AS x', /^double overflow/],
      ['EXP(1000)', /Floating point error in function: EXP/],
      [`${inf} * 2, ${inf} - ${inf}, SAFE_ADD(${inf}, 1.0)`, ['Infinity', 'NaN', 'Infinity']],
      ['-(-9223372036854775808)', /^int64 overflow: -\(-9223372036854775808\)$/],
      ['ABS(-9223372036854775808)', /^int64 overflow: ABS\(-9223372036854775808\)$/],
      ['IEEE_DIVIDE(CAST(NULL AS FLOAT64), 0)', null],
      ['SAFE_MULTIPLY(1e308, 10.0), SAFE_DIVIDE(1, 0), IEEE_DIVIDE(1, 0)', [null, null, 'Infinity']],
      ['1e400', /Invalid floating point literal: 1e400/],
      ['CBRT(27), LEAST(1, CAST("nan" AS FLOAT64)), -1 >> 1', ['3.0', 'NaN', '9223372036854775807']],
      ['1 << -1', /negative/],
      [`SAFE.SUBSTR('abc', CAST('x' AS INT64))`, /^Bad int64 value: x$/],
      [`SAFE.SUBSTR('abc', 1, -1), SAFE.PARSE_DATE('%F', 'x')`, [null, null]],
      [`CAST('1_0.5' AS FLOAT64)`, /Bad double value/],
    ],
  },
  {
    reference: `${functions}/operators#comparison_operators`,
    cases: [
      [
        `${nan} = ${nan}, ${nan} > 1, ${nan} != ${nan}, ${nan} IN (${nan})`,
        ['false', 'false', 'true', 'false'],
      ],
      [`NULLIF(${nan}, ${nan}), ${nan} IS DISTINCT FROM ${nan}`, ['NaN', 'false']],
      [`(1, NULL) = (1, NULL), (1, NULL) = (2, NULL), (1, 2) IN ((3, 4), (1, 2))`, [null, 'false', 'true']],
      ['[1] = [1]', /Equality is not defined for arguments of type ARRAY<INT64>/],
      [
        `ARRAY(SELECT IFNULL(CAST(x AS STRING), '-') FROM UNNEST([2.0, ${nan}, NULL, -${inf}]) AS x ORDER BY x)`,
        ['-', 'nan', '-inf', '2'],
      ],
      [`'Z' < 'a', 'a' = 'a ', 2 IN (1, NULL)`, ['true', 'false', null]],
    ],
  },
  {
    reference: `${functions}/date_functions`,
    cases: [
      [
        `DATE_DIFF('2017-10-15', DATE '2017-10-14', WEEK), DATE_DIFF('2017-10-15', DATE '2017-10-14', ISOWEEK)`,
        ['1', '0'],
      ],
      [`EXTRACT(WEEK FROM DATE '2016-01-02'), EXTRACT(ISOWEEK FROM DATE '2017-01-01')`, ['0', '52']],
      [
        `LAST_DAY(DATE '2008-11-10', ISOYEAR), LAST_DAY(DATE '2008-11-10', WEEK(MONDAY))`,
        ['2008-12-28', '2008-11-16'],
      ],
      [
        `GENERATE_DATE_ARRAY('2016-01-31', '2016-04-30', INTERVAL 1 MONTH)`,
        ['2016-01-31', '2016-02-29', '2016-03-31', '2016-04-30'],
      ],
      [`GENERATE_DATE_ARRAY('2016-01-31', '2016-04-30', INTERVAL 0 DAY)`, /step cannot be 0/],
      [`DATE_ADD(DATE '9999-12-31', INTERVAL 1 DAY)`, /overflow/],
      ['DATE(2020, 2, 30)', /^Input calculates to invalid date: 2020-02-30$/],
      [`FORMAT_DATE('%J', DATE '2020-12-31'), FORMAT_DATE('%J', DATE '2018-12-31')`, ['368', '001']],
      [`FORMAT_DATE('%q', DATE '2020-01-01')`, /Format element %q is not supported/],
      [
        `PARSE_DATETIME('%F %H %p', '2020-01-01 12 AM'), PARSE_DATETIME('%F %I %p', '2020-01-01 12 AM')`,
        ['2020-01-01T12:00:00', '2020-01-01T00:00:00'],
      ],
      [`CAST('2020-01-01 10:00' AS TIME)`, /Invalid time string/],
      [`CAST('2020-01-01 00:00:00.1234567' AS DATETIME)`, /Invalid datetime string/],
    ],
  },
  {
    reference: `${functions}/timestamp_functions`,
    cases: [
      // In New York, the hour from one to two occurred twice on that day.
      [`TIMESTAMP_TRUNC('2020-11-01 05:30:00+00', HOUR, 'America/New_York')`, '1604206800000000'],
      [`TIMESTAMP('2020-10-25 02:30:00', 'Europe/Berlin')`, '1603585800000000'],
      [`TIMESTAMP('2020-03-29 02:30:00', 'Europe/Berlin')`, /daylight saving time skips is not supported/],
      [`TIMESTAMP_TRUNC('2008-12-25 15:30:00+00', DAY, 'America/Los_Angeles')`, '1230192000000000'],
      [`DATE(TIMESTAMP '1969-12-31 23:59:59.5'), DATE(TIMESTAMP '0001-01-01')`, ['1969-12-31', '0001-01-01']],
      [`TIMESTAMP_TRUNC(TIMESTAMP '1969-12-31 22:30:00', HOUR)`, '-7200000000'],
      [
        `EXTRACT(HOUR FROM TIMESTAMP '1969-12-31 22:30:00.5'), EXTRACT(ISOYEAR FROM t) FROM (SELECT CAST(NULL AS TIMESTAMP) AS t)`,
        ['22', null],
      ],
      [`TIMESTAMP_SUB(TIMESTAMP '0001-01-01', INTERVAL 1 MICROSECOND)`, /TIMESTAMP overflow/],
      [`TIMESTAMP_ADD(TIMESTAMP '2020-02-29', INTERVAL -36 HOUR)`, '1582804800000000'],
      [`PARSE_TIMESTAMP('%F %T%Ez', '2020-01-01 00:00:00+01:00', 'America/New_York')`, '1577833200000000'],
      [`TIMESTAMP '2020-01-31' + INTERVAL 1 MONTH`, /not supported for intervals with non-zero MONTH/],
      [`TIMESTAMP_DIFF('2018-01-01 01:00:00', TIMESTAMP '2018-01-01 00:59:59', HOUR)`, '0'],
    ],
  },
  {
    reference: `${functions}/aggregate_functions`,
    cases: [
      ['ARRAY_AGG(x) FROM UNNEST([1, NULL]) AS x', /Array cannot have a null element/],
      [`STRING_AGG(DISTINCT x, ',' ORDER BY x LIMIT 2) FROM UNNEST(['b', 'a', 'b', 'c']) AS x`, 'a,b'],
      [
        `STRING_AGG(DISTINCT x ORDER BY y) FROM UNNEST([STRUCT('a' AS x, 1 AS y)])`,
        /can only ORDER BY expressions/,
      ],
      [
        `APPROX_TOP_COUNT(x, 2) FROM UNNEST(['a', 'b', 'a', NULL, NULL, NULL]) AS x`,
        [
          [null, '3'],
          ['a', '2'],
        ],
      ],
      [`APPROX_TOP_SUM(x, w, 1) FROM UNNEST([STRUCT('a' AS x, 1 AS w), ('c', NULL)])`, [['a', '1']]],
      ['CORR(x, x) FROM UNNEST([1]) AS x', null],
      ['APPROX_QUANTILES(x, 2) FROM UNNEST([3, NULL, 1, 2]) AS x', ['1', '2', '3']],
      ['APPROX_QUANTILES(x, 2 RESPECT NULLS)[OFFSET(1)] FROM UNNEST([3, NULL, 1]) AS x', '1'],
      ['EXISTS (SELECT 1 FROM UNNEST(l) AS x WHERE x > y) FROM (SELECT [1, 2, NULL] AS l, 1 AS y)', 'true'],
      [
        'EXISTS (SELECT 1 FROM UNNEST(l) AS x WHERE x > 1) FROM (SELECT CAST(NULL AS ARRAY<INT64>) AS l)',
        'false',
      ],
      ['(SELECT SUM(x)) FROM UNNEST([1, 2]) AS x', /SELECT without FROM clause cannot use aggregation/],
      ['SUM(COUNT(*)) FROM UNNEST([1]) AS x', /Aggregations of aggregations are not allowed at \[1:12\]/],
      ['SAFE.SUM(x) FROM UNNEST([1]) AS x', /Function SUM does not support SAFE error mode/],
      [
        'COUNT(x) OVER (ORDER BY x RANGE 1 PRECEDING) FROM UNNEST(["a"]) AS x',
        /ORDER BY key must be numeric/,
      ],
      ['LAG(x IGNORE NULLS) OVER (ORDER BY x) FROM UNNEST([1]) AS x', /does not support IGNORE NULLS/],
      ['x FROM UNNEST([1]) AS x GROUP BY x ORDER BY x + y', /Unrecognized name: y/],
      [
        'a FROM (SELECT 1 AS a, 2 AS b) GROUP BY a ORDER BY b',
        /^ORDER BY clause expression references column b which is neither grouped nor aggregated at \[1:/,
      ],
      ['(SELECT b), COUNT(*) FROM (SELECT 1 AS a, 2 AS b) GROUP BY a', /column b which is neither grouped/],
      ['DISTINCT a FROM (SELECT 1 AS a, 2 AS b) ORDER BY b', /not visible after SELECT DISTINCT/],
      ['1 HAVING TRUE', /Query without FROM clause cannot have a HAVING clause/],
      ['* FROM (SELECT 1 AS a, 2 AS b) PIVOT (a + 1 FOR b IN (2))', /PIVOT expression must be an aggregate/],
    ],
  },
  {
    reference: `${functions}/query-syntax#set_operators`,
    cases: [
      ['1 UNION ALL SELECT 2 UNION DISTINCT SELECT 3', /Different set operations cannot be used .* at \[1:/],
      ['1 EXCEPT ALL SELECT 1', /EXCEPT ALL is not supported/],
      ['COUNT(*) FROM ((SELECT 1 UNION ALL SELECT 1) EXCEPT DISTINCT SELECT 2)', '1'],
    ],
  },
  {
    reference: `${functions}/debugging_functions#error`,
    cases: [
      [`CASE WHEN TRUE THEN 'x' ELSE ERROR('boom') END`, 'x'],
      [`IF(FALSE, DATE '2020-01-01', ERROR(CONCAT('bo', 'om')))`, /^boom$/],
      [`IF(TRUE, [1], ERROR('boom'))`, ['1']],
      [`IF(FALSE, 'x', CAST(ERROR('boom') AS STRING))`, /^boom$/],
      [`TO_JSON_STRING(STRUCT(ERROR('boom') AS x))`, /^boom$/],
      [`FORMAT('%t', ERROR('boom'))`, /^boom$/],
      [`1 + ERROR('boom')`, /^boom$/],
      [`ERROR('boom') IS NULL`, /^boom$/],
      [`x FROM (SELECT 1 AS x UNION ALL SELECT ERROR('boom'))`, /^boom$/],
    ],
  },
  {
    reference: `${functions}/lexical#literals`,
    cases: [
      ['1_000', /Missing whitespace between literal and alias at \[1:9\]/],
      ['0xFF, 1e2', ['255', '100.0']],
    ],
  },
  {
    reference: `${functions}/array_functions`,
    cases: [
      ['[1][OFFSET(1)]', /^Array index 1 is out of bounds \(overflow\)$/],
      ['ARRAY_FIRST(ARRAY<INT64>[])', /cannot get the first element of an empty array/],
      ['ARRAY_FIRST([3, 4]), ARRAY_LAST([3, 4])', ['3', '4']],
    ],
  },
  {
    reference: `${functions}/json_functions`,
    cases: [
      [
        `JSON_VALUE('{"a":{"b":1.10}}', '$.a.b'), JSON_VALUE(JSON '{"a":{"b":1.10}}', '$.a.b')`,
        ['1.10', '1.1'],
      ],
      [
        `JSON_VALUE(j, '$.a'), JSON_VALUE(j, '$.b.a') FROM (SELECT JSON '{"b":{"a":0.30000000000000004},"a":0.00001}' AS j)`,
        ['1e-05', '0.30000000000000004'],
      ],
      [`CAST(JSON_VALUE(JSON '{"a":64.70000000000002}', '$.a') AS NUMERIC)`, '64.7'],
      [`JSON_QUERY('{"a":{"b":0.123456789012345678}}', '$.a')`, '{"b":0.123456789012345678}'],
      [`JSON_VALUE(JSON '{"a":[9007199254740993]}', '$.a[0]')`, '9007199254740993'],
      [`PARSE_JSON('0.123456789012345678')`, /cannot round-trip through string representation/],
      [`PARSE_JSON('0.123456789012345678', wide_number_mode => 'round')`, '0.12345678901234568'],
      [`JSON_QUERY('{"a":null}', '$.a'), JSON_QUERY(JSON '{"a":null}', '$.a')`, [null, 'null']],
      [
        'TO_JSON_STRING(CAST(NULL AS FLOAT64)), TO_JSON_STRING([1.5, NULL]), JSON_ARRAY(CAST(NULL AS FLOAT64))',
        ['null', '[1.5,null]', '[null]'],
      ],
      [`INT64(JSON '10.0')`, '10'],
      [`INT64(JSON '10.5')`, /cannot be converted to an int64/],
      [`TO_JSON_STRING((JSON '{"a":[1e20]}').a)`, '[1e+20]'],
    ],
  },
]
