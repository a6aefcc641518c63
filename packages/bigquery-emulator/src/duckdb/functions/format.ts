/** FORMAT(): printf for SQL. https://cloud.google.com/bigquery/docs/reference/standard-sql/string_functions#format_string */
import { roundDecimal } from './decimal.ts'
import { demandFormat, readSpecifier } from '../../googlesql/functions/format_pattern.ts'
import { floatText, formatGeneral } from '../../googlesql/float_text.ts'
import { prettyJson, readJson } from '../../googlesql/json_document.ts'
import { scalarFunction } from './scalar_function.ts'

interface Specifier {
  flags: string
  precision: number | undefined
  letter: string
}

/** Maximum digits that JavaScript prints. */
const mostDigits = 100

/** Formats `values`, the results of CAST AS STRING, with their types `kinds`. A NULL makes the whole result NULL, except for %t and %T. */
function format(pattern: string, kinds: string, values: (string | null)[]): string | null {
  const types = kinds === '' ? [] : kinds.split(',')
  demandFormat(pattern, types)
  let used = 0
  const take = (): [value: string | null, type: string] => [values[used]!, types[used++]!]
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
    const { length, flags, width, precision, letter } = readSpecifier(pattern.slice(at))!
    at += length
    const size = (what: string, most: number, text: string | undefined): number | undefined => {
      const number = text === undefined ? undefined : Number(text === '*' ? take()[0] : text)
      if (number === undefined || Math.abs(number) <= most) return number
      throw new Error(`FORMAT with a ${what} above ${most} is not supported by the local BigQuery`)
    }
    const wanted = size('width', 1_000_000, width)
    const digits = size('precision', 'fFeEgG'.includes(letter) ? mostDigits : 1_000_000, precision)
    const [value, type] = take()
    if (letter === 'T' && type === 'JSON')
      throw new Error('FORMAT with %T of JSON is not supported by the local BigQuery')
    if (value === null && !'tT'.includes(letter)) return null
    const body = value === null ? 'NULL' : print(value, type, { flags, precision: digits, letter })
    const zeros = digits !== undefined && 'dioxX'.includes(letter) ? flags.replaceAll('0', '') : flags
    result += padTo(body, wanted, zeros, letter)
  }
  return result
}

function print(value: string, type: string, spec: Specifier): string {
  const { letter, precision } = spec
  if ('dioxX'.includes(letter)) return integer(BigInt(value), spec)
  if ('fFeEgG'.includes(letter)) return real(value, type, spec)
  if ('stT'.includes(letter)) {
    const text = letter === 'T' ? asLiteral(value, type) : asText(value, type)
    return precision === undefined ? text : Array.from(text).slice(0, precision).join('')
  }
  return letter === 'p' ? value : prettyJson(readJson(value, 'kept'))
}

function grouped(digits: string, flags: string, size: 3 | 4 = 3, separator = ','): string {
  return flags.includes("'")
    ? digits.replace(/^[\da-fA-F]+(?!e)/, (whole) =>
        whole.replace(new RegExp(`\\B(?=(?:.{${size}})+$)`, 'g'), separator),
      )
    : digits
}

function signed(negative: boolean, body: string, flags: string): string {
  return (negative ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '') + body
}

function integer(value: bigint, { flags, letter, precision }: Specifier): string {
  const magnitude = value < 0n ? -value : value
  const base = letter === 'o' ? 8 : letter.toLowerCase() === 'x' ? 16 : 10
  const bare =
    magnitude === 0n && precision === 0 ? '' : magnitude.toString(base).padStart(precision ?? 0, '0')
  const digits = base === 16 ? grouped(bare, flags, 4, ':') : grouped(bare, flags, base === 8 ? 4 : 3)
  const prefix =
    !flags.includes('#') || base === 10 ? '' : base === 16 ? `0${letter}` : digits.startsWith('0') ? '' : '0'
  return signed(value < 0n, prefix + (letter === 'X' ? digits.toUpperCase() : digits), flags)
}

/** Rounds exact halves to even, as C does. `print` is a JavaScript function that rounds them up. */
function roundedToEven(print: (digits: number) => string, digits: number): string {
  const [mantissa, power] = print(Math.min(mostDigits, digits + 60)).split('e') as [string, string?]
  const end = mantissa.indexOf('.') + (digits === 0 ? 0 : 1 + digits)
  const [kept, dropped] = [mantissa.slice(0, end), mantissa.slice(end).replace('.', '')]
  const isHalf = /^50*$/.test(dropped) && Number(kept.at(-1)) % 2 === 0
  if (!isHalf) return print(digits)
  return power === undefined ? kept : `${kept}e${power}`
}

function real(value: string, type: string, { flags, letter, precision = 6 }: Specifier): string {
  if (flags.includes('#'))
    throw new Error(`FORMAT with the flag # of %${letter} is not supported by the local BigQuery`)
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
      : fixedText(magnitude, precision)
    body = grouped(fixed.replace(/\.$/, ''), flags)
  } else if ('eE'.includes(letter))
    body = roundedToEven((digits) => magnitude.toExponential(digits), precision).replace(
      /e([+-])(\d)$/,
      'e$10$2',
    )
  else body = grouped(formatGeneral(magnitude, precision || 1), flags)
  const cased = 'EFG'.includes(letter) ? body.toUpperCase() : body
  return signed(x < 0 || Object.is(x, -0), cased, flags)
}

function fixedText(magnitude: number, precision: number): string {
  return magnitude < 1e21
    ? roundedToEven((digits) => magnitude.toFixed(digits), precision)
    : `${BigInt(magnitude)}.${'0'.repeat(precision)}`
}

/** Returns bytes, given in hexadecimal, as a literal. Bytes that are not printable are escaped. */
function bytesText(hex: string, quotes: string): string {
  return hex.replace(/../g, (digits) => {
    const code = Number.parseInt(digits, 16)
    if (code < 32 || code > 126) return `\\x${digits.toLowerCase()}`
    const character = String.fromCharCode(code)
    return character === '\\' || quotes.includes(character) ? `\\${character}` : character
  })
}

/** Quotes a string as JSON does, except for control characters, which SQL writes as `\\x01`. */
function quoted(value: string): string {
  return JSON.stringify(value)
    .replace(/\\(?:u00([0-9a-f]{2})|.)/g, (escape, hex: string | undefined) =>
      hex === undefined ? escape : `\\x${hex}`,
    )
    .replaceAll('\x7f', '\\x7f')
}

function doubleText(value: string): string {
  const x = Number(value.replace('inf', 'Infinity'))
  const text = Object.is(x, -0) ? '-0' : floatText(x)
  return /^-?\d+$/.test(text) ? `${text}.0` : text
}

function asText(value: string, type: string): string {
  if (type === 'BYTES') return bytesText(value, `'"`)
  return type === 'FLOAT64' ? doubleText(value) : value
}

function asLiteral(value: string, type: string): string {
  if (type === 'STRING') return quoted(value)
  if (type === 'BYTES') return `b"${bytesText(value, '"')}"`
  if (type === 'INTERVAL') return `INTERVAL "${value}" YEAR TO SECOND`
  if (['DATE', 'TIMESTAMP', 'DATETIME', 'TIME', 'NUMERIC'].includes(type)) return `${type} "${value}"`
  if (type === 'FLOAT64' && /inf|nan/.test(value)) return `CAST("${value}" AS FLOAT64)`
  return asText(value, type)
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
