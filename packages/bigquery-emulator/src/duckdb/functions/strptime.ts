/** PARSE_TIMESTAMP, PARSE_DATE, PARSE_DATETIME and PARSE_TIME.
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/format-elements#format_elements_date_time */
import { months, weekdays } from './civil_time.ts'
import { scalarFunction } from './scalar_function.ts'

interface Fields {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  micros: number
  afternoon?: boolean
  isTwelveHours?: boolean
  yearday?: number
  /** Minutes east of UTC. */
  offset?: number
  epoch?: bigint
}

type Reader = (input: string, fields: Fields) => number | undefined

/** Reads a number of at most `digits` digits. Returns the length of the input that it consumed. */
function number(digits: number, set: (fields: Fields, value: number) => void): Reader {
  const pattern = new RegExp(`^\\s*([+-]?\\d{1,${digits}})`)
  return (input, fields) => {
    const match = pattern.exec(input)
    if (match) set(fields, Number(match[1]))
    return match?.[0].length
  }
}

function name(names: readonly string[], set: (fields: Fields, index: number) => void): Reader {
  return (input, fields) => {
    const lower = input.toLowerCase()
    for (const spell of [(n: string) => n, (n: string) => n.slice(0, 3)])
      for (const [i, full] of names.entries())
        if (lower.startsWith(spell(full).toLowerCase())) {
          set(fields, i)
          return spell(full).length
        }
    return undefined
  }
}

function pattern(expression: RegExp, set: (fields: Fields, match: RegExpExecArray) => void): Reader {
  return (input, fields) => {
    const match = expression.exec(input)
    if (match) set(fields, match)
    return match?.[0].length
  }
}

/** Reads seconds with a fraction of at most `digits` digits. */
function fractionalSeconds(digits: string): Reader {
  return pattern(
    digits === '0'
      ? /^\s*(\d{1,2})/
      : new RegExp(`^\\s*(\\d{1,2})(?:\\.(\\d${digits === '*' ? '+' : `{1,${digits}}`}))?`),
    (f, [, second, fraction = '']) => {
      f.second = Number(second)
      f.micros = Number(fraction.padEnd(6, '0').slice(0, 6))
    },
  )
}

const zone = pattern(/^(?:UTC|GMT|([+-])(\d{1,2}):?(\d{2})?)/i, (f, [, sign, hours, minutes]) => {
  const distance = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  f.offset = sign === '-' ? -distance : distance
})

/** Converts a 12-hour clock with AM or PM. A 24-hour clock ignores AM and PM. */
function twelveHours(fields: Fields, value: number): void {
  fields.hour = value < 1 || value > 12 ? 99 : value % 12
  fields.isTwelveHours = true
}

function fullDay(fields: Fields, value: number): void {
  fields.hour = value
  fields.isTwelveHours = false
}

const readers: Record<string, Reader> = {
  Y: number(4, (f, value) => (f.year = value || Number.NaN)),
  y: number(2, (f, value) => (f.year = value < 69 ? 2000 + value : 1900 + value)),
  m: number(2, (f, value) => (f.month = value)),
  d: number(2, (f, value) => (f.day = value)),
  e: number(2, (f, value) => (f.day = value)),
  H: number(2, fullDay),
  k: number(2, fullDay),
  I: number(2, twelveHours),
  l: number(2, twelveHours),
  M: number(2, (f, value) => (f.minute = value)),
  S: number(2, (f, value) => (f.second = value)),
  j: number(3, (f, value) => (f.yearday = value)),
  Q: number(1, (f, value) => (f.month = (value - 1) * 3 + 1)),
  s: pattern(/^-?\d{1,12}/, (f, [digits]) => (f.epoch = BigInt(digits))),
  f: pattern(/^\d{1,6}/, (f, [digits]) => (f.micros = Number(digits.padEnd(6, '0')))),
  p: pattern(/^(?:am|pm)/i, (f, [half]) => (f.afternoon = half.toLowerCase() === 'pm')),
  P: pattern(/^(?:am|pm)/i, (f, [half]) => (f.afternoon = half.toLowerCase() === 'pm')),
  B: name(months, (f, index) => (f.month = index + 1)),
  b: name(months, (f, index) => (f.month = index + 1)),
  h: name(months, (f, index) => (f.month = index + 1)),
  A: name(weekdays, () => undefined),
  a: name(weekdays, () => undefined),
  z: zone,
  Z: zone,
  Ez: zone,
  n: pattern(/^\s*/, () => undefined),
  t: pattern(/^\s*/, () => undefined),
  '%': pattern(/^%/, () => undefined),
}

/** Elements that a type doesn't support, not counting `%%`. */
const absent: Record<string, RegExp> = {
  DATE: /(?<=(?:^|[^%])(?:%%)*)%(?:[cHIklMPpRrSsTXZz]|E(?:\*|\d)S|Ez)/,
  DATETIME: /(?<=(?:^|[^%])(?:%%)*)%(?:Z|E?z)/,
  TIME: /(?<=(?:^|[^%])(?:%%)*)%(?:[AaBbCcDdeFGghJjmQsUuVWwxYyZz]|E4Y|Ez)/,
}

const abbreviations: Record<string, string> = {
  F: '%Y-%m-%d',
  T: '%H:%M:%S',
  X: '%H:%M:%S',
  R: '%H:%M',
  D: '%m/%d/%y',
  x: '%m/%d/%y',
  r: '%I:%M:%S %p',
  c: '%a %b %e %H:%M:%S %Y',
  E4Y: '%Y',
}

/** Returns microseconds since 1970 of the civil time, converted to UTC if the text names a zone. */
function strptime(format: string, input: string, kind: string): bigint {
  const bad = (): Error => new Error(`Failed to parse input string "${input}"`)
  const fields: Fields = { year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0, micros: 0 }
  const spelled = format.replace(/%(E4Y|[FTXRDxrc])/g, (_, element: string) => abbreviations[element]!)
  const foreign = absent[kind]?.exec(format)
  if (foreign) throw new Error(`Invalid format: ${foreign[0]} is not allowed for the ${kind} type.`)
  let at = 0
  for (const [piece] of spelled.matchAll(/%(?:E(?:\*S|\dS|z)|[a-zA-Z%])|\s+|[^%\s]/g)) {
    if (/^\s/.test(piece)) {
      at += /^\s*/.exec(input.slice(at))![0].length
      continue
    }
    if (!piece.startsWith('%')) {
      if (input[at] !== piece) throw bad()
      at++
      continue
    }
    const fraction = /^%E(\*|\d)S$/.exec(piece)
    const reader = fraction ? fractionalSeconds(fraction[1]!) : readers[piece.slice(1)]
    if (!reader)
      throw new Error(`Format element ${piece} of PARSE functions is not supported by the local BigQuery`)
    const taken = reader(input.slice(at), fields)
    if (taken === undefined) throw bad()
    at += taken
  }
  if (input.slice(at).trim() !== '') throw bad()
  const micros = toMicros(fields)
  if (micros === undefined) throw bad()
  return micros
}

function toMicros(fields: Fields): bigint | undefined {
  const { year, month, day, minute, second, micros, afternoon, yearday, offset, epoch } = fields
  if (epoch !== undefined) return epoch * 1_000_000n
  const hour = fields.hour + (fields.isTwelveHours && afternoon ? 12 : 0)
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 60) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCDate() !== day || year < 1) return undefined
  date.setUTCHours(hour, minute, second)
  if (yearday !== undefined)
    date.setUTCFullYear(year, 0, yearday + (second === 60 && date.getUTCHours() === 0 ? 1 : 0))
  return BigInt(date.getTime()) * 1000n + BigInt(micros) - BigInt(offset ?? 0) * 60_000_000n
}

export const strptimeFunctions = [
  scalarFunction('bq_strptime', ['STRING', 'STRING', 'STRING'], 'INT64', strptime),
]
