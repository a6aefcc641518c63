/** Features that Google's SQL analyzer accepts and the BigQuery emulator refuses, each with an example statement. Used by the tests and
 * the documentation. */

export interface StricterRule {
  feature: string
  /** A refused statement. It can use the table `shop.events` (event_id STRING, email STRING). */
  example: string
  /** Pattern of the error message. */
  message: RegExp
  /** True if the error names the feature as not supported, false if it is BigQuery's own error. */
  isByName: boolean
  /** Why the emulator is stricter. */
  reason: string
}

const missing = 'Not supported.'

function byName(feature: string, example: string, message: RegExp, reason = missing): StricterRule {
  return { feature, example, message, isByName: true, reason }
}

/** Creates a rule for a statement that is rejected with BigQuery's own error message. */
function byGooglesError(feature: string, example: string, message: RegExp, reason: string): StricterRule {
  return { feature, example, message, isByName: false, reason }
}

const duckDb = 'DuckDB has no such value.'
const running = 'BigQuery refuses it, too, but only when the query runs.'
const service = 'The service refuses it, though its SQL analyzer does not.'

export const stricterRules: readonly StricterRule[] = [
  byName(
    'STRUCT with two members of one name',
    'SELECT STRUCT(1 AS a, 2 AS a)',
    /^STRUCT with two members/,
    duckDb,
  ),
  byName(
    'Mathematical functions of NUMERIC that are not exact',
    'SELECT SQRT(NUMERIC "2")',
    /^This function of NUMERIC /,
  ),
  byName(
    'A subquery in GROUP BY',
    'SELECT COUNT(*) FROM shop.events GROUP BY (SELECT 1)',
    /^A subquery in GROUP BY /,
  ),
  byName(
    'IN of a subquery or an array with STRUCT',
    'SELECT (1, 2) IN (SELECT (1, 2))',
    /^IN (?:of a subquery|UNNEST) with STRUCT /,
  ),
  byName(
    "An aggregate of nothing but an outer query's columns",
    'SELECT (SELECT MAX(a.email) FROM shop.events AS b) FROM shop.events AS a',
    / of nothing but an outer query's columns /,
  ),
  byName(
    'HAVING MAX and HAVING MIN in other aggregates than ANY_VALUE',
    'SELECT SUM(1 HAVING MAX email) FROM shop.events',
    /\(… HAVING (?:MAX|MIN) …\) /,
  ),
  byName(
    'DISTINCT in approximate aggregates, MAX_BY and MIN_BY',
    'SELECT APPROX_COUNT_DISTINCT(DISTINCT email) FROM shop.events',
    /\(DISTINCT …\) /,
  ),
  byName(
    'OVER after approximate aggregates and ARRAY_CONCAT_AGG',
    'SELECT APPROX_COUNT_DISTINCT(email) OVER () FROM shop.events',
    /\(…\) OVER /,
  ),
  byName(
    'SUM and AVG of INTERVAL',
    'SELECT SUM(INTERVAL 1 DAY) FROM shop.events',
    /^(?:SUM|AVG) of INTERVAL /,
  ),
  byName(
    'INTERVAL from a text, with several parts, or divided',
    'SELECT INTERVAL "1" DAY',
    /^INTERVAL (?:of a STRING|…|\/)/,
  ),
  byName(
    'EXTRACT from an INTERVAL or a text',
    'SELECT EXTRACT(DAY FROM INTERVAL 1 DAY)',
    /^EXTRACT from an? /,
  ),
  byName('Bitwise operators of BYTES', "SELECT b'a' ^ b'b'", /^Bitwise operators of BYTES /),
  byName('INTERVAL in JSON', 'SELECT TO_JSON(INTERVAL 1 DAY)', /^INTERVAL in JSON /),
  byName(
    'Date functions of another type than the one they are named after',
    'SELECT DATE_ADD(CURRENT_DATETIME(), INTERVAL 1 DAY)',
    /^(?:FORMAT_)?(?:DATE|DATETIME|TIMESTAMP)_?\w* of (?:DATE|DATETIME|TIMESTAMP) /,
  ),
  byName(
    'FORMAT of STRUCT, and of ARRAY with a pattern that is no literal',
    'SELECT FORMAT("%t", STRUCT(1))',
    /^FORMAT of /,
  ),
  byName(
    'PERCENTILE_CONT and PERCENTILE_DISC with RESPECT NULLS or without OVER',
    'SELECT PERCENTILE_CONT(1, 0.5) FROM shop.events',
    /^PERCENTILE_/,
  ),
  byName(
    'PIVOT of an expression',
    'SELECT * FROM shop.events PIVOT (COUNT(*) FOR LOWER(email) IN ("a"))',
    /^PIVOT of an expression /,
  ),
  byName(
    'UNPIVOT of a qualified column',
    'SELECT * FROM shop.events AS e UNPIVOT (v FOR name IN (e.email))',
    /^UNPIVOT of a qualified column /,
  ),
  byName(
    'ROLLUP or CUBE of several columns at once',
    'SELECT 1 FROM shop.events GROUP BY ROLLUP((event_id, email))',
    /^ROLLUP or CUBE of several/,
  ),
  byName(
    'UPDATE of an array element',
    'UPDATE shop.events SET email[0] = "a" WHERE TRUE',
    /^UPDATE of an array element /,
  ),
  byName(
    'A parameterized type but of a column, a variable or a cast',
    'SELECT ARRAY<STRING(1)>["a"]',
    /^A parameterized type of /,
  ),
  byName('CAST … FORMAT', 'SELECT CAST(CURRENT_DATE() AS STRING FORMAT "YYYY")', /^CAST … FORMAT /),
  byName(
    'Types, functions, statements and clauses of the lists above',
    'SELECT CAST("1" AS BIGNUMERIC)',
    /^(?:Type|Function|Statement|System variable|Named argument|Argument) /,
  ),
  byGooglesError(
    'SAFE. before aggregate and window functions',
    'SELECT SAFE.SUM(1) FROM shop.events',
    /does not support SAFE error mode/,
    service,
  ),
  byGooglesError(
    'EXCEPT ALL and INTERSECT ALL',
    'SELECT 1 EXCEPT ALL SELECT 1',
    /^Syntax error: (?:EXCEPT|INTERSECT) ALL/,
    service,
  ),
  byName(
    'A bucket width in months, quarters or years',
    'SELECT DATE_BUCKET(CURRENT_DATE(), INTERVAL 1 MONTH)',
    /^A bucket width in months/,
  ),
  byGooglesError(
    'A date part that the function does not take',
    'SELECT TIME_TRUNC(CURRENT_TIME(), MONTH)',
    /^A valid date part name is required|does not support the \w+(?:\(\w+\))? date part/,
    running,
  ),
  byGooglesError(
    'An invalid JSONPath',
    'SELECT JSON_VALUE("{}", "a")',
    /JSONPath|^Invalid token in JSONPath/,
    running,
  ),
  byName('JSON_OBJECT of arrays', 'SELECT JSON_OBJECT(["a"], [1])', /^JSON_OBJECT of arrays /),
  byName(
    'REGEXP_EXTRACT, REGEXP_SUBSTR and REGEXP_EXTRACT_ALL: of BYTES, with a pattern that is not a literal, from a position with a pattern that looks before it',
    'SELECT REGEXP_EXTRACT_ALL("a", email) FROM shop.events',
    /^REGEXP_\w+ (?:of BYTES|with a pattern|from a position) /,
  ),
  byGooglesError(
    'Element access in a STRUCT or an untyped NULL',
    'SELECT STRUCT(1)[0]',
    /^Element access using \[\w*(?:\(\))?\] is not supported on values of type (?:STRUCT|INT64)/,
    service,
  ),
  byGooglesError(
    'A wide_number_mode that does not exist',
    'SELECT PARSE_JSON("1", wide_number_mode => "x")',
    /^Argument wide_number_mode of PARSE_JSON/,
    running,
  ),
  byName(
    'DEFAULT for a member of a column',
    'CREATE TABLE shop.nested (s STRUCT<a INT64>); UPDATE shop.nested SET s.a = DEFAULT WHERE TRUE',
    /^DEFAULT for a member /,
  ),
  byName(
    'An aggregate in QUALIFY of a SELECT that has no other and no GROUP BY',
    'SELECT 1 FROM shop.events QUALIFY RANK() OVER (ORDER BY COUNT(*)) = 1',
    /^An aggregate in QUALIFY /,
  ),
  byName(
    'PIVOT of a cast',
    'SELECT * FROM shop.events PIVOT (CAST(COUNT(*) AS INT64) FOR email IN ("a"))',
    /^PIVOT of a cast /,
  ),
  byGooglesError(
    'CASE that compares an untyped NULL with an array',
    'SELECT CASE NULL WHEN [1] THEN 1 END',
    /^No matching signature for operator CASE for argument types: INT64, ARRAY/,
    missing,
  ),
]
