/** Weeks, ISO years and times of day, as DuckDB macros. */

export const civilMacros = [
  `bq_week_start(d, first) AS CAST(d - CAST((dayofweek(d) - first + 7) % 7 AS INTEGER) AS DATE)`,
  `bq_isoyear_start(d) AS CAST(date_trunc('week', make_date(isoyear(d), 1, 4)) AS DATE)`,
  `bq_time_trunc(x, part) AS CAST(date_trunc(part, DATE '1970-01-01' + x) AS TIME)`,
  `bq_time_diff(a, b, unit) AS bq_floor_div(epoch_us(DATE '1970-01-01' + a), unit) - bq_floor_div(epoch_us(DATE '1970-01-01' + b), unit)`,
]
