/** Casts to and from text, as DuckDB macros. */

const day = '[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}'
const clock = '([01]?[0-9]|2[0-3]):[0-5]?[0-9]:([0-5]?[0-9](\\.[0-9]{1,6})?|60)'
const zone = '[Zz]|[+-](0?[0-9]|1[0-4])(:?[0-5][0-9])?| [A-Z][A-Za-z_]+(/[A-Za-z_+0-9-]+)*'

/** Casts only texts that match the pattern: DuckDB accepts more than BigQuery does, such as the word 'epoch'. */
function matching(pattern: string, cast: string): string {
  return `CASE WHEN regexp_full_match(s, '${pattern}') AND NOT starts_with(s, '0000') THEN ${cast} END`
}

const spaced = `regexp_replace(regexp_replace(s, '^([0-9-]+)[Tt]', '\\1 '), '( UTC|[Zz])$', '+00')`
const plain = `regexp_replace(${spaced}, '([+-])([0-9](:[0-9]+)?)$', '\\10\\2')`

/** Reads second 60 as the first second of the next minute. */
function read(type: string): string {
  return `CASE WHEN contains(s, ':60') THEN CAST(TRY_CAST(replace(${plain}, ':60', ':59') AS ${type}) + INTERVAL 1 SECOND AS ${type}) ELSE TRY_CAST(${plain} AS ${type}) END`
}

/** The condition that x * 1e9 is not near a half: DuckDB rounds this product, which then gives the same result as the exact value. */
const isSimple = `abs(x) < 100000 AND abs(abs(x) * 1e9 % 1 - 0.5) > 0.05`

export const conversionMacros = [
  `bq_fraction(us) AS CASE WHEN us = 0 THEN '' WHEN us % 1000 = 0 THEN '.' || lpad(CAST(us // 1000 AS VARCHAR), 3, '0') ELSE '.' || lpad(CAST(us AS VARCHAR), 6, '0') END`,
  `bq_datetime_text(x) AS strftime(x, '%Y-%m-%d %H:%M:%S') || bq_fraction(microsecond(x) % 1000000)`,
  `bq_time_text(x) AS strftime(DATE '1970-01-01' + x, '%H:%M:%S') || bq_fraction(microsecond(x) % 1000000)`,
  `bq_date_text(x) AS strftime(x, '%Y-%m-%d')`,
  `bq_offset_text(us) AS (CASE WHEN us < 0 THEN '-' ELSE '+' END) || lpad(CAST(abs(us) // 3600000000 AS VARCHAR), 2, '0') || CASE WHEN abs(us) % 3600000000 = 0 THEN '' ELSE ':' || lpad(CAST((abs(us) % 3600000000) // 60000000 AS VARCHAR), 2, '0') END`,
  `bq_timestamp_text(x, l) AS bq_datetime_text(l - to_seconds((epoch_us(l) - epoch_us(x)) // 1000000 % 60)) || bq_offset_text(epoch_us(l) - epoch_us(x))`,
  `bq_numeric_text(x) AS CASE WHEN contains(CAST(x AS VARCHAR), '.') THEN rtrim(rtrim(CAST(x AS VARCHAR), '0'), '.') ELSE CAST(x AS VARCHAR) END`,
  `bq_interval_text(x) AS bq_interval_parts_text(CAST(datepart('year', x) * 12 + datepart('month', x) AS BIGINT), CAST(datepart('day', x) AS BIGINT), epoch_us(x - to_months(CAST(datepart('year', x) * 12 + datepart('month', x) AS INTEGER)) - to_days(CAST(datepart('day', x) AS INTEGER))))`,

  `bq_limit_string(x, most) AS CASE WHEN length(x) > most THEN bq_error_string('STRING(' || most || ') has maximum length ' || most || ' but got a value with length ' || length(x)) ELSE x END`,
  `bq_limit_bytes(x, most) AS CASE WHEN octet_length(x) > most THEN encode(bq_error_string('BYTES(' || most || ') has maximum length ' || most || ' but got a value with length ' || octet_length(x))) ELSE x END`,
  `bq_safe_string_to_int64(s) AS CASE WHEN regexp_full_match(s, '\\s*[+-]?[0-9]+\\s*') THEN TRY_CAST(trim(s) AS BIGINT) WHEN regexp_full_match(lower(s), '\\s*[+-]?0x[0-9a-f]+\\s*') THEN bq_hex_to_int64(s) END`,
  `bq_string_to_int64(s) AS CASE WHEN s IS NULL THEN NULL ELSE COALESCE(bq_safe_string_to_int64(s), bq_error_int64('Bad int64 value: ' || s)) END`,
  `bq_safe_string_to_float64(s) AS CASE WHEN regexp_full_match(lower(s), '\\s*[+-]?0x[0-9a-f]+\\s*') THEN CAST(bq_hex_to_int64(s) AS DOUBLE) ELSE TRY_CAST(CASE CASE WHEN contains(s, '_') THEN '' ELSE lower(trim(s)) END WHEN '+inf' THEN 'inf' WHEN '' THEN NULL ELSE trim(s) END AS DOUBLE) END`,
  `bq_string_to_float64(s) AS CASE WHEN s IS NULL THEN NULL ELSE COALESCE(bq_safe_string_to_float64(s), bq_error_double('Bad double value: ' || s)) END`,
  // DuckDB parses a 64-bit decimal thirty times as fast as a 128-bit one.
  `bq_safe_string_to_numeric(s) AS CASE WHEN regexp_full_match(s, '[+-]?[0-9]{1,8}(\\.[0-9]+)?') THEN CAST(CAST(s AS DECIMAL(18,9)) AS DECIMAL(38,9)) WHEN regexp_full_match(s, '[+-]?[0-9]{1,28}(\\.[0-9]{1,9})?') THEN TRY_CAST(s AS DECIMAL(38,9)) ELSE TRY_CAST(bq_parse_decimal(s) AS DECIMAL(38,9)) END`,
  `bq_string_to_numeric(s) AS CASE WHEN s IS NULL THEN NULL ELSE COALESCE(bq_safe_string_to_numeric(s), CAST(bq_error_string('Invalid NUMERIC value: ' || s) AS DECIMAL(38,9))) END`,
  `bq_float64_to_numeric(x) AS CASE WHEN ${isSimple} THEN CAST(x AS DECIMAL(38,9)) ELSE CAST(bq_float_decimal(x) AS DECIMAL(38,9)) END`,
  `bq_safe_float64_to_numeric(x) AS CASE WHEN ${isSimple} THEN CAST(x AS DECIMAL(38,9)) ELSE TRY_CAST(bq_float_decimal(x) AS DECIMAL(38,9)) END`,
  `bq_safe_string_to_bool(s) AS CASE WHEN lower(s) = 'true' THEN TRUE WHEN lower(s) = 'false' THEN FALSE END`,
  `bq_string_to_bool(s) AS CASE WHEN s IS NULL THEN NULL ELSE COALESCE(bq_safe_string_to_bool(s), bq_error_bool('Bad bool value: ' || s)) END`,
  `bq_safe_string_to_date(s) AS ${matching(day, 'TRY_CAST(s AS DATE)')}`,
  `bq_string_to_date(s) AS CASE WHEN s IS NULL THEN NULL ELSE COALESCE(bq_safe_string_to_date(s), CAST(bq_error_string('Invalid date: ''' || s || '''') AS DATE)) END`,
  `bq_safe_string_to_datetime(s) AS ${matching(`${day}([Tt ]${clock})?`, read('TIMESTAMP'))}`,
  `bq_string_to_datetime(s) AS CASE WHEN s IS NULL THEN NULL ELSE COALESCE(bq_safe_string_to_datetime(s), CAST(bq_error_string('Invalid datetime string "' || s || '"') AS TIMESTAMP)) END`,
  `bq_safe_string_to_timestamp(s) AS ${matching(`${day}([Tt ]${clock}(${zone})?)?`, read('TIMESTAMPTZ'))}`,
  `bq_string_to_timestamp(s) AS CASE WHEN s IS NULL THEN NULL ELSE COALESCE(bq_safe_string_to_timestamp(s), CAST(bq_error_string('Invalid timestamp: ''' || s || '''') AS TIMESTAMPTZ)) END`,
  `bq_safe_string_to_time(s) AS ${matching(clock, read('TIME'))}`,
  `bq_string_to_time(s) AS CASE WHEN s IS NULL THEN NULL ELSE COALESCE(bq_safe_string_to_time(s), CAST(bq_error_string('Invalid time string "' || s || '"') AS TIME)) END`,
  `bq_string_to_interval(s) AS CAST(bq_error_string('CAST of STRING to INTERVAL is not supported by the local BigQuery') AS INTERVAL)`,
  `bq_safe_string_to_interval(s) AS bq_string_to_interval(s)`,
]
