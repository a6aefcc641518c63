/** GoogleSQL functions: truncates, subtracts, extracts and adds date parts such as DAY, WEEK(MONDAY) and ISOYEAR. */
import { DATE, DATETIME, INT64, TIME, type Type } from '../types.ts'
import { InvalidArgument } from './definition.ts'
import { fromLocal, toLocal } from './time_zone.ts'

const weekdays = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY']
const microseconds: Record<string, number> = {
  MICROSECOND: 1,
  MILLISECOND: 1000,
  SECOND: 1_000_000,
  MINUTE: 60_000_000,
  HOUR: 3_600_000_000,
  DAY: 86_400_000_000,
}

export const clockParts = new Set(['MICROSECOND', 'MILLISECOND', 'SECOND', 'MINUTE', 'HOUR'])
const monthParts = new Set(['MONTH', 'QUARTER', 'YEAR'])

function invalidPart(part: string): InvalidArgument {
  return new InvalidArgument(`A valid date part name is required but found ${part}`)
}

/** Returns the first day of the week, 0–6 from Sunday, if the part is a week; otherwise undefined. */
function weekStart(part: string): number | undefined {
  if (part === 'ISOWEEK') return 1
  const week = /^WEEK(?:\((\w+)\))?$/.exec(part)
  if (!week) return undefined
  const start = week[1] === undefined ? 0 : weekdays.indexOf(week[1])
  if (start < 0) throw invalidPart(part)
  return start
}

/** Returns `INTERVAL amount part` as a DuckDB interval, or undefined for an unknown part. */
export function intervalOf(amount: string, part: string): string | undefined {
  switch (part) {
    case 'MICROSECOND':
    case 'MILLISECOND':
    case 'SECOND':
      return `to_microseconds(CAST(${amount} AS BIGINT) * ${microseconds[part]})`
    case 'MINUTE':
    case 'HOUR':
      return `to_${part.toLowerCase()}s(CAST(${amount} AS BIGINT))`
    case 'DAY':
    case 'WEEK':
    case 'MONTH':
    case 'YEAR':
      return `to_${part.toLowerCase()}s(CAST(${amount} AS INTEGER))`
    case 'QUARTER':
      return `to_months(CAST(3 * (${amount}) AS INTEGER))`
    default:
      return undefined
  }
}

/** Truncates a date to a day, a week, a month, …. */
export function truncateDate(date: string, part: string): string {
  const start = weekStart(part)
  if (start !== undefined) return `bq_week_start(CAST(${date} AS DATE), ${start})`
  if (part === 'ISOYEAR') return `bq_isoyear_start(CAST(${date} AS DATE))`
  if (part === 'DAY') return `CAST(${date} AS DATE)`
  if (!monthParts.has(part)) throw invalidPart(part)
  return `CAST(date_trunc('${part.toLowerCase()}', CAST(${date} AS DATE)) AS DATE)`
}

export function truncateDatetime(datetime: string, part: string): string {
  if (clockParts.has(part)) return `date_trunc('${part.toLowerCase()}', ${datetime})`
  return `CAST(${truncateDate(datetime, part)} AS TIMESTAMP)`
}

/** Truncates a timestamp in a time zone. Default: UTC. */
export function truncateTimestamp(timestamp: string, part: string, zone?: string): string {
  if (clockParts.has(part) && zone)
    return `bq_trunc_in_zone(${timestamp}, '${part.toLowerCase()}', ${toLocal(timestamp, zone)})`
  return fromLocal(truncateDatetime(toLocal(timestamp, zone), part), zone)
}

export function truncateTime(time: string, part: string): string {
  if (!clockParts.has(part)) throw invalidPart(part)
  return `bq_time_trunc(${time}, '${part.toLowerCase()}')`
}

/** Counts the boundaries of a part between two dates: `end` minus `start`. */
export function dateDifference(end: string, start: string, part: string): string {
  if (part === 'DAY') return `CAST(${end} - ${start} AS BIGINT)`
  const week = weekStart(part)
  if (week !== undefined)
    return `CAST((bq_week_start(${end}, ${week}) - bq_week_start(${start}, ${week})) // 7 AS BIGINT)`
  if (part === 'ISOYEAR') return `CAST(isoyear(${end}) - isoyear(${start}) AS BIGINT)`
  if (!monthParts.has(part)) throw invalidPart(part)
  return `CAST(date_diff('${part.toLowerCase()}', ${start}, ${end}) AS BIGINT)`
}

export function datetimeDifference(end: string, start: string, part: string): string {
  if (clockParts.has(part)) return `CAST(date_diff('${part.toLowerCase()}', ${start}, ${end}) AS BIGINT)`
  return dateDifference(`CAST(${end} AS DATE)`, `CAST(${start} AS DATE)`, part)
}

/** Counts the whole units between two timestamps. */
export function timestampDifference(end: string, start: string, part: string): string {
  const unit = microseconds[part]
  if (unit === undefined) throw new InvalidArgument(`TIMESTAMP_DIFF does not support the ${part} date part`)
  return `bq_whole_units(epoch_us(${end}) - epoch_us(${start}), ${unit})`
}

export function timeDifference(end: string, start: string, part: string): string {
  if (!clockParts.has(part)) throw invalidPart(part)
  return `bq_time_diff(${end}, ${start}, ${microseconds[part]})`
}

/** Emits `value ± amount part` for dates. */
export function addToDate(date: string, sign: '+' | '-', amount: string, part: string): string {
  const interval = clockParts.has(part) ? undefined : intervalOf(amount, part)
  if (interval === undefined) throw invalidPart(part)
  return `bq_date(${date} ${sign} ${interval})`
}

export function addToDatetime(datetime: string, sign: '+' | '-', amount: string, part: string): string {
  const interval = intervalOf(amount, part)
  if (interval === undefined) throw invalidPart(part)
  return `bq_datetime(${datetime} ${sign} ${interval})`
}

/** Emits `value ± amount part` for timestamps. The spans are fixed: a day is 24 hours. */
export function addToTimestamp(timestamp: string, sign: '+' | '-', amount: string, part: string): string {
  const unit = microseconds[part]
  if (unit === undefined) {
    const name = sign === '+' ? 'TIMESTAMP_ADD' : 'TIMESTAMP_SUB'
    throw new InvalidArgument(
      `${name} does not support the ${part} date part when the argument is TIMESTAMP type`,
    )
  }
  return `bq_timestamp(make_timestamptz(epoch_us(${timestamp}) ${sign} CAST(${amount} AS BIGINT) * ${unit}))`
}

export function addToTime(time: string, sign: '+' | '-', amount: string, part: string): string {
  if (!clockParts.has(part)) throw invalidPart(part)
  return `(${time} ${sign} ${intervalOf(amount, part)})`
}

/** Extracts one part of a civil value whose zone is applied. Returns undefined if the type doesn't have the part. */
export function extract(
  part: string,
  local: string,
  kind: Type['kind'],
): { sql: string; type: Type } | undefined {
  const isClock = clockParts.has(part)
  if (kind === 'DATE' && (isClock || ['TIME', 'DATE', 'DATETIME'].includes(part))) return undefined
  if (kind === 'TIME' && !isClock) return undefined
  const whole = (sql: string) => ({ sql: `CAST(${sql} AS BIGINT)`, type: INT64 })
  switch (part) {
    case 'DATE':
      return { sql: `CAST(${local} AS DATE)`, type: DATE }
    case 'TIME':
      return { sql: `CAST(${local} AS TIME)`, type: TIME }
    case 'DATETIME':
      return { sql: local, type: DATETIME }
    case 'DAYOFWEEK':
      return whole(`dayofweek(${local}) + 1`)
    case 'DAYOFYEAR':
    case 'ISOYEAR':
    case 'SECOND':
    case 'MINUTE':
    case 'HOUR':
    case 'DAY':
    case 'MONTH':
    case 'QUARTER':
    case 'YEAR':
      return whole(`${part.toLowerCase()}(${local})`)
    case 'ISOWEEK':
      return whole(`weekofyear(${local})`)
    case 'MICROSECOND':
      return whole(`microsecond(${local}) % 1000000`)
    case 'MILLISECOND':
      return whole(`millisecond(${local}) % 1000`)
    default: {
      const start = weekStart(part)
      if (start === undefined) return undefined
      return whole(`(dayofyear(${local}) + 6 - ((dayofweek(${local}) - ${start} + 7) % 7)) // 7`)
    }
  }
}

/** Returns the last day of the month, quarter, year or week that contains a date. */
export function lastDay(date: string, part: string): string {
  if (weekStart(part) !== undefined) return `CAST(${truncateDate(date, part)} + 6 AS DATE)`
  if (part === 'ISOYEAR')
    return `CAST(bq_isoyear_start(CAST(${truncateDate(date, part)} + 371 AS DATE)) - 1 AS DATE)`
  const months = { MONTH: 1, QUARTER: 3, YEAR: 12 }[part]
  if (months === undefined) throw invalidPart(part)
  return `CAST(${truncateDate(date, part)} + to_months(${months}) - to_days(1) AS DATE)`
}
