/** Names, reserved words, untyped NULLs and groups in GoogleSQL: queries with the result or the error that the reference documents. */
import type { Section } from './semantics.ts'

const reference = 'https://cloud.google.com/bigquery/docs/reference/standard-sql'
/** A table, a WITH table and an UNNEST with the names of columns. */
const way = '(SELECT "a" AS way, 1 AS n UNION ALL SELECT "b", 2) AS way'
const w = '(SELECT "a" AS way, 1 AS n UNION ALL SELECT "b", 2) AS w'

export const nameSections: readonly Section[] = [
  {
    reference: `${reference}/query-syntax#range_variables`,
    cases: [
      [`TO_JSON_STRING(way) FROM ${way} WHERE n = 1`, '{"way":"a","n":1}'],
      [`way.way FROM ${way} WHERE way.way = "b"`, 'b'],
      [`way FROM ${w} WHERE way = "b"`, 'b'],
      [
        `1 FROM ${way} WHERE way = "a"`,
        /^No matching signature for operator = for argument types: STRUCT<way STRING, n INT64>, STRING/,
      ],
      [
        `LOGICAL_OR(way = "a") FROM ${way}`,
        /^No matching signature for operator = for argument types: STRUCT/,
      ],
      [
        `SUM(decided) FROM (SELECT 1 AS decided) AS decided`,
        /^No matching signature for function SUM for argument types: STRUCT<decided INT64>/,
      ],
      [`SUM(decided.decided) FROM (SELECT 1 AS decided) AS decided`, '1'],
      [`(SELECT MAX(x.x) FROM (SELECT 1 AS x) AS x WHERE x.x = way.n) FROM ${way} WHERE n = 1`, '1'],
      [`(SELECT way FROM (SELECT "inner" AS way)) FROM ${way} WHERE n = 1`, 'inner'],
      [`(SELECT TO_JSON_STRING(way) FROM (SELECT 3 AS n)) FROM ${way} WHERE way.n = 1`, '{"way":"a","n":1}'],
      ['TO_JSON_STRING(x) FROM UNNEST([STRUCT(1 AS x)]) AS x', '{"x":1}'],
      ['x FROM UNNEST([1]) AS x, (SELECT "column" AS x) AS y', '1'],
      ['o FROM UNNEST(["a"]) AS u WITH OFFSET AS o, (SELECT "column" AS o) AS y', '0'],
      ['way.other FROM (SELECT 1 AS n) AS way', /^Name other not found inside way/],
      [`shop.t.n FROM (SELECT 1 AS n) AS t`, /^Unrecognized name: shop/],
      [`1 FROM (SELECT 1) AS a, (SELECT 2) AS A`, /^Duplicate table alias A in the same FROM clause/],
      [`1 FROM (SELECT [1] AS l) AS t, l`, /must be qualified with a dataset/],
      [`x FROM (SELECT [1] AS l) AS t, t.l AS x`, '1'],
    ],
  },
  {
    reference: `${reference}/query-syntax#having_clause`,
    cases: [
      ['x, COUNT(*) * 0.5 AS h FROM UNNEST([1, 1, 2]) AS x GROUP BY x HAVING h >= 1', ['1', '1.0']],
      ['x FROM UNNEST([1, 1, 2]) AS x GROUP BY x HAVING AVG(x) > 1.5 * 1.2 + 0.1', '2'],
      ['SUM(x) - 0.5 FROM UNNEST([1, 2]) AS x HAVING SUM(x) * 1.5 - COUNT(*) * 2.0 < 1', '2.5'],
      ['COUNT(*) FROM UNNEST([1e308]) AS x HAVING SUM(x) * 10.0 * 2.0 > 1', /^double overflow/],
      [
        'x FROM UNNEST([1, 1, 2]) AS x GROUP BY x HAVING COUNT(*) * 0.5 > 0 QUALIFY RANK() OVER (ORDER BY COUNT(*) * -0.5) = 1',
        '1',
      ],
    ],
  },
  {
    reference: `${reference}/navigation_functions#percentile_cont`,
    cases: [
      ['PERCENTILE_CONT(x, 0.5) OVER () FROM UNNEST([NUMERIC "1.5", 2, NULL, 10, 20]) AS x LIMIT 1', '6.0'],
      [
        'PERCENTILE_CONT(x, NUMERIC "0.333333333") OVER () FROM UNNEST([NUMERIC "1", 2]) AS x LIMIT 1',
        '1.333333333',
      ],
      [
        'PERCENTILE_CONT(x, NUMERIC "0") OVER (), PERCENTILE_CONT(x, NUMERIC "1") OVER () FROM UNNEST([NUMERIC "1", 2]) AS x LIMIT 1',
        ['1', '2'],
      ],
      ['PERCENTILE_CONT(x, NUMERIC "0.25") OVER () FROM UNNEST([NUMERIC "-2", 1]) AS x LIMIT 1', '-1.25'],
      [
        'PERCENTILE_CONT(x, NUMERIC "0.5") OVER () FROM UNNEST([NUMERIC "0", NUMERIC "-0.000000001"]) AS x LIMIT 1',
        '-0.000000001',
      ],
      ['PERCENTILE_CONT(CAST(x AS NUMERIC), NUMERIC "0.5") OVER () FROM UNNEST([NULL]) AS x', null],
      [
        'PERCENTILE_CONT(x, NUMERIC "0.5") OVER () FROM UNNEST([NUMERIC "1000000000"]) AS x',
        /^PERCENTILE_CONT of a NUMERIC of 1000000000 or more is not supported/,
      ],
    ],
  },
  {
    reference: `${reference}/query-syntax#using_clause`,
    cases: [
      [
        '* FROM (FROM (SELECT 1 AS x) AS a JOIN (SELECT 1 AS x, 2 AS y) AS b USING (x) |> WHERE TRUE)',
        ['1', '2'],
      ],
      [
        '* FROM (SELECT 1 AS p, 2 AS x) AS a JOIN (SELECT 2 AS x, 3 AS y) AS b USING (x) JOIN (SELECT 3 AS y) AS c USING (y)',
        ['3', '2', '1'],
      ],
      [
        'x FROM (SELECT 1 AS x) AS a JOIN (SELECT 1 AS x) AS b USING (x) JOIN (SELECT 2 AS x) AS c ON TRUE',
        /^Column name x is ambiguous/,
      ],
      [
        'x FROM (SELECT 1 AS x) AS x JOIN (SELECT 1 AS x) AS b USING (x)',
        /^Name x in USING clause is a table alias, not a column name, on left side of join/,
      ],
    ],
  },
  {
    reference: `${reference}/query-syntax#alias_ambiguity`,
    cases: [
      [
        'n AS m, way AS n FROM (SELECT "a" AS way, 1 AS n UNION ALL SELECT "b", 0) ORDER BY n LIMIT 1',
        ['1', 'a'],
      ],
      [`n AS way FROM ${w} GROUP BY n HAVING way = 2`, '2'],
      [`SUM(n) AS n FROM ${w} HAVING SUM(n) > 1`, /^Aggregations of aggregations are not allowed/],
      [`SUM(n) AS total FROM ${w} HAVING total > 1`, '3'],
      [`n, n FROM ${w} ORDER BY n`, /^Column name n is ambiguous/],
      [`n AS a, way AS a FROM ${w} GROUP BY a`, /^Name a in GROUP BY clause is ambiguous/],
      [
        `RANK() OVER (ORDER BY n) AS r FROM ${w} GROUP BY n HAVING r = 1`,
        /^Column r contains an analytic function, which is not allowed in HAVING clause/,
      ],
    ],
  },
  {
    reference: `${reference}/lexical#reserved_keywords`,
    cases: [
      ['1 AS at', /^Syntax error: Unexpected keyword AT/],
      ['1 AS from', /^Syntax error: Unexpected keyword FROM/],
      ['1 AS `at`', '1'],
      ['t.at FROM (SELECT 1 AS `at`) AS t', '1'],
      ['at FROM (SELECT 1 AS `at`)', /^Syntax error: Unexpected keyword AT/],
      ['STRUCT(1 AS select)', /^Syntax error: Unexpected keyword SELECT/],
      ['x FROM UNNEST([1]) AS group', /^Syntax error: Unexpected keyword GROUP/],
      ['* EXCEPT (at) FROM (SELECT 1 AS `at`, 2 AS b)', /^Syntax error: Unexpected keyword AT/],
      [
        '1 FROM (SELECT 1 AS a) AS t JOIN (SELECT 1 AS a) AS u USING (at)',
        /^Syntax error: Unexpected keyword AT/,
      ],
      ['CAST(NULL AS STRUCT<at INT64>)', /^Syntax error: Unexpected keyword AT/],
      ['1 AS offset, 2 AS value', ['1', '2']],
    ],
  },
  {
    reference: `${reference}/query-syntax#set_operators`,
    cases: [
      ['CURRENT_DATE() IS NULL UNION ALL SELECT NULL LIMIT 1', 'false'],
      ['DATE "2024-01-01" AS d UNION ALL SELECT NULL ORDER BY d DESC LIMIT 1', '2024-01-01'],
      [
        `DATE "2024-01-01" UNION ALL SELECT NULL FROM ${w} GROUP BY n HAVING COUNT(*) > 0`,
        /^Column 1 in UNION ALL has incompatible types: DATE, INT64/,
      ],
      [
        `DATE "2024-01-01" UNION ALL SELECT DISTINCT NULL FROM ${w}`,
        /^Column 1 in UNION ALL has incompatible types: DATE, INT64/,
      ],
      [
        'DATE "2024-01-01" UNION ALL (SELECT NULL LIMIT 1)',
        /^Column 1 in UNION ALL has incompatible types: DATE, INT64/,
      ],
      [
        `DATE "2024-01-01", 1 UNION ALL SELECT NULL, ROW_NUMBER() OVER () FROM ${w}`,
        /^Column 1 in UNION ALL has incompatible types: DATE, INT64/,
      ],
      [
        'DATE "2024-01-01" UNION ALL SELECT x FROM (SELECT NULL AS x)',
        /^Column 1 in UNION ALL has incompatible types: DATE, INT64/,
      ],
      [
        `["a"] UNION ALL (SELECT [] LIMIT 1)`,
        /^Column 1 in UNION ALL has incompatible types: ARRAY<STRING>, ARRAY<INT64>/,
      ],
      ['COUNT(*) FROM (SELECT NULL UNION ALL SELECT NULL UNION ALL SELECT DATE "2024-01-01")', '3'],
      [
        'TO_JSON_STRING(x) FROM (SELECT 1 AS x UNION ALL SELECT 1.5 UNION ALL SELECT NUMERIC "2") WHERE x = 1.5',
        '"1.5"',
      ],
      ['AS STRUCT 1 AS n UNION ALL SELECT AS STRUCT 2 AS n ORDER BY n', /^Unrecognized name: n/],
      [
        'SUM(x) OVER (ORDER BY x RANGE BETWEEN -1 PRECEDING AND CURRENT ROW) FROM UNNEST([1]) AS x',
        /^Window framing expression cannot evaluate to a negative value/,
      ],
      [
        'JSON "1" UNION DISTINCT SELECT JSON "1"',
        /^Column 1 in UNION DISTINCT has type that does not support set operation comparisons: JSON/,
      ],
    ],
  },
  {
    reference: `${reference}/query-syntax#group_by_clause`,
    cases: [
      [`n + 1 FROM ${w} GROUP BY n + 1 ORDER BY 1 LIMIT 1`, '2'],
      [`UPPER(s.a) FROM (SELECT STRUCT("x" AS a) AS s) GROUP BY SAFE_CAST(s.a AS STRING)`, 'X'],
      [
        `n + 1 + 1 FROM ${w} GROUP BY n + 1`,
        /^SELECT list expression references column n which is neither grouped nor aggregated/,
      ],
      [
        `n + 1 AS m FROM ${w} GROUP BY n + 1 ORDER BY m`,
        /^SELECT list expression references column n which is neither grouped nor aggregated/,
      ],
      [`n + 1 AS m FROM ${w} GROUP BY m ORDER BY m LIMIT 1`, '2'],
      [`UPPER(s.a) FROM (SELECT STRUCT("x" AS a) AS s) GROUP BY s.a`, 'X'],
      [
        `COUNT(*) FROM ${w} GROUP BY ROLLUP(n), way`,
        /^The GROUP BY clause only supports ROLLUP when there are no other grouping elements/,
      ],
    ],
  },
]
