/** GoogleSQL functions: defines the date functions. https://cloud.google.com/bigquery/docs/reference/standard-sql/date_functions */
import {
  addToDate,
  dateDifference,
  datetimeDifference,
  intervalOf,
  lastDay,
  truncateDate,
  truncateDatetime,
  truncateTimestamp,
} from './date_part.ts'
import { coerce } from '../resolver/coercion.ts'
import type { FunctionCall } from '../resolver/function_call.ts'
import { bind } from '../resolver/typed.ts'
import { TIMESTAMP } from '../types.ts'
import { demandDatePart } from './datetime.ts'
import { defineScalars, InvalidArgument } from './definition.ts'
import { formatElements } from './format_elements.ts'
import { toLocal } from './time_zone.ts'

/** Checks that a string literal is a valid timestamp: the function reads a string as a timestamp. */
function demandTimestamp(call: FunctionCall): void {
  const text = call.value(0)
  if (text.literal !== undefined) coerce(text, TIMESTAMP)
}

/** Throws for a STRING argument: unlike DATETIME_DIFF, this function doesn't coerce it to DATETIME. */
function demandNoText(call: FunctionCall): void {
  demandDatePart(call)
  if ([0, 1].some((i) => call.value(i).type.kind === 'STRING'))
    throw call.noMatch(['(DATE, DATE, DATE_TIME_PART)', '(DATETIME, DATETIME, DATE_TIME_PART)'])
}

export const dateFunctions = defineScalars({
  CURRENT_DATE: ['([STRING]) -> DATE', (zone) => `CAST(${toLocal('now()', zone)} AS DATE)`],
  DATE: [
    ['(DATE) -> DATE', (date) => date],
    ['(DATETIME) -> DATE', (datetime) => `CAST(${datetime} AS DATE)`],
    ['(TIMESTAMP, [STRING]) -> DATE', (timestamp, zone) => `CAST(${toLocal(timestamp, zone)} AS DATE)`],
    [
      '(STRING) -> DATE',
      (text) => `CAST(${toLocal(`bq_string_to_timestamp(${text})`)} AS DATE)`,
      demandTimestamp,
    ],
    ['(INT64, INT64, INT64) -> DATE', (year, month, day) => `bq_date(make_date(${year}, ${month}, ${day}))`],
  ],
  DATE_ADD: [['(DATE, INTERVAL_PART) -> DATE', (date, n, part) => addToDate(date, '+', n, part)]],
  DATE_SUB: [['(DATE, INTERVAL_PART) -> DATE', (date, n, part) => addToDate(date, '-', n, part)]],
  DATE_DIFF: [
    ['(DATE, DATE, PART) -> INT64', (end, start, part) => dateDifference(end, start, part)],
    [
      '(DATETIME, DATETIME, PART) -> INT64',
      (end, start, part) => datetimeDifference(end, start, part),
      demandNoText,
    ],
  ],
  DATE_TRUNC: [
    ['(DATE, PART) -> DATE', (date, part) => truncateDate(date, part)],
    ['(DATETIME, PART) -> DATETIME', (datetime, part) => truncateDatetime(datetime, part)],
    [
      '(TIMESTAMP, PART, [STRING]) -> TIMESTAMP',
      (timestamp, part, zone) => truncateTimestamp(timestamp, part, zone),
      (call) => {
        if (call.value(0).type.kind === 'STRING') throw call.noMatch(['(DATE, DATE_TIME_PART)'])
      },
    ],
  ],
  DATE_FROM_UNIX_DATE: ['(INT64) -> DATE', (days) => `bq_date(DATE '1970-01-01' + CAST(${days} AS INTEGER))`],
  UNIX_DATE: ['(DATE) -> INT64', (date) => `CAST(${date} - DATE '1970-01-01' AS BIGINT)`],
  LAST_DAY: [
    ['(DATE, [PART]) -> DATE', (date, part = 'MONTH') => lastDay(date, part)],
    ['(DATETIME, [PART]) -> DATE', (datetime, part = 'MONTH') => lastDay(`CAST(${datetime} AS DATE)`, part)],
  ],
  FORMAT_DATE: [
    [
      '(STRING, DATE) -> STRING',
      (format, date) => formatElements('DATE', format, `CAST(${date} AS TIMESTAMP)`),
    ],
    ['(STRING, DATETIME) -> STRING', (format, datetime) => formatElements('DATETIME', format, datetime)],
  ],
  PARSE_DATE: [
    '(STRING, STRING) -> DATE',
    (format, text) => `CAST(make_timestamp(bq_strptime(${format}, ${text}, 'DATE')) AS DATE)`,
  ],
  GENERATE_DATE_ARRAY: [
    ['(DATE, DATE) -> ARRAY<DATE>', (start, end) => dateSeries(start, end, 'to_days(1)')],
    [
      '(DATE, DATE, INTERVAL_PART) -> ARRAY<DATE>',
      (start, end, n, part) => {
        const months = { MONTH: 1, QUARTER: 3, YEAR: 12 }[part]
        if (months !== undefined)
          return bind([start, end, n], (a, b, count) => `bq_month_series(${a}, ${b}, ${count} * ${months})`)
        const step = intervalOf(n, part)
        if (step === undefined || !['DAY', 'WEEK'].includes(part))
          throw new InvalidArgument(`A valid date part name is required but found ${part}`)
        return dateSeries(start, end, step)
      },
    ],
  ],
})

function dateSeries(start: string, end: string, step: string): string {
  return `list_transform(generate_series(CAST(${start} AS TIMESTAMP), CAST(${end} AS TIMESTAMP), bq_step(${step})), lambda _d: CAST(_d AS DATE))`
}
