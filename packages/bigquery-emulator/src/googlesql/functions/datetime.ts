/** GoogleSQL functions: defines the datetime and time functions. https://cloud.google.com/bigquery/docs/reference/standard-sql/datetime_functions */
import {
  addToDatetime,
  addToTime,
  clockParts,
  datetimeDifference,
  timeDifference,
  truncateDatetime,
  truncateTime,
} from './date_part.ts'
import type { FunctionCall } from '../resolver/function_call.ts'
import { defineScalars } from './definition.ts'
import { formatElements } from './format_elements.ts'
import { toLocal } from './time_zone.ts'

/** Throws for a time part, such as HOUR, if the value is a DATE. */
export function demandDatePart(call: FunctionCall): void {
  if (call.value(0).type.kind !== 'DATE') return
  const part = call.args.flatMap((arg) =>
    arg.kind === 'interval' || arg.kind === 'datePart' ? [arg.part] : [],
  )[0]
  if (part === undefined || !clockParts.has(part)) return
  const type = call.name === 'DATETIME_TRUNC' ? '' : ' when the argument is DATE type'
  throw call.fail(`${call.name} does not support the ${part} date part${type}`)
}

export const datetimeFunctions = defineScalars({
  CURRENT_DATETIME: ['([STRING]) -> DATETIME', (zone) => toLocal('now()', zone)],
  DATETIME: [
    ['(DATETIME) -> DATETIME', (datetime) => datetime],
    ['(DATE) -> DATETIME', (date) => `CAST(${date} AS TIMESTAMP)`],
    ['(TIMESTAMP, [STRING]) -> DATETIME', (timestamp, zone) => toLocal(timestamp, zone)],
    ['(DATE, TIME) -> DATETIME', (date, time) => `(${date} + ${time})`],
    ['(STRING) -> DATETIME', (text) => `bq_string_to_datetime(${text})`],
    [
      '(INT64, INT64, INT64, INT64, INT64, INT64) -> DATETIME',
      (year, month, day, hour, minute, second) =>
        `make_timestamp(${year}, ${month}, ${day}, ${hour}, ${minute}, CAST(${second} AS DOUBLE))`,
    ],
  ],
  DATETIME_ADD: [
    '(DATETIME, INTERVAL_PART) -> DATETIME',
    (value, n, part) => addToDatetime(value, '+', n, part),
    demandDatePart,
  ],
  DATETIME_SUB: [
    '(DATETIME, INTERVAL_PART) -> DATETIME',
    (value, n, part) => addToDatetime(value, '-', n, part),
    demandDatePart,
  ],
  DATETIME_DIFF: [
    '(DATETIME, DATETIME, PART) -> INT64',
    (end, start, part) => datetimeDifference(end, start, part),
  ],
  DATETIME_TRUNC: [
    '(DATETIME, PART) -> DATETIME',
    (value, part) => truncateDatetime(value, part),
    demandDatePart,
  ],
  FORMAT_DATETIME: [
    '(STRING, DATETIME) -> STRING',
    (format, value) => formatElements('DATETIME', format, value),
  ],
  PARSE_DATETIME: [
    '(STRING, STRING) -> DATETIME',
    (format, text) => `make_timestamp(bq_strptime(${format}, ${text}, 'DATETIME'))`,
  ],
})

export const timeFunctions = defineScalars({
  CURRENT_TIME: ['([STRING]) -> TIME', (zone) => `CAST(${toLocal('now()', zone)} AS TIME)`],
  TIME: [
    ['(TIMESTAMP, [STRING]) -> TIME', (timestamp, zone) => `CAST(${toLocal(timestamp, zone)} AS TIME)`],
    ['(DATETIME) -> TIME', (datetime) => `CAST(${datetime} AS TIME)`],
    ['(TIME) -> TIME', (time) => time],
    [
      '(INT64, INT64, INT64) -> TIME',
      (hour, minute, second) => `make_time(${hour}, ${minute}, CAST(${second} AS DOUBLE))`,
    ],
  ],
  TIME_ADD: ['(TIME, INTERVAL_PART) -> TIME', (time, n, part) => addToTime(time, '+', n, part)],
  TIME_SUB: ['(TIME, INTERVAL_PART) -> TIME', (time, n, part) => addToTime(time, '-', n, part)],
  TIME_DIFF: ['(TIME, TIME, PART) -> INT64', (end, start, part) => timeDifference(end, start, part)],
  TIME_TRUNC: ['(TIME, PART) -> TIME', (time, part) => truncateTime(time, part)],
  FORMAT_TIME: [
    '(STRING, TIME) -> STRING',
    (format, time) => formatElements('TIME', format, `(DATE '1970-01-01' + ${time})`),
  ],
  PARSE_TIME: [
    '(STRING, STRING) -> TIME',
    (format, text) => `CAST(make_timestamp(bq_strptime(${format}, ${text}, 'TIME')) AS TIME)`,
  ],
})
