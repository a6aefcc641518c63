/** GoogleSQL functions: defines DATE_BUCKET, DATETIME_BUCKET and TIMESTAMP_BUCKET.
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/time-series-functions */
import type { FunctionCall } from '../resolver/function_call.ts'
import { bind } from '../resolver/typed.ts'
import { defineScalars, InvalidArgument } from './definition.ts'

const dayMicros = 86_400_000_000
const micros: Record<string, number> = {
  MICROSECOND: 1,
  MILLISECOND: 1000,
  SECOND: 1_000_000,
  MINUTE: 60_000_000,
  HOUR: 3_600_000_000,
  DAY: dayMicros,
  WEEK: 7 * dayMicros,
}

/** Throws for a width that is not a fixed number of days or of parts of a day. */
function demandWidth(call: FunctionCall): void {
  const node = call.args[1]
  if (node?.kind !== 'interval') return
  const { part } = node
  if (['MONTH', 'QUARTER', 'YEAR'].includes(part))
    throw call.unsupported('A bucket width in months, quarters or years')
  if (micros[part] === undefined || (call.name === 'DATE_BUCKET' && micros[part] < dayMicros))
    throw new InvalidArgument(`${call.name} does not support the ${part} date part`)
}

function notPositive(name: string): string {
  return `${name} requires a bucket width INTERVAL greater than zero`
}

/** Emits the start of the bucket, all in the unit of `from`, `of` and `to`. */
function bucketSql(
  name: string,
  value: string,
  width: string,
  origin: string,
  to: (start: string) => string,
): string {
  return bind([value, width, origin], (at, size, start) =>
    to(
      `CASE WHEN ${size} <= 0 THEN CAST(bq_error_string('${notPositive(name)}') AS BIGINT) ELSE ${start} + bq_floor_div(${at} - ${start}, ${size}) * ${size} END`,
    ),
  )
}

function widthIn(unit: number, amount: string, part: string): string {
  return `CAST(${amount} AS BIGINT) * ${micros[part]! / unit}`
}

const origin = '1950-01-01'
const day = "DATE '1970-01-01'"

function bucketOfMicros(
  name: string,
  make: string,
  value: string,
  amount: string,
  part: string,
  start: string,
): string {
  const width = widthIn(1, amount, part)
  return bucketSql(
    name,
    `epoch_us(${value})`,
    width,
    `epoch_us(${start})`,
    (sql) => `${make}(CAST(${sql} AS BIGINT))`,
  )
}

export const bucketFunctions = defineScalars({
  DATE_BUCKET: [
    '(DATE, INTERVAL_PART, [DATE]) -> DATE',
    (value, amount, part, start = `DATE '${origin}'`) =>
      bucketSql(
        'DATE_BUCKET',
        `(${value} - ${day})`,
        widthIn(dayMicros, amount, part),
        `(${start} - ${day})`,
        (days) => `bq_date(${day} + CAST(${days} AS INTEGER))`,
      ),
    demandWidth,
  ],
  DATETIME_BUCKET: [
    '(DATETIME, INTERVAL_PART, [DATETIME]) -> DATETIME',
    (value, amount, part, start = `TIMESTAMP '${origin} 00:00:00'`) =>
      `bq_datetime(${bucketOfMicros('DATETIME_BUCKET', 'make_timestamp', value, amount, part, start)})`,
    demandWidth,
  ],
  TIMESTAMP_BUCKET: [
    '(TIMESTAMP, INTERVAL_PART, [TIMESTAMP]) -> TIMESTAMP',
    (value, amount, part, start = `TIMESTAMPTZ '${origin} 00:00:00+00'`) =>
      `bq_timestamp(${bucketOfMicros('TIMESTAMP_BUCKET', 'make_timestamptz', value, amount, part, start)})`,
    demandWidth,
  ],
})
