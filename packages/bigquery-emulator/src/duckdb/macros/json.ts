/** JSON access with BigQuery's NULL rules, as DuckDB macros. */

function isScalar(json: string): string {
  return `json_type(${json}) NOT IN ('OBJECT', 'ARRAY', 'NULL')`
}

/** Matches a number with more digits than a double has. Repeated literally, because RE2's counted repetition is slow. */
const wide = `-?${'[0-9.]'.repeat(17)}`
/** Matches such a number anywhere in a document, except in strings, where a quote precedes it. */
const wideNumber = `(^|[:,\\[])\\s*${wide}`

function mayBeWide(json: string): string {
  return `regexp_matches(CAST(${json} AS VARCHAR), '${wideNumber}')`
}

/** The pattern of a wide number under the path's last name, which can be escaped. Without such a name, of any wide number. */
const lastName = `'"[^"\\\\/[:cntrl:]]+"$'`
const wideUnderPath = `CASE WHEN regexp_matches(p, ${lastName}) THEN '\\\\[u/][^"]*"\\s*:|' || regexp_escape(regexp_extract(p, ${lastName})) || '\\s*:\\s*${wide}' ELSE '${wideNumber}' END`

/** Returns the condition that BigQuery's text of a value can differ from DuckDB's: for objects, arrays and numbers that are not
 * integers. */
function isSpecial(t: string): string {
  return `regexp_matches(${t}, '^(?:[{\\[]|-?[0-9]+(?:\\.[0-9]+(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)$)')`
}

/** Returns the condition that BigQuery prints a double as DuckDB does. BigQuery prints small and large numbers with an exponent. */
function isPlain(t: string): string {
  return `regexp_matches(${t}, '^-?(?:[1-9][0-9]{0,14}\\.[0-9]+|0\\.0{0,3}[1-9][0-9]*|0\\.0)$')`
}

const elements = `list_transform(generate_series(0, CAST(json_array_length(j, p) AS BIGINT) - 1), lambda _i: json_extract(json_extract(j, p), '$[' || _i || ']'))`

function demand(types: string, value: string, error: string, what: string): string {
  return `CASE WHEN j IS NULL THEN NULL WHEN json_type(j) IN (${types}) THEN ${value} ELSE ${error}('The provided JSON input is not ${what}') END`
}

export const jsonMacros = [
  `bq_json_value(j, p) AS bq_json_scalar(CAST(j AS VARCHAR), p, json_extract_string(CAST(j AS VARCHAR), p))`,
  `bq_json_scalar(s, p, t) AS CASE WHEN NOT ${isSpecial('t')} THEN t WHEN ${isPlain('t')} AND NOT regexp_matches(s, ${wideUnderPath}) THEN t WHEN t IS NOT NULL THEN bq_json_scalar_text(s, p) END`,
  // The same for many paths. It uses only the list's own vectors, because a query can have a thousand of them.
  `bq_json_scalars(s, ps, ts) AS CASE WHEN list_contains(list_transform(ts, lambda _t: CASE WHEN NOT ${isSpecial('_t')} THEN false WHEN ${isPlain('_t')} THEN regexp_matches(s, '${wideNumber}') ELSE true END), true) THEN bq_json_scalar_texts(s, ps, ts) ELSE ts END`,
  `bq_json_extract(j, p) AS CASE WHEN regexp_matches(CAST(json_extract(j, p) AS VARCHAR), '[0-9][.eE]') AND (${mayBeWide('j')} OR regexp_matches(CAST(json_extract(j, p) AS VARCHAR), '${wideNumber}|[0-9][eE]')) THEN CAST(bq_json_slice(CAST(j AS VARCHAR), p) AS JSON) ELSE json_extract(j, p) END`,
  `bq_json_parts(s, ps, js) AS CASE WHEN list_contains(list_transform(js, lambda _t: CASE WHEN NOT regexp_matches(CAST(_t AS VARCHAR), '[0-9][.eE]') THEN false ELSE regexp_matches(s, '${wideNumber}') OR regexp_matches(CAST(_t AS VARCHAR), '${wideNumber}|[0-9][eE]') END), true) THEN CAST(bq_json_slices(s, ps, CAST(js AS VARCHAR[])) AS JSON[]) ELSE js END`,
  `bq_json_value_of_string(s, p) AS CASE WHEN json_valid(s) THEN CASE WHEN json_type(s, p) = 'DOUBLE' THEN bq_json_slice(s, p) WHEN ${isScalar('s, p')} THEN json_extract_string(s, p) END END`,
  `bq_json_query_of_string(s, p) AS CASE WHEN json_valid(s) AND json_type(s, p) <> 'NULL' THEN CASE WHEN regexp_matches(CAST(json_extract(s, p) AS VARCHAR), '[0-9][.eE]') THEN bq_json_slice(s, p) ELSE CAST(json_extract(s, p) AS VARCHAR) END END`,
  `bq_json_array(j, p) AS CASE WHEN json_type(j, p) = 'ARRAY' THEN CASE WHEN ${mayBeWide('j')} THEN CAST(bq_json_items(CAST(j AS VARCHAR), p) AS JSON[]) ELSE ${elements} END END`,
  `bq_json_array_of_string(s, p) AS CASE WHEN json_valid(s) THEN bq_json_array(CAST(s AS JSON), p) END`,
  `bq_json_value_array(j, p) AS CASE WHEN json_type(j, p) = 'ARRAY' THEN CASE WHEN len(list_filter(CAST(json_extract(j, p) AS JSON[]), lambda _x: json_type(_x) IN ('OBJECT', 'ARRAY'))) > 0 THEN NULL ELSE list_transform(CAST(json_extract(j, p) AS JSON[]), lambda _x: json_extract_string(_x, '$')) END END`,
  `bq_json_value_array_of_string(s, p) AS CASE WHEN json_valid(s) THEN bq_json_value_array(CAST(s AS JSON), p) END`,
  `bq_json_type(j) AS CASE json_type(j) WHEN 'OBJECT' THEN 'object' WHEN 'ARRAY' THEN 'array' WHEN 'VARCHAR' THEN 'string' WHEN 'BOOLEAN' THEN 'boolean' WHEN 'NULL' THEN 'null' ELSE CASE WHEN j IS NOT NULL THEN 'number' END END`,
  `bq_json_string(j) AS ${demand(`'VARCHAR'`, `json_extract_string(j, '$')`, 'bq_error_string', 'a string')}`,
  `bq_json_bool(j) AS ${demand(`'BOOLEAN'`, `CAST(json_extract_string(j, '$') AS BOOLEAN)`, 'bq_error_bool', 'a boolean')}`,
  `bq_json_int64(j) AS ${demand(`'UBIGINT', 'BIGINT', 'DOUBLE'`, `CASE WHEN json_type(j) <> 'DOUBLE' THEN CAST(json_extract_string(j, '$') AS BIGINT) WHEN CAST(j AS DOUBLE) = trunc(CAST(j AS DOUBLE)) THEN CAST(CAST(j AS DOUBLE) AS BIGINT) ELSE bq_error_int64('The provided JSON number: ' || j || ' cannot be converted to an int64 without loss of precision') END`, 'bq_error_int64', 'an integer')}`,
  `bq_json_float64(j) AS ${demand(`'UBIGINT', 'BIGINT', 'DOUBLE'`, `CAST(json_extract_string(j, '$') AS DOUBLE)`, 'bq_error_double', 'a number')}`,
  `bq_json_integer(x) AS CASE WHEN x BETWEEN -9007199254740992 AND 9007199254740992 THEN CAST(x AS VARCHAR) ELSE '"' || x || '"' END`,
  `bq_json_float(x) AS CASE WHEN x IS NULL THEN NULL WHEN isfinite(x) THEN bq_float_text(x) WHEN isnan(x) THEN '"NaN"' WHEN x > 0 THEN '"Infinity"' ELSE '"-Infinity"' END`,
  `bq_json_double(x) AS CASE WHEN isfinite(x) THEN bq_json_float_text(x) ELSE bq_json_float(x) END`,
  `bq_json_numeric_string(x) AS CASE WHEN x = trunc(x) AND x BETWEEN -9007199254740992 AND 9007199254740992 THEN bq_numeric_text(x) ELSE '"' || bq_numeric_text(x) || '"' END`,
  `bq_json_numeric(x) AS CASE WHEN x = trunc(x) AND x BETWEEN -9223372036854775808 AND 18446744073709551615 THEN bq_numeric_text(x) ELSE bq_json_double(CAST(CAST(x AS VARCHAR) AS DOUBLE)) END`,
  `bq_json_quoted(x) AS CASE WHEN regexp_matches(x, '[\\x00-\\x1f]') THEN bq_json_escaped(x) ELSE CAST(to_json(x) AS VARCHAR) END`,
  `bq_json_quoted_string(x) AS replace(replace(bq_json_quoted(x), chr(8232), '\\u2028'), chr(8233), '\\u2029')`,
]
