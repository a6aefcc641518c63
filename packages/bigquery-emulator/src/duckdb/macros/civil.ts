/** Weeks, ISO years and times of day, as DuckDB macros. */
import { seriesOf } from './collection.ts'

function inRange(kind: string, duckType: string, first: string, last: string): string {
  return `CASE WHEN x < ${first} OR x > ${last} THEN CAST(bq_error_string('${kind} overflow: outside of 0001-01-01 to 9999-12-31') AS ${duckType}) ELSE x END`
}

/** Returns the condition that a local time occurs twice because of daylight saving time. The first occurrence is used. */
function repeated(span: string): string {
  return `((l AT TIME ZONE z) - INTERVAL ${span}) AT TIME ZONE z = l`
}

export const civilMacros = [
  `bq_date(d) AS bq_date_in_range(CAST(d AS DATE))`,
  `bq_date_in_range(x) AS ${inRange('DATE', 'DATE', `DATE '0001-01-01'`, `DATE '9999-12-31'`)}`,
  `bq_datetime(x) AS ${inRange('DATETIME', 'TIMESTAMP', `TIMESTAMP '0001-01-01'`, `TIMESTAMP '9999-12-31 23:59:59.999999'`)}`,
  `bq_timestamp(x) AS ${inRange('TIMESTAMP', 'TIMESTAMPTZ', `TIMESTAMPTZ '0001-01-01 00:00:00+00'`, `TIMESTAMPTZ '9999-12-31 23:59:59.999999+00'`)}`,
  `bq_from_local(l, z) AS CASE WHEN (l AT TIME ZONE z) AT TIME ZONE z <> l THEN CAST(bq_error_string('A civil time that daylight saving time skips is not supported by the local BigQuery: ' || l || ' ' || z) AS TIMESTAMPTZ) WHEN ${repeated('1 HOUR')} THEN (l AT TIME ZONE z) - INTERVAL 1 HOUR WHEN ${repeated('30 MINUTE')} THEN (l AT TIME ZONE z) - INTERVAL 30 MINUTE ELSE l AT TIME ZONE z END`,
  `bq_parsed_instant(l, format, instant) AS CASE WHEN regexp_matches(format, '%(E?z|Z|s)') THEN l AT TIME ZONE 'UTC' ELSE instant END`,
  `bq_trunc_in_zone(t, part, l) AS t - (l - date_trunc(part, l))`,
  `bq_timestamp_plus(t, i) AS CASE WHEN datepart('year', i) <> 0 OR datepart('month', i) <> 0 THEN CAST(bq_error_string('TIMESTAMP +/- INTERVAL is not supported for intervals with non-zero MONTH or YEAR part.') AS TIMESTAMPTZ) ELSE bq_timestamp(t + i) END`,
  `bq_strftime_of_year(kind, format, l, utc, printed) AS CASE WHEN year(l) >= 1000 THEN printed ELSE bq_strftime(kind, format, l, utc) END`,
  `bq_step(i) AS CASE WHEN i = INTERVAL 0 DAY THEN CAST(bq_error_string('Sequence step cannot be 0.') AS INTERVAL) ELSE i END`,
  `bq_timestamp_series(a, b, i) AS ${seriesOf('(epoch(b) - epoch(a)) / epoch(i)', 'generate_series(a, b, bq_step(i))', 'TIMESTAMPTZ')}`,
  `bq_month_series(a, b, n) AS CASE WHEN n = 0 THEN [CAST(bq_error_string('Sequence step cannot be 0.') AS DATE)] ELSE list_filter(list_transform(generate_series(0, greatest(0, date_diff('month', a, b) // n) + 1), lambda _i: CAST(a + to_months(CAST(_i * n AS INTEGER)) AS DATE)), lambda _d: (n > 0 AND _d <= b) OR (n < 0 AND _d >= b)) END`,
  `bq_week_start(d, first) AS CAST(d - CAST((dayofweek(d) - first + 7) % 7 AS INTEGER) AS DATE)`,
  `bq_isoyear_start(d) AS CAST(date_trunc('week', make_date(isoyear(d), 1, 4)) AS DATE)`,
  `bq_time_trunc(x, part) AS CAST(date_trunc(part, DATE '1970-01-01' + x) AS TIME)`,
  `bq_time_diff(a, b, unit) AS bq_floor_div(epoch_us(DATE '1970-01-01' + a), unit) - bq_floor_div(epoch_us(DATE '1970-01-01' + b), unit)`,
]
