/** GoogleSQL functions: defines the timestamp functions. https://cloud.google.com/bigquery/docs/reference/standard-sql/timestamp_functions */
import { addToTimestamp, intervalOf, timestampDifference, truncateTimestamp } from './date_part.ts'
import { defineScalars, InvalidArgument } from './definition.ts'
import { formatElements } from './format_elements.ts'
import { bind } from '../resolver/typed.ts'
import { fromLocal, toLocal } from './time_zone.ts'

function fromMicros(micros: string): string {
  return `bq_timestamp(make_timestamptz(CAST(${micros} AS BIGINT)))`
}

export const timestampFunctions = defineScalars({
  CURRENT_TIMESTAMP: ['() -> TIMESTAMP', () => 'now()'],
  TIMESTAMP: [
    ['(TIMESTAMP) -> TIMESTAMP', (timestamp) => timestamp],
    ['(STRING) -> TIMESTAMP', (text) => `bq_string_to_timestamp(${text})`],
    ['(STRING, STRING) -> TIMESTAMP', (text, zone) => fromLocal(`bq_string_to_datetime(${text})`, zone)],
    ['(DATE, [STRING]) -> TIMESTAMP', (date, zone) => fromLocal(`CAST(${date} AS TIMESTAMP)`, zone)],
    ['(DATETIME, [STRING]) -> TIMESTAMP', (datetime, zone) => fromLocal(datetime, zone)],
  ],
  TIMESTAMP_ADD: [
    '(TIMESTAMP, INTERVAL_PART) -> TIMESTAMP',
    (timestamp, n, part) => addToTimestamp(timestamp, '+', n, part),
  ],
  TIMESTAMP_SUB: [
    '(TIMESTAMP, INTERVAL_PART) -> TIMESTAMP',
    (timestamp, n, part) => addToTimestamp(timestamp, '-', n, part),
  ],
  TIMESTAMP_DIFF: [
    '(TIMESTAMP, TIMESTAMP, PART) -> INT64',
    (end, start, part) => timestampDifference(end, start, part),
  ],
  TIMESTAMP_TRUNC: [
    '(TIMESTAMP, PART, [STRING]) -> TIMESTAMP',
    (timestamp, part, zone) => truncateTimestamp(timestamp, part, zone),
  ],
  TIMESTAMP_SECONDS: ['(INT64) -> TIMESTAMP', (seconds) => fromMicros(`${seconds} * 1000000`)],
  TIMESTAMP_MILLIS: ['(INT64) -> TIMESTAMP', (millis) => fromMicros(`${millis} * 1000`)],
  TIMESTAMP_MICROS: ['(INT64) -> TIMESTAMP', (micros) => fromMicros(micros)],
  UNIX_SECONDS: ['(TIMESTAMP) -> INT64', (timestamp) => `bq_floor_div(epoch_us(${timestamp}), 1000000)`],
  UNIX_MILLIS: ['(TIMESTAMP) -> INT64', (timestamp) => `bq_floor_div(epoch_us(${timestamp}), 1000)`],
  UNIX_MICROS: ['(TIMESTAMP) -> INT64', (timestamp) => `epoch_us(${timestamp})`],
  FORMAT_TIMESTAMP: [
    '(STRING, TIMESTAMP, [STRING]) -> STRING',
    (format, timestamp, zone) =>
      formatElements('TIMESTAMP', format, toLocal(timestamp, zone), `epoch_us(${timestamp})`),
  ],
  PARSE_TIMESTAMP: [
    '(STRING, STRING, [STRING]) -> TIMESTAMP',
    (format, text, zone = "'UTC'") =>
      bind(
        [`make_timestamp(bq_strptime(${format}, ${text}, 'TIMESTAMP'))`, format, zone],
        (local, elements, z) =>
          `bq_parsed_instant(${local}, ${elements}, ${fromLocal(local, zone.startsWith("'") ? zone : z)})`,
      ),
  ],
  GENERATE_TIMESTAMP_ARRAY: [
    '(TIMESTAMP, TIMESTAMP, INTERVAL_PART) -> ARRAY<TIMESTAMP>',
    (start, end, n, part) => {
      const step = part === 'DAY' ? `to_hours(CAST(24 * (${n}) AS BIGINT))` : intervalOf(n, part)
      if (step === undefined || ['WEEK', 'MONTH', 'QUARTER', 'YEAR'].includes(part))
        throw new InvalidArgument(`A valid date part name is required but found ${part}`)
      return `bq_timestamp_series(${start}, ${end}, ${step})`
    },
  ],
  STRING: [
    [
      '(TIMESTAMP, [STRING]) -> STRING',
      (timestamp, zone) => `bq_timestamp_text(${timestamp}, ${toLocal(timestamp, zone)})`,
    ],
    ['(DATE) -> STRING', (date) => `bq_date_text(${date})`],
    ['(DATETIME) -> STRING', (datetime) => `bq_datetime_text(${datetime})`],
    ['(TIME) -> STRING', (time) => `bq_time_text(${time})`],
    ['(JSON) -> STRING', (json) => `bq_json_string(${json})`],
  ],
})
