/** Converts a scalar's raw JSON to JSON that DuckDB converts to the column's type. Throws BigQuery's error. */
import { fitDecimal } from '../duckdb/functions/decimal.ts'
import { civilLiteral, documentText, plainDecimal } from '../googlesql/resolver/literal.ts'
import { geographyText } from '../googlesql/geography_text.ts'
import { rangeBetween, rangeText, unbounded } from '../googlesql/range_text.ts'
import { greatest } from '../googlesql/limits.ts'
import { typeName, type Limits, type RangeKind, type Scalar, type ScalarKind } from '../googlesql/types.ts'
import { invalid, type RowError } from './row_reader.ts'

/** A value that BigQuery refuses, with BigQuery's message. */
class BadValue extends Error {}

export function readScalar(raw: string, { kind, limits }: Scalar, path: string, errors: RowError[]): string {
  try {
    const json = readers[kind](raw)
    return limits ? limited(json, kind, limits) : json
  } catch (error) {
    if (!(error instanceof BadValue || error instanceof SyntaxError)) throw error
    errors.push(invalid(error instanceof BadValue ? error.message : `Invalid JSON in field ${path}`, path))
    return 'null'
  }
}

/** Holds a value against the limits of its column. NUMERIC is rounded to its scale. */
function limited(json: string, kind: ScalarKind, limits: Limits): string {
  const text = JSON.parse(json) as string
  const [most, scale = 0] = limits
  if (kind === 'NUMERIC') {
    const rounded = fitDecimal(text, most, scale)
    if (rounded !== undefined) return JSON.stringify(rounded)
    const bound = greatest(limits)
    throw new BadValue(
      `${typeName({ kind, limits })} has precision ${most} and scale ${scale} but got a value that is not in range of [-${bound}, ${bound}]`,
    )
  }
  const length = kind === 'STRING' ? Array.from(text).length : Buffer.from(text, 'base64').length
  if (length > most)
    throw new BadValue(`${kind}(${most}) has maximum length ${most} but got a value with length ${length}`)
  return json
}

function isString(raw: string): boolean {
  return raw.startsWith('"')
}

/** Returns a string's content, or the raw text of a number or bool. */
function textOf(raw: string): string {
  return isString(raw) ? (JSON.parse(raw) as string) : raw
}

/** Matches a string without escapes and control characters, which is valid without parsing. */
const isPlainString = /^"[^"\\\p{Cc}]*"$/u
const isInstant = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/
const number = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

const readers: Record<ScalarKind, (raw: string) => string> = {
  STRING: (raw) => {
    if (!isString(raw)) return JSON.stringify(raw)
    if (!isPlainString.test(raw)) JSON.parse(raw)
    return raw
  },
  INT64: (raw) => {
    const text = textOf(raw).trim()
    const whole = /^[+-]?\d+$/.test(text)
      ? text
      : /^-?\d+\.0+$/.test(text)
        ? text.replace(/\.0+$/, '')
        : undefined
    if (whole === undefined) throw new BadValue(`Cannot convert value to integer (bad value): ${text}`)
    if (BigInt.asIntN(64, BigInt(whole)) !== BigInt(whole))
      throw new BadValue(`Cannot convert value to integer (bad value): ${text}`)
    return BigInt(whole).toString()
  },
  FLOAT64: (raw) => {
    const text = textOf(raw).trim()
    if (/^[+-]?(?:nan|inf(?:inity)?)$/i.test(text)) return JSON.stringify(text.toLowerCase().replace('+', ''))
    if (!decimal.test(text) || !Number.isFinite(Number(text)))
      throw new BadValue(`Cannot convert value to floating point (bad value): ${text}`)
    return String(Number(text))
  },
  NUMERIC: (raw) => {
    const text = textOf(raw).trim()
    const plain = plainDecimal(text)
    if (plain === undefined || (plain.split('.')[1]?.replace(/0+$/, '').length ?? 0) > 9)
      throw new BadValue(`Invalid NUMERIC value: ${text}`)
    return `"${plain}"`
  },
  BOOL: (raw) => {
    const text = textOf(raw).toLowerCase()
    if (text !== 'true' && text !== 'false')
      throw new BadValue(`Cannot convert string value to boolean: ${textOf(raw)}`)
    return text
  },
  BYTES: (raw) => {
    if (!isString(raw) || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(textOf(raw)))
      throw new BadValue(`Could not decode base64 string to bytes. Value: ${textOf(raw)}`)
    return JSON.stringify(Buffer.from(textOf(raw), 'base64').toString('base64'))
  },
  TIMESTAMP: (raw) => {
    const text = textOf(raw)
    if (isInstant.test(text) && isReal(text)) return raw
    if (!isString(raw) || number.test(text)) return JSON.stringify(instantOfSeconds(text))
    const normal = text.trim().replace(/ UTC$/i, 'Z').replaceAll('/', '-')
    if (civilLiteral('TIMESTAMP', normal) === undefined)
      throw new BadValue(
        `Could not parse '${text}' as a timestamp. Required format is YYYY-MM-DD HH:MM[:SS[.SSSSSS]] or YYYY/MM/DD HH:MM[:SS[.SSSSSS]]`,
      )
    return JSON.stringify(/(?:Z|[+-]\d{1,2}(?::?\d{2})?)$/i.test(normal.slice(10)) ? normal : `${normal}Z`)
  },
  DATE: (raw) => {
    const text = textOf(raw)
    if (civilLiteral('DATE', text) === undefined) throw new BadValue(`Invalid date: '${text}'`)
    return raw
  },
  DATETIME: (raw) => {
    const text = textOf(raw)
    if (civilLiteral('DATETIME', text) === undefined) throw new BadValue(`Invalid datetime string "${text}"`)
    return raw
  },
  TIME: (raw) => {
    const text = textOf(raw)
    if (civilLiteral('TIME', text) === undefined) throw new BadValue(`Invalid time string "${text}"`)
    return raw
  },
  JSON: (raw) => {
    const json = documentText(textOf(raw), 'kept')
    if (json === undefined) throw new BadValue(`Invalid JSON value: ${textOf(raw)}`)
    return JSON.stringify(json)
  },
  GEOGRAPHY: (raw) => {
    const shape = geographyText(textOf(raw))
    if (shape === undefined)
      throw new BadValue(
        `The local BigQuery reads GEOGRAPHY as well-known text of two dimensions: ${textOf(raw).slice(0, 100)}`,
      )
    return JSON.stringify(shape)
  },
  'RANGE<DATE>': (raw) => rangeJson(raw, 'RANGE<DATE>'),
  'RANGE<DATETIME>': (raw) => rangeJson(raw, 'RANGE<DATETIME>'),
  'RANGE<TIMESTAMP>': (raw) => rangeJson(raw, 'RANGE<TIMESTAMP>'),
  INTERVAL: () => {
    throw new BadValue('INTERVAL columns are not supported by the local BigQuery')
  },
}

/** Reads `"[start, end)"` or `{"start": …, "end": …}`, in which an absent bound is open. */
function rangeJson(raw: string, kind: RangeKind): string {
  const value = JSON.parse(raw) as unknown
  const bound = (name: 'start' | 'end'): string => {
    const given = (value as Record<string, unknown>)[name] ?? unbounded
    return typeof given === 'string' ? given : ''
  }
  const range =
    typeof value === 'object' && value !== null
      ? rangeBetween(kind, bound('start'), bound('end'))
      : rangeText(kind, String(value))
  if (range === undefined) throw new BadValue(`Invalid ${kind} value: ${raw.slice(0, 100)}`)
  return JSON.stringify(range)
}

function isReal(instant: string): boolean {
  const day = Number(instant.slice(8, 10))
  const isOrdinary =
    day >= 1 && day <= 28 && /^....-(?:0[1-9]|1[0-2])-...(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d/.test(instant)
  if (instant.startsWith('0000')) return false
  if (isOrdinary) return true
  const date = new Date(instant)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(8, 10) === instant.slice(8, 10)
}

/** The range of TIMESTAMP, in µs since 1970: the years 1 to 9999.
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#timestamp_type */
const earliest = -62_135_596_800_000_000
const afterLatest = 253_402_300_800_000_000

/** Converts seconds since 1970, with a fraction, to an instant. */
function instantOfSeconds(text: string): string {
  const micros = Math.round(Number(text) * 1e6)
  if (!(micros >= earliest && micros < afterLatest))
    throw new BadValue(
      `Timestamp field value is out of range: ${Number.isFinite(micros) ? BigInt(micros) : text}`,
    )
  const date = new Date(Math.floor(micros / 1000))
  const fraction = ((micros % 1000) + 1000) % 1000
  return date.toISOString().replace('Z', `${String(fraction).padStart(3, '0')}Z`)
}
