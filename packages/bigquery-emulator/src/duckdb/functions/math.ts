/** Mathematics with BigQuery's errors for arguments out of range. */
import { floatText, jsonFloatText } from '../../googlesql/float_text.ts'
import { scalarFunction } from './scalar_function.ts'

const named: Record<string, (x: number) => number> = {
  cbrt: Math.cbrt,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  asinh: Math.asinh,
  acosh: Math.acosh,
  atanh: Math.atanh,
  csc: (x) => 1 / Math.sin(x),
  sec: (x) => 1 / Math.cos(x),
  cot: (x) => 1 / Math.tan(x),
  csch: (x) => 1 / Math.sinh(x),
  sech: (x) => 1 / Math.cosh(x),
  coth: (x) => 1 / Math.tanh(x),
}

function floatError(name: string): Error {
  return new Error(`Floating point error in function: ${name}`)
}

/** Returns the result. Throws if it is not finite although the arguments are. */
function finite(name: string, result: number, ...args: number[]): number {
  if (!Number.isFinite(result) && args.every(Number.isFinite)) throw floatError(name)
  return result
}

function logarithm(x: number, base: number): number {
  if (x === -Infinity || Number.isNaN(x) || !Number.isFinite(base)) return Number.NaN
  if (x <= 0 || base <= 0 || base === 1) throw floatError('LOG')
  const result = Math.log(x) / Math.log(base)
  const whole = Math.round(result)
  return Math.abs(whole - result) < 1e-14 && base ** whole === x ? whole : result
}

/** Rounds or truncates to `digits` after the point, by the exact value of the double: the double 2.675 is less than 2.675. */
function toFraction(magnitude: number, digits: number, how: 'round' | 'trunc'): number {
  if (magnitude >= 1e21) return magnitude
  if (how === 'round') return Number(magnitude.toFixed(digits))
  const exact = magnitude.toFixed(Math.min(100, digits + 60))
  return Number(exact.slice(0, exact.indexOf('.') + 1 + digits))
}

function toDigits(x: number, digits: bigint, how: 'round' | 'trunc'): number {
  const n = Number(digits)
  if (!Number.isFinite(x) || n > 100) return x
  if (n < -308) return 0
  const magnitude = Math.abs(x)
  const unit = 10 ** -n
  const result = n < 0 ? Math[how](magnitude / unit) * unit : toFraction(magnitude, n, how)
  return Math.sign(x) * result
}

/** The 1-based index of PERCENTILE_DISC's element: ceil(p * n), exact on the double's own bits. */
function percentileIndex(p: number, n: bigint): bigint {
  const bits = new DataView(new ArrayBuffer(8))
  bits.setFloat64(0, p)
  const raw = bits.getBigUint64(0)
  const exponent = Number((raw >> 52n) & 0x7ffn)
  const mantissa = (raw & ((1n << 52n) - 1n)) | (exponent ? 1n << 52n : 0n)
  const divisor = 1n << BigInt(1075 - (exponent || 1))
  const index = (mantissa * n + divisor - 1n) / divisor
  return index < 1n ? 1n : index
}

export const mathFunctions = [
  scalarFunction('bq_math', ['STRING', 'FLOAT64'], 'FLOAT64', (name, x) => {
    const result = named[name]!(x)
    if (Number.isNaN(result) && Number.isFinite(x))
      throw new Error(`Argument to ${name.toUpperCase()} is out of range: ${floatText(x)}`)
    return finite(name.toUpperCase(), result, x)
  }),
  scalarFunction('bq_sqrt', ['FLOAT64'], 'FLOAT64', (x) => {
    if (x < 0) throw new Error(`Argument to SQRT cannot be negative: ${floatText(x)}`)
    return Math.sqrt(x)
  }),
  scalarFunction('bq_ln', ['FLOAT64'], 'FLOAT64', (x) => {
    if (x <= 0 && Number.isFinite(x)) throw floatError('LN')
    return Math.log(x)
  }),
  scalarFunction('bq_log10', ['FLOAT64'], 'FLOAT64', (x) => {
    if (x <= 0 && Number.isFinite(x)) throw floatError('LOG10')
    return Math.log10(x)
  }),
  scalarFunction('bq_log', ['FLOAT64', 'FLOAT64'], 'FLOAT64', logarithm),
  scalarFunction('bq_exp', ['FLOAT64'], 'FLOAT64', (x) => finite('EXP', Math.exp(x), x)),
  scalarFunction('bq_power', ['FLOAT64', 'FLOAT64'], 'FLOAT64', (x, y) => finite('POW', x ** y, x, y)),
  scalarFunction('bq_float_round', ['FLOAT64', 'INT64'], 'FLOAT64', (x, n) => toDigits(x, n, 'round')),
  scalarFunction('bq_float_trunc', ['FLOAT64', 'INT64'], 'FLOAT64', (x, n) => toDigits(x, n, 'trunc')),
  scalarFunction('bq_float_text', ['FLOAT64'], 'STRING', floatText),
  // TO_JSON writes no negative zero, although a document can contain one.
  scalarFunction('bq_json_float_text', ['FLOAT64'], 'STRING', (x) => jsonFloatText(x === 0 ? 0 : x)),
  scalarFunction('bq_percentile_index', ['FLOAT64', 'INT64'], 'INT64', percentileIndex),
  scalarFunction('bq_shift_bits', ['INT64', 'INT64'], 'INT64', (value, n) =>
    n >= 0n ? BigInt.asIntN(64, value << n) : BigInt.asIntN(64, BigInt.asUintN(64, value) >> -n),
  ),
  scalarFunction('bq_hex_to_int64', ['STRING'], 'INT64', (text) => {
    const hex = text.trim()
    const magnitude = BigInt(hex.replace(/^[+-]/, ''))
    const value = hex.startsWith('-') ? -magnitude : magnitude
    return BigInt.asIntN(64, value) === value ? value : null
  }),
]
