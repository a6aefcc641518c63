/** NUMERIC as scaled big integers: nine digits after the point, halves rounded away from zero. */
import { plainDecimal } from '../../googlesql/resolver/literal.ts'
import { scalarFunction } from './scalar_function.ts'

const scale = 1_000_000_000n
const limit = 10n ** 38n

function abs(value: bigint): bigint {
  return value < 0n ? -value : value
}

/** Converts a decimal text to billionths. */
export function toScaled(text: string): bigint {
  const [whole, fraction = ''] = text.replace(/^[+-]/, '').split('.')
  const magnitude = BigInt(whole || '0') * scale + BigInt(fraction.padEnd(9, '0').slice(0, 9))
  return text.startsWith('-') ? -magnitude : magnitude
}

function toText(scaled: bigint, operation: string): string {
  if (abs(scaled) >= limit) throw new Error(`numeric overflow: ${operation}`)
  const digits = abs(scaled).toString().padStart(10, '0')
  return `${scaled < 0n ? '-' : ''}${digits.slice(0, -9)}.${digits.slice(-9)}`
}

/** Returns n / d, with halves rounded away from zero. */
function divideRounded(n: bigint, d: bigint): bigint {
  const quotient = (2n * abs(n) + abs(d)) / (2n * abs(d))
  return n < 0n === d < 0n ? quotient : -quotient
}

/** Rounds a decimal text to a NUMERIC of so many digits, `scale` of them after the point. Returns undefined if it has more. */
export function fitDecimal(text: string, digits: number, scale: number): string | undefined {
  const unit = 10n ** BigInt(9 - scale)
  const rounded = divideRounded(toScaled(text), unit) * unit
  return abs(rounded) < 10n ** BigInt(digits - scale + 9) ? toText(rounded, text) : undefined
}

type Rounding = 'ROUND_HALF_AWAY_FROM_ZERO' | 'ROUND_HALF_EVEN' | 'TRUNCATE'

/** Rounds a decimal text to `digits` after the point. Negative `digits` round before it. */
export function roundDecimal(text: string, digits: bigint, mode: string): string {
  if (!['ROUND_HALF_AWAY_FROM_ZERO', 'ROUND_HALF_EVEN', 'TRUNCATE'].includes(mode))
    throw new Error(`Invalid rounding mode: ${mode}`)
  const scaled = toScaled(text)
  const dropped = 9n - digits
  if (dropped <= 0n) return toText(scaled, `ROUND(${text}, ${digits})`)
  if (dropped > 60n) return '0.000000000'
  const unit = 10n ** dropped
  const magnitude = abs(scaled)
  const rest = magnitude % unit
  const floor = magnitude / unit
  const rounded = (floor + (roundsUp(rest, unit, floor, mode as Rounding) ? 1n : 0n)) * unit
  return toText(scaled < 0n ? -rounded : rounded, `ROUND(${text}, ${digits})`)
}

function roundsUp(rest: bigint, unit: bigint, floor: bigint, mode: Rounding): boolean {
  if (mode === 'TRUNCATE') return false
  if (mode === 'ROUND_HALF_EVEN') return rest * 2n > unit || (rest * 2n === unit && floor % 2n === 1n)
  return rest * 2n >= unit
}

/** BigQuery's lenient PARSE_NUMERIC: commas and spaces allowed, the sign on either side. */
function parseNumeric(text: string): string {
  const bare = text.replace(/[\s,]/g, '').replace(/^(.*)([+-])$/, '$2$1')
  const decimal = plainDecimal(bare)
  if (decimal === undefined) throw new Error(`Invalid input to PARSE_NUMERIC: "${text}"`)
  return decimal
}

/** Rounds a double to nine digits after the point, halves away from zero. Returns 'nan' if it is not finite. */
function floatDecimal(x: number): string {
  return Math.abs(x) < 1e21 ? x.toFixed(9) : Number.isFinite(x) ? String(BigInt(x)) : 'nan'
}

export const decimalFunctions = [
  scalarFunction('bq_float_decimal', ['FLOAT64'], 'STRING', floatDecimal),
  scalarFunction('bq_numeric_multiply_exact', ['STRING', 'STRING'], 'STRING', (a, b) =>
    toText(divideRounded(toScaled(a) * toScaled(b), scale), `${a} * ${b}`),
  ),
  scalarFunction('bq_numeric_divide_exact', ['STRING', 'STRING'], 'STRING', (a, b) =>
    toText(divideRounded(toScaled(a) * scale, toScaled(b)), `${a} / ${b}`),
  ),
  scalarFunction('bq_numeric_div_exact', ['STRING', 'STRING'], 'STRING', (a, b) =>
    toText((toScaled(a) / toScaled(b)) * scale, `DIV(${a}, ${b})`),
  ),
  scalarFunction('bq_decimal_round', ['STRING', 'INT64', 'STRING'], 'STRING', roundDecimal),
  scalarFunction('bq_parse_decimal', ['STRING'], 'STRING', (text) => plainDecimal(text.trim()) ?? null),
  scalarFunction('bq_parse_numeric', ['STRING'], 'STRING', parseNumeric),
]
