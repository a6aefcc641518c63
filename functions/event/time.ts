/** Event: normalizes the times that producers write to RFC 3339 in UTC with microseconds, the precision of BigQuery. */

const rfc3339 = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/

/** Range of a BigQuery TIMESTAMP, in ms since 1970. https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#timestamp_type */
const earliest = Date.parse('0001-01-01T00:00:00Z')
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Maps RFC 3339 text, or a Unix time in s, ms or µs (distinguished by magnitude), to RFC 3339 in µs; anything else to undefined. */
export function normalTime(value: unknown): string | undefined {
  if (typeof value === 'string') return fromText(value)
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return fromEpoch(value)
  return undefined
}

/** Maps RFC 3339 text to ms since 1970, and any other text to NaN. Does not validate the output of `normalTime` again. */
export function milliseconds(text: string): number {
  if (text.length !== 27 || text.charCodeAt(26) !== upperZ) return Date.parse(text)
  const minutes = (dayOf(text) * 24 + pair(text, 11)) * 60 + pair(text, 14)
  const ms = pair(text, 20) * 10 + Math.floor(pair(text, 22) / 10)
  return (minutes * 60 + pair(text, 17)) * 1000 + ms
}

/** Returns the days since 1970 of the Gregorian calendar, with March as the first month of a year.
 * https://howardhinnant.github.io/date_algorithms.html#days_from_civil */
function dayOf(text: string): number {
  const month = pair(text, 5)
  const year = month > 2 ? yearOf(text) : yearOf(text) - 1
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400)
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + pair(text, 8) - 1
  return year * 365 + leapDays + dayOfYear - 719_468
}

/** The end of a usual text by its length: replaces its Z by the missing decimals and a Z. */
const endings: readonly string[] = Array.from({ length: 28 }, (_, length) =>
  length === 20 ? '.000000Z' : `${'0'.repeat(27 - length)}Z`,
)

function fromText(text: string): string | undefined {
  if (isUsual(text)) return text.length === 27 ? text : text.slice(0, -1) + endings[text.length]!
  const match = rfc3339.exec(text)
  if (!match) return undefined
  const [, date, time, fraction = '', zone] = match
  if (!isDay(date!)) return undefined
  const milliseconds = Date.parse(`${date}T${time}${zone!.toUpperCase()}`)
  return format(milliseconds, fraction.slice(0, 6).padEnd(6, '0'))
}

/** Returns true for a valid time in UTC with at most six decimals, the form that nearly all producers write. Only its decimals are
 * filled up. */
function isUsual(text: string): boolean {
  const last = text.length - 1
  if (last < 19 || last > 26 || last === 20) return false
  for (let at = 20; at < last; at++) if (!isDigit(text.charCodeAt(at))) return false
  const day = pair(text, 8)
  return (
    (last === 19 || text.charCodeAt(19) === dot) &&
    text.charCodeAt(last) === upperZ &&
    text.charCodeAt(4) === dash &&
    text.charCodeAt(7) === dash &&
    text.charCodeAt(10) === upperT &&
    text.charCodeAt(13) === colon &&
    text.charCodeAt(16) === colon &&
    yearOf(text) > 0 &&
    pair(text, 5) > 0 &&
    pair(text, 5) <= 12 &&
    day > 0 &&
    pair(text, 11) < 24 &&
    pair(text, 14) < 60 &&
    pair(text, 17) < 60 &&
    // Every month has 28 days.
    (day <= 28 || isDay(text))
  )
}

const [dash, dot, colon, upperT, upperZ] = [0x2d, 0x2e, 0x3a, 0x54, 0x5a]

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** Returns the number of two digits; NaN, which fails every comparison, if they are not digits. */
function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30
  const ones = text.charCodeAt(at + 1) - 0x30
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN
}

function yearOf(text: string): number {
  return pair(text, 0) * 100 + pair(text, 2)
}

const monthDays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Needed because `Date.parse` reads 31 February as 3 March. */
function isDay(date: string): boolean {
  const [year, month, day] = [yearOf(date), pair(date, 5), pair(date, 8)]
  const isLeapDay = month === 2 && day === 29 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return isLeapDay || (day > 0 && day <= (monthDays[month] ?? 0))
}

function fromEpoch(epoch: number): string | undefined {
  const micros = Math.round(epoch < 1e11 ? epoch * 1e6 : epoch < 1e14 ? epoch * 1e3 : epoch)
  const whole = Math.floor(micros / 1e6)
  return format(whole * 1000, String(micros - whole * 1e6).padStart(6, '0'))
}

function format(milliseconds: number, micros: string): string | undefined {
  return milliseconds >= earliest && milliseconds <= latest
    ? `${new Date(milliseconds).toISOString().slice(0, 19)}.${micros}Z`
    : undefined
}
