/** FORMAT(): printf for SQL. https://cloud.google.com/bigquery/docs/reference/standard-sql/string_functions#format_string */
import { roundDecimal } from './decimal.ts'
import { formatGeneral } from '../../googlesql/float_text.ts'
import { scalarFunction } from './scalar_function.ts'

interface Specifier {
  flags: string
  precision: number | undefined
  letter: string
}
const specifier = /^%([-+ #0']*)(\*|\d+)?(?:\.(\*|\d+))?([a-zA-Z])/

/** `values` are texts as CAST AS STRING prints them, `kinds` their types; NULL makes the whole result NULL, except for %t and %T. */
function format(pattern: string, kinds: string, values: (string | null)[]): string | null {
  const types = kinds === '' ? [] : kinds.split(',')
  let used = 0
  const take = (): [value: string | null, type: string] => {
    if (used >= values.length)
      throw new Error(
        `Too few arguments to FORMAT for pattern "${pattern}"; Expected ${used + 1}; Got ${values.length}`,
      )
    const type = types[used]!
    return [values[used++]!, type]
  }
  let result = ''
  for (let at = 0; at < pattern.length;) {
    if (pattern[at] !== '%') {
      result += pattern[at++]
      continue
    }
    if (pattern[at + 1] === '%') {
      result += '%'
      at += 2
      continue
    }
    const match = specifier.exec(pattern.slice(at))
    if (!match) throw new Error(`Invalid FORMAT string: "${pattern}"`)
    at += match[0].length
    const [, flags = '', width, precision, letter = ''] = match
    const size = (text: string | undefined): number | undefined =>
      text === undefined ? undefined : Number(text === '*' ? take()[0] : text)
    const wanted = size(width)
    const digits = size(precision)
    const [value, type] = take()
    demandType(letter, type, used + 1)
    if (value === null && !'tT'.includes(letter)) return null
    const body = value === null ? 'NULL' : print(value, type, { flags, precision: digits, letter }, pattern)
    result += padTo(body, wanted, flags, letter)
  }
  if (used < values.length)
    throw new Error(
      `Too many arguments to FORMAT for pattern "${pattern}"; Expected ${used}; Got ${values.length}`,
    )
  return result
}

const expected: readonly [letters: string, types: readonly string[], name: string][] = [
  ['dioxX', ['INT64'], 'integer'],
  ['fFeEgG', ['FLOAT64', 'NUMERIC'], 'DOUBLE'],
  ['s', ['STRING'], 'STRING'],
  ['pP', ['JSON'], 'JSON'],
]

/** Throws for a value the specifier does not print. */
function demandType(letter: string, type: string, index: number): void {
  const rule = expected.find(([letters]) => letters.includes(letter))
  if (rule && type !== 'NULL' && !rule[1].includes(type))
    throw new Error(`Invalid type for argument ${index} to FORMAT; Expected ${rule[2]}; Got ${type}`)
  if (letter === 'T' && type === 'JSON')
    throw new Error('FORMAT with %T of JSON is not supported by the local BigQuery')
}

function print(value: string, type: string, spec: Specifier, pattern: string): string {
  const { flags, letter, precision } = spec
  if ('di'.includes(letter))
    return signed(value.startsWith('-'), grouped(value.replace('-', ''), flags), flags)
  if ('oxX'.includes(letter)) return radix(BigInt(value), letter, flags)
  if ('fFeEgG'.includes(letter)) return real(value, type, spec)
  if (letter === 's') return precision === undefined ? value : Array.from(value).slice(0, precision).join('')
  if (letter === 't') return isWholeFloat(value, type) ? `${value}.0` : value
  if (letter === 'T') return asLiteral(value, type)
  if (letter === 'p') return value
  if (letter === 'P') return JSON.stringify(JSON.parse(value), null, 2)
  throw new Error(`Invalid format specifier character "${letter}" in FORMAT string: "${pattern}"`)
}

const isWholeFloat = (value: string, type: string): boolean => type === 'FLOAT64' && /^-?\d+$/.test(value)
const grouped = (digits: string, flags: string): string =>
  flags.includes("'") ? digits.replace(/^\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, ',')) : digits
const signed = (negative: boolean, body: string, flags: string): string =>
  (negative ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '') + body

function radix(value: bigint, letter: string, flags: string): string {
  const magnitude = value < 0n ? -value : value
  const base = letter === 'o' ? 8 : letter === 'u' ? 10 : 16
  const digits = magnitude.toString(base)
  const prefix = !flags.includes('#') || letter === 'u' ? '' : letter === 'o' ? '0' : `0${letter}`
  return (value < 0n ? '-' : '') + prefix + (letter === 'X' ? digits.toUpperCase() : digits)
}

function real(value: string, type: string, { flags, letter, precision = 6 }: Specifier): string {
  const x = value === 'inf' ? Infinity : value === '-inf' ? -Infinity : Number(value)
  const magnitude = Math.abs(x)
  let body: string
  if (!Number.isFinite(x)) body = Number.isNaN(x) ? 'nan' : 'inf'
  else if ('fF'.includes(letter)) {
    const isExact = type === 'NUMERIC' && precision <= 9
    const fixed = isExact
      ? roundDecimal(value.replace('-', ''), BigInt(precision), 'ROUND_HALF_AWAY_FROM_ZERO').slice(
          0,
          precision - 9 || undefined,
        )
      : magnitude.toFixed(Math.min(precision, 100))
    body = grouped(fixed.replace(/\.$/, ''), flags)
  } else if ('eE'.includes(letter))
    body = magnitude.toExponential(precision).replace(/e([+-])(\d)$/, 'e$10$2')
  else body = formatGeneral(magnitude, precision || 1)
  const cased = 'EG'.includes(letter) ? body.toUpperCase() : body
  return signed(x < 0 || Object.is(x, -0), cased, flags)
}

/** As JSON quotes it, but for control characters, which SQL writes as `\\x01`. */
const quoted = (value: string): string =>
  JSON.stringify(value).replace(/\\(?:u00([0-9a-f]{2})|.)/g, (escape, hex: string | undefined) =>
    hex === undefined ? escape : `\\x${hex}`,
  )

function asLiteral(value: string, type: string): string {
  if (type === 'STRING') return quoted(value)
  if (type === 'BYTES') return `b${quoted(value)}`
  if (['DATE', 'TIMESTAMP', 'DATETIME', 'TIME', 'NUMERIC'].includes(type)) return `${type} "${value}"`
  if (type === 'FLOAT64' && /inf|nan/i.test(value)) return `CAST("${value.toLowerCase()}" AS FLOAT64)`
  return isWholeFloat(value, type) ? `${value}.0` : value
}

function padTo(body: string, wanted: number | undefined, flags: string, letter: string): string {
  const width = Math.abs(wanted ?? 0)
  const missing = width - Array.from(body).length
  if (missing <= 0) return body
  if (flags.includes('-') || (wanted ?? 0) < 0) return body + ' '.repeat(missing)
  if (!flags.includes('0') || !'diuoxXfFeEgG'.includes(letter)) return ' '.repeat(missing) + body
  const sign = /^[+-]/.exec(body)?.[0] ?? ''
  return sign + '0'.repeat(missing) + body.slice(sign.length)
}

export const formatFunctions = [
  scalarFunction('bq_format', ['STRING', 'STRING', 'STRINGS'], 'STRING', format),
]
