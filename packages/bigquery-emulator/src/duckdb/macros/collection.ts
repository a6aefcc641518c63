/** Arrays, strings by position, and aggregates over lists, as DuckDB macros. */
import { text } from '../../googlesql/duckdb_sql.ts'
import { mostBytes, tooLong } from '../output_limit.ts'

/** Returns SQL for the distinct values, including NULL, by descending weight. Values without a weight are last. */
function ranked(values: string, weight: string): string {
  return `list_sort(list_transform(list_concat(list_distinct(${values}), CASE WHEN len(${values}) > list_count(${values}) THEN [NULL] ELSE [] END), lambda _v: struct_pack(k := (${weight}) IS NOT NULL, w := ${weight}, v := _v)), 'DESC')`
}

function refusal(name: string): string {
  return `bq_error_string(${text(tooLong(name))})`
}

/** DuckDB builds a series at once, with about 90 bytes per element, which its memory limit doesn't include. */
const mostElements = 5_000_000

/** Returns SQL for the series, or for an error if it has too many elements. `gaps` is their number minus one. */
export function seriesOf(gaps: string, series: string, type: string): string {
  return `CASE WHEN ${gaps} >= ${mostElements} THEN [CAST(bq_error_string('An array of more than ${mostElements} elements is not supported by the local BigQuery') AS ${type})] ELSE ${series} END`
}

export const collectionMacros = [
  `bq_in_array(x, l) AS CASE WHEN l IS NULL OR len(l) = 0 THEN FALSE WHEN x IS NULL THEN NULL WHEN list_contains(l, x) THEN TRUE WHEN len(list_filter(l, lambda _z: _z IS NULL)) > 0 THEN NULL ELSE FALSE END`,
  `bq_offset(l, i) AS CASE WHEN i < 0 OR i >= len(l) THEN l[CAST(bq_error_int64('Array index ' || i || ' is out of bounds ' || CASE WHEN i < 0 THEN '(underflow)' ELSE '(overflow)' END) AS BIGINT)] ELSE l[i + 1] END`,
  `bq_safe_offset(l, i) AS CASE WHEN i < 0 OR i >= len(l) THEN NULL ELSE l[i + 1] END`,
  `bq_array_concat(a, b) AS CASE WHEN a IS NULL OR b IS NULL THEN NULL ELSE list_concat(a, b) END`,
  `bq_array_slice(l, s, e) AS CASE WHEN l IS NULL OR s IS NULL OR e IS NULL THEN NULL WHEN e = 9223372036854775807 THEN l[(CASE WHEN s < 0 THEN greatest(len(l) + s, 0) ELSE least(s, len(l)) END) + 1 :] WHEN s < -len(l) AND e < -len(l) THEN l[1:0] ELSE l[(CASE WHEN s < 0 THEN greatest(len(l) + s, 0) ELSE s END) + 1 : (CASE WHEN e < 0 THEN len(l) + e ELSE least(e, len(l) - 1) END) + 1] END`,
  `bq_array_is_distinct(l) AS (len(l) = len(list_distinct(l)) + CASE WHEN len(list_filter(l, lambda _z: _z IS NULL)) > 0 THEN 1 ELSE 0 END)`,
  `bq_array_text(l, d) AS CASE WHEN l IS NULL THEN NULL ELSE bq_join(list_filter(l, lambda _z: _z IS NOT NULL), d) END`,
  `bq_series(a, b, s) AS CASE WHEN a IS NULL OR b IS NULL OR s IS NULL THEN NULL WHEN s = 0 THEN [bq_error_int64('Sequence step cannot be 0.')] WHEN (s > 0 AND a > b) OR (s < 0 AND a < b) THEN []::BIGINT[] ELSE ${seriesOf('(CAST(b AS HUGEINT) - a) // s', 'generate_series(a, b, s)', 'BIGINT')} END`,
  `bq_quantiles(l, n, k) AS CASE WHEN n > 0 THEN list_select(list_sort(l, 'ASC', 'NULLS FIRST'), list_transform(generate_series(0, k), lambda _i: greatest(1, (_i * n + k - 1) // k))) END`,
  `bq_percentile_disc(l, p) AS CASE WHEN l IS NULL OR len(l) = 0 THEN NULL ELSE list_sort(l, 'ASC', 'NULLS FIRST')[bq_percentile_index(CAST(p AS DOUBLE), CAST(len(l) AS BIGINT))] END`,
  // Interpolates exactly: a product of two NUMERIC has 18 digits after the point, and the sum is rounded once.
  `bq_percentile_cont(l, p) AS CASE WHEN l IS NULL OR len(l) = 0 THEN NULL WHEN list_max(list_transform(l, lambda _z: abs(_z))) >= 1000000000 THEN CAST(bq_error_string('PERCENTILE_CONT of a NUMERIC of 1000000000 or more is not supported by the local BigQuery') AS DECIMAL(38,9)) ELSE bq_interpolated(list_sort(l), CAST(p AS DECIMAL(38,9)) * (len(l) - 1)) END`,
  `bq_interpolated(l, i) AS CAST(l[CAST(floor(i) AS BIGINT) + 1] * CAST(1 - (i - floor(i)) AS DECIMAL(12,9)) + l[least(CAST(floor(i) AS BIGINT) + 2, len(l))] * CAST(i - floor(i) AS DECIMAL(12,9)) AS DECIMAL(38,9))`,
  `bq_top_count(l, k) AS (list_transform(${ranked('l', 'len(list_filter(l, lambda _z: _z IS NOT DISTINCT FROM _v))')}, lambda _s: struct_pack("value" := _s.v, "count" := CAST(_s.w AS BIGINT))))[1:k]`,
  `bq_top_sum(l, k) AS (list_transform(${ranked(
    'list_transform(l, lambda _z: _z.v)',
    'list_sum(list_transform(list_filter(l, lambda _z: _z.v IS NOT DISTINCT FROM _v), lambda _z: _z.w))',
  )}, lambda _s: struct_pack("value" := _s.v, "sum" := _s.w)))[1:k]`,
  `bq_substr_from(s, p) AS CASE WHEN p < -length(s) OR p = 0 THEN s WHEN p < 0 THEN substr(s, length(s) + p + 1) ELSE substr(s, p) END`,
  `bq_substr(s, p, l) AS CASE WHEN l < 0 THEN bq_error_string('Third argument in SUBSTR() cannot be negative') WHEN p < -length(s) OR p = 0 THEN substr(s, 1, l) WHEN p < 0 THEN substr(s, length(s) + p + 1, l) ELSE substr(s, p, l) END`,
  `bq_left(s, n) AS CASE WHEN n < 0 THEN bq_error_string('Second argument in LEFT() cannot be negative') ELSE left(s, n) END`,
  `bq_right(s, n) AS CASE WHEN n < 0 THEN bq_error_string('Second argument in RIGHT() cannot be negative') ELSE right(s, n) END`,
  `bq_lpad(s, n, p) AS CASE WHEN n < 0 OR p = '' THEN bq_error_string('LPAD needs a length that is not negative and a pattern that is not empty') WHEN n > ${mostBytes} THEN ${refusal('LPAD/RPAD')} ELSE lpad(s, CAST(n AS INTEGER), p) END`,
  `bq_rpad(s, n, p) AS CASE WHEN n < 0 OR p = '' THEN bq_error_string('RPAD needs a length that is not negative and a pattern that is not empty') WHEN n > ${mostBytes} THEN ${refusal('LPAD/RPAD')} ELSE rpad(s, CAST(n AS INTEGER), p) END`,
  `bq_split(s, d) AS CASE WHEN s = '' THEN [''] WHEN d = '' THEN bq_characters(s) ELSE string_split(s, d) END`,
  `bq_lower(s) AS CASE WHEN strlen(s) = length(s) THEN lower(s) ELSE bq_lower_unicode(s) END`,
  `bq_upper(s) AS CASE WHEN strlen(s) = length(s) THEN upper(s) ELSE bq_upper_unicode(s) END`,
  `bq_reverse(s) AS CASE WHEN strlen(s) = length(s) THEN reverse(s) ELSE array_to_string(list_reverse(bq_characters(s)), '') END`,
  `bq_edit_distance(a, b) AS CASE WHEN strlen(a) = length(a) AND strlen(b) = length(b) THEN CAST(levenshtein(a, b) AS BIGINT) ELSE bq_levenshtein(a, b) END`,
  `bq_ascii(s) AS CASE WHEN ascii(s) > 127 THEN bq_error_int64('Argument to ASCII is not a structurally valid ASCII string: ''' || s || '''') ELSE CAST(ascii(s) AS BIGINT) END`,
  `bq_chr(c) AS CASE WHEN c = 0 THEN '' WHEN c < 0 OR c > 1114111 OR c BETWEEN 55296 AND 57343 THEN bq_error_string('Invalid codepoint ' || c) ELSE chr(CAST(c AS INTEGER)) END`,
  // DuckDB finds one match too many if the end of the text matches.
  `bq_extract_all(s, p, g) AS CASE WHEN s <> '' AND regexp_extract_all(s, p)[-1] = '' THEN [bq_error_string('REGEXP_EXTRACT_ALL of an empty match is not supported by the local BigQuery')] ELSE regexp_extract_all(s, p, g) END`,
  `bq_rewrite(p, r) AS CASE WHEN contains(r, '\\') THEN bq_check_rewrite(p, r) ELSE r END`,
  `bq_nth_match(l, p, n) AS CASE WHEN p < 1 OR n < 1 THEN bq_error_string('Position and occurrence of REGEXP_EXTRACT must be positive') ELSE l[n] END`,
  `bq_like_pattern(p) AS CASE WHEN suffix(p, '\\') AND regexp_matches(p, '(^|[^\\\\])(\\\\\\\\)*\\\\$') THEN bq_error_string('LIKE pattern ends with a backslash') ELSE p END`,
  `bq_repeat(s, n) AS CASE WHEN n < 0 THEN bq_error_string('Second argument in REPEAT() cannot be negative') WHEN s = '' THEN '' WHEN n > ${mostBytes} // strlen(s) THEN ${refusal('REPEAT')} ELSE repeat(s, n) END`,
  `bq_bytes_repeat(s, n) AS CASE WHEN n < 0 THEN CAST(bq_error_string('Second argument in REPEAT() cannot be negative') AS BLOB) WHEN octet_length(s) = 0 THEN s WHEN n > ${mostBytes} // octet_length(s) THEN CAST(${refusal('REPEAT')} AS BLOB) ELSE repeat(s, n) END`,
  `bq_replace(s, a, b) AS CASE WHEN a = '' THEN s WHEN strlen(replace(s, a, b)) > ${mostBytes} THEN ${refusal('REPLACE')} ELSE replace(s, a, b) END`,
  `bq_contains_substr(x, y) AS contains(bq_casefold(x, 'NFKC'), bq_casefold(y, 'NFKC'))`,
]
