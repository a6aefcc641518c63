/** Arithmetic with BigQuery's rules, as DuckDB macros. NUMERIC is exact: values beyond 128 bits are computed with big integers. */

export const numericMacros = [
  `bq_float_result(x, finite, message) AS CASE WHEN x IS NULL OR isfinite(x) OR NOT (finite) THEN x ELSE bq_error_double(message) END`,
  `bq_divide(a, b) AS CASE WHEN b = 0 THEN bq_error_double('division by zero: ' || bq_float_text(a) || ' / ' || bq_float_text(b)) ELSE bq_float_result(a / b, isfinite(a) AND isfinite(b), 'double overflow: ' || bq_float_text(a) || ' / ' || bq_float_text(b)) END`,
  `bq_safe_divide(a, b) AS CASE WHEN b = 0 THEN NULL WHEN isfinite(a / b) OR NOT (isfinite(a) AND isfinite(b)) THEN a / b END`,
  `bq_ieee_divide(a, b) AS CASE WHEN b = 0 THEN CASE WHEN a IS NULL THEN NULL WHEN a = 0 OR isnan(a) THEN 'nan'::DOUBLE WHEN a > 0 THEN 'inf'::DOUBLE ELSE '-inf'::DOUBLE END ELSE a / b END`,
  `bq_finite(x, a, b) AS CASE WHEN isfinite(x) OR NOT (isfinite(a) AND isfinite(b)) THEN x END`,
  `bq_numeric_multiply(a, b) AS CASE WHEN abs(a) < 1000000000 AND abs(b) < 1000000000 THEN CAST(a * b AS DECIMAL(38,9)) ELSE CAST(bq_numeric_multiply_exact(CAST(a AS VARCHAR), CAST(b AS VARCHAR)) AS DECIMAL(38,9)) END`,
  `bq_numeric_divide(a, b) AS CASE WHEN b = 0 THEN CAST(bq_error_string('division by zero: ' || bq_numeric_text(a) || ' / ' || bq_numeric_text(b)) AS DECIMAL(38,9)) ELSE CAST(bq_numeric_divide_exact(CAST(a AS VARCHAR), CAST(b AS VARCHAR)) AS DECIMAL(38,9)) END`,
  `bq_numeric_div(a, b) AS CASE WHEN b = 0 THEN CAST(bq_error_string('division by zero: ' || bq_numeric_text(a) || ' / ' || bq_numeric_text(b)) AS DECIMAL(38,9)) ELSE CAST(bq_numeric_div_exact(CAST(a AS VARCHAR), CAST(b AS VARCHAR)) AS DECIMAL(38,9)) END`,
  `bq_numeric_round(x, n, mode) AS CAST(bq_decimal_round(CAST(x AS VARCHAR), n, mode) AS DECIMAL(38,9))`,
  `bq_limit_numeric(x, digits, scale, greatest) AS CASE WHEN abs(round(x, scale)) > CAST(greatest AS DECIMAL(38,9)) THEN CAST(bq_error_string(bq_limits(digits, scale) || ' has precision ' || digits || ' and scale ' || scale || ' but got a value that is not in range of [-' || greatest || ', ' || greatest || ']') AS DECIMAL(38,9)) ELSE CAST(round(x, scale) AS DECIMAL(38,9)) END`,
  `bq_limits(digits, scale) AS 'NUMERIC(' || digits || CASE WHEN scale = 0 THEN '' ELSE ', ' || scale END || ')'`,
  `bq_mod(a, b) AS CASE WHEN b = 0 THEN bq_error_int64('division by zero: MOD(' || bq_numeric_text(a) || ', ' || bq_numeric_text(b) || ')') ELSE a % b END`,
  `bq_div(a, b) AS CASE WHEN b = 0 THEN bq_error_int64('division by zero: ' || a || ' / ' || b) ELSE CAST(a // b AS BIGINT) END`,
  `bq_whole_units(a, b) AS CAST(CASE WHEN a < 0 THEN -((-a) // b) ELSE a // b END AS BIGINT)`,
  `bq_floor_div(a, b) AS CAST(CASE WHEN a < 0 THEN -((-a + b - 1) // b) ELSE a // b END AS BIGINT)`,
  `bq_shift(a, n) AS CASE WHEN n < 0 THEN bq_error_int64('Bitwise shift by negative offset: ' || n) WHEN n >= 64 THEN 0::BIGINT ELSE bq_shift_bits(a, n) END`,
  `bq_shift_right(a, n) AS CASE WHEN n < 0 THEN bq_error_int64('Bitwise shift by negative offset: ' || n) WHEN n >= 64 THEN 0::BIGINT ELSE bq_shift_bits(a, -n) END`,
  `bq_range_bucket(x, bounds) AS CASE WHEN x IS NULL OR bounds IS NULL OR (typeof(x) = 'DOUBLE' AND CAST(x AS VARCHAR) = 'nan') THEN NULL WHEN len(bounds) > list_count(bounds) OR bounds <> list_sort(bounds) THEN bq_error_int64('Elements in input array to RANGE_BUCKET must be in ascending order') ELSE CAST(len(list_filter(bounds, lambda _z: _z <= x)) AS BIGINT) END`,
]
