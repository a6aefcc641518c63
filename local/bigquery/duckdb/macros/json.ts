/** JSON access with BigQuery's NULL rules, as DuckDB macros. */

const isScalar = (json: string): string => `json_type(${json}) NOT IN ('OBJECT', 'ARRAY', 'NULL')`
/** A number of more digits than a double has: spelled out, for RE2 counts slowly. Within a text it has a quote before it. */
const wideNumber = `(^|[:,\\[])\\s*-?${'[0-9.]'.repeat(17)}`
const mayBeWide = (json: string): string => `regexp_matches(CAST(${json} AS VARCHAR), '${wideNumber}')`
/** DuckDB's text of a double that BigQuery prints so, too: small numbers have an exponent there, and large ones. */
const isPlain = (number: string): string =>
  `regexp_full_match(${number}, '-?([1-9][0-9]*\\.[0-9]+|0\\.0{0,3}[1-9][0-9]*|0\\.0)') AND (strlen(${number}) <= 17 OR NOT suffix(${number}, '.0'))`
/** Whether the number under the path is written so: its name stands in the document once, and the number after it. */
const isWrittenAs = (number: string): string => {
  const name = `regexp_extract(p, '"[^"\\\\]+"$') || ':'`
  const follows = (next: string): string => `contains(CAST(j AS VARCHAR), ${name} || ${number} || '${next}')`
  return `suffix(p, '"') AND NOT contains(CAST(j AS VARCHAR), '\\') AND len(string_split(CAST(j AS VARCHAR), ${name})) = 2 AND (${follows(',')} OR ${follows('}')})`
}
const elements = `list_transform(generate_series(0, CAST(json_array_length(j, p) AS BIGINT) - 1), lambda _i: json_extract(json_extract(j, p), '$[' || _i || ']'))`
const demand = (types: string, value: string, error: string, what: string): string =>
  `CASE WHEN j IS NULL THEN NULL WHEN json_type(j) IN (${types}) THEN ${value} ELSE ${error}('The provided JSON input is not ${what}') END`

export const jsonMacros = [
  `bq_json_value(j, p) AS bq_json_scalar(j, p, json_extract_string(j, p))`,
  // The first two branches spare most rows the type, which costs another walk through the document.
  `bq_json_scalar(j, p, t) AS CASE WHEN NOT regexp_matches(t, '^[{\\[]|[0-9][.eE]') THEN t WHEN strlen(t) <= 15 AND ${isPlain('t')} AND NOT ${mayBeWide('j')} THEN t WHEN json_type(j, p) = 'DOUBLE' THEN CASE WHEN ${isPlain('t')} AND ${isWrittenAs('t')} THEN t ELSE bq_json_number(CAST(j AS VARCHAR), p) END WHEN ${isScalar('j, p')} THEN t END`,
  `bq_json_extract(j, p) AS CASE WHEN regexp_matches(CAST(json_extract(j, p) AS VARCHAR), '[0-9][.eE]') AND (${mayBeWide('j')} OR regexp_matches(CAST(json_extract(j, p) AS VARCHAR), '${wideNumber}|[0-9][eE]')) THEN CAST(bq_json_slice(CAST(j AS VARCHAR), p) AS JSON) ELSE json_extract(j, p) END`,
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
]
