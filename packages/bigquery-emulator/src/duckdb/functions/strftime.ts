/** FORMAT_TIMESTAMP, FORMAT_DATE, FORMAT_DATETIME and FORMAT_TIME.
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/format-elements#format_elements_date_time */
import { civilTime, months, weekdays, type CivilTime } from './civil_time.ts'
import { scalarFunction } from './scalar_function.ts'

interface Moment extends CivilTime {
  /** The instant in microseconds. */
  utc: bigint
  /** Minutes east of UTC. */
  offset: number
}

function two(n: number): string {
  return String(n).padStart(2, '0')
}

function spaced(n: number): string {
  return String(n).padStart(2, ' ')
}

function hour12(t: Moment): number {
  return t.hour % 12 || 12
}

function zone(t: Moment, separator: string): string {
  const minutes = Math.abs(t.offset)
  return `${t.offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${separator}${two(minutes % 60)}`
}

function zoneName(t: Moment): string {
  if (t.offset === 0) return 'UTC'
  const minutes = Math.abs(t.offset)
  const distance =
    minutes % 60 === 0 ? String(minutes / 60) : two(Math.floor(minutes / 60)) + two(minutes % 60)
  return `UTC${t.offset < 0 ? '-' : '+'}${distance}`
}

function fraction(t: Moment, digits: number): string {
  return digits === 0 ? '' : `.${String(t.micros).padStart(6, '0').padEnd(9, '0').slice(0, digits)}`
}

const elements: Record<string, (t: Moment) => string> = {
  Y: (t) => String(t.year),
  y: (t) => two(t.year % 100),
  C: (t) => String(Math.floor(t.year / 100)),
  m: (t) => two(t.month),
  d: (t) => two(t.day),
  e: (t) => spaced(t.day),
  H: (t) => two(t.hour),
  k: (t) => spaced(t.hour),
  I: (t) => two(hour12(t)),
  l: (t) => spaced(hour12(t)),
  M: (t) => two(t.minute),
  S: (t) => two(t.second),
  p: (t) => (t.hour < 12 ? 'AM' : 'PM'),
  P: (t) => (t.hour < 12 ? 'am' : 'pm'),
  B: (t) => months[t.month - 1]!,
  b: (t) => months[t.month - 1]!.slice(0, 3),
  h: (t) => months[t.month - 1]!.slice(0, 3),
  A: (t) => weekdays[t.weekday]!,
  a: (t) => weekdays[t.weekday]!.slice(0, 3),
  j: (t) => String(t.yearday).padStart(3, '0'),
  J: (t) => String((t.isoWeek - 1) * 7 + (t.weekday || 7)).padStart(3, '0'),
  F: (t) => print('', '%Y-%m-%d', t),
  T: (t) => print('', '%H:%M:%S', t),
  X: (t) => print('', '%H:%M:%S', t),
  R: (t) => print('', '%H:%M', t),
  r: (t) => print('', '%I:%M:%S %p', t),
  D: (t) => print('', '%m/%d/%y', t),
  x: (t) => print('', '%m/%d/%y', t),
  c: (t) => print('', '%a %b %e %H:%M:%S %Y', t),
  s: (t) => String((t.utc - (((t.utc % 1_000_000n) + 1_000_000n) % 1_000_000n)) / 1_000_000n),
  Q: (t) => String(Math.ceil(t.month / 3)),
  G: (t) => String(t.isoYear),
  g: (t) => two(t.isoYear % 100),
  V: (t) => two(t.isoWeek),
  u: (t) => String(t.weekday || 7),
  w: (t) => String(t.weekday),
  U: (t) => two(Math.floor((t.yearday + 6 - t.weekday) / 7)),
  W: (t) => two(Math.floor((t.yearday + 6 - ((t.weekday + 6) % 7)) / 7)),
  Z: zoneName,
  z: (t) => zone(t, ''),
  n: () => '\n',
  t: () => '\t',
  '%': () => '%',
}

/** Elements that a type doesn't support stay in the text unchanged. */
const absent: Record<string, RegExp> = {
  DATE: /^%(?:E?[cX]|O?[HIMS]|[klPpRrsTZz]|E(?:\*|\d)S|Ez)$/,
  DATETIME: /^%(?:Z|E?z)$/,
  TIME: /^%(?:E?[cCxyY]|O?[deUmuVwWy]|[AaBbDFGghJjQsZ]|E?z|E4Y)$/,
}

/** So do elements with a modifier that C doesn't define. */
const modified = /^%(?:E[cCxXyY]|O[deHImMSuUVwWy])$/

function print(kind: string, format: string, moment: Moment): string {
  return format.replace(
    /%(?:E(4Y|\*S|\dS|z)|[EO]?([a-zA-Z%]))/g,
    (whole: string, extended: string | undefined, letter: string | undefined) => {
      if (absent[kind]?.test(whole)) return whole
      if (letter !== undefined && whole.length > 2 && !modified.test(whole)) return whole
      const element = letter === undefined ? undefined : elements[letter]
      if (letter !== undefined && !element)
        throw new Error(`Format element ${whole} is not supported by the local BigQuery`)
      if (element) return element(moment)
      if (extended === '4Y') return String(moment.year).padStart(4, '0')
      if (extended === 'z') return zone(moment, ':')
      if (extended !== '*S') return two(moment.second) + fraction(moment, Number(extended![0]))
      const digits = String(moment.micros).padStart(6, '0').replace(/0+$/, '')
      return two(moment.second) + (digits === '' ? '' : `.${digits}`)
    },
  )
}

export const strftimeFunctions = [
  scalarFunction(
    'bq_strftime',
    ['STRING', 'STRING', 'DATETIME', 'INT64'],
    'STRING',
    (kind, format, local, utc) =>
      print(kind, format, { ...civilTime(local), utc, offset: Number((local - utc) / 60_000_000n) }),
  ),
]
