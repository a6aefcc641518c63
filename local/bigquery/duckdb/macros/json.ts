/** JSON access with BigQuery's NULL rules, as DuckDB macros. */

const isScalar = (json: string): string => `json_type(${json}) NOT IN ('OBJECT', 'ARRAY', 'NULL')`
const elements = `list_transform(generate_series(0, CAST(json_array_length(j, p) AS BIGINT) - 1), lambda _i: json_extract(json_extract(j, p), '$[' || _i || ']'))`
const demand = (types: string, value: string, error: string, what: string): string =>
  `CASE WHEN j IS NULL THEN NULL WHEN json_type(j) IN (${types}) THEN ${value} ELSE ${error}('The provided JSON input is not ${what}') END`

export const jsonMacros = [
  `bq_json_value(j, p) AS CASE WHEN ${isScalar('j, p')} THEN json_extract_string(j, p) END`,
  `bq_json_value_of_string(s, p) AS CASE WHEN json_valid(s) THEN bq_json_value(CAST(s AS JSON), p) END`,
  `bq_json_query_of_string(s, p) AS CASE WHEN json_valid(s) THEN CAST(json_extract(s, p) AS VARCHAR) END`,
  `bq_json_array(j, p) AS CASE WHEN json_type(j, p) = 'ARRAY' THEN ${elements} END`,
  `bq_json_array_of_string(s, p) AS CASE WHEN json_valid(s) THEN bq_json_array(CAST(s AS JSON), p) END`,
  `bq_json_value_array(j, p) AS CASE WHEN json_type(j, p) = 'ARRAY' THEN CASE WHEN len(list_filter(CAST(json_extract(j, p) AS JSON[]), lambda _x: json_type(_x) IN ('OBJECT', 'ARRAY'))) > 0 THEN NULL ELSE list_transform(CAST(json_extract(j, p) AS JSON[]), lambda _x: json_extract_string(_x, '$')) END END`,
  `bq_json_type(j) AS CASE json_type(j) WHEN 'OBJECT' THEN 'object' WHEN 'ARRAY' THEN 'array' WHEN 'VARCHAR' THEN 'string' WHEN 'BOOLEAN' THEN 'boolean' WHEN 'NULL' THEN 'null' ELSE CASE WHEN j IS NOT NULL THEN 'number' END END`,
  `bq_json_string(j) AS ${demand(`'VARCHAR'`, `json_extract_string(j, '$')`, 'bq_error_string', 'a string')}`,
  `bq_json_bool(j) AS ${demand(`'BOOLEAN'`, `CAST(json_extract_string(j, '$') AS BOOLEAN)`, 'bq_error_bool', 'a boolean')}`,
  `bq_json_int64(j) AS ${demand(`'UBIGINT', 'BIGINT'`, `CAST(json_extract_string(j, '$') AS BIGINT)`, 'bq_error_int64', 'an integer')}`,
  `bq_json_float64(j) AS ${demand(`'UBIGINT', 'BIGINT', 'DOUBLE'`, `CAST(json_extract_string(j, '$') AS DOUBLE)`, 'bq_error_double', 'a number')}`,
  `bq_json_integer(x) AS CASE WHEN x BETWEEN -9007199254740992 AND 9007199254740992 THEN CAST(x AS VARCHAR) ELSE '"' || x || '"' END`,
  `bq_json_float(x) AS CASE WHEN isfinite(x) THEN bq_float_text(x) WHEN isnan(x) THEN '"NaN"' WHEN x > 0 THEN '"Infinity"' ELSE '"-Infinity"' END`,
]
