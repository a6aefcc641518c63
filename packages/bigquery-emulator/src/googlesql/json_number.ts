/** GoogleSQL compiler: stores JSON numbers as PARSE_JSON does: as INT64, UINT64 or FLOAT64. https://cloud.google.com/bigquery/docs/reference/standard-sql/json_functions#parse_json */
import { jsonFloatText } from './float_text.ts'

/** Text that BigQuery rejects as a JSON document. The message says why. */
export class InvalidJson extends Error {}

/** Returns the sign and digits of a decimal without leading and trailing zeros, and the exponent. */
function significant(text: string): string {
  const [, sign, whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = `${whole}${fraction}`
  const leading = /^0*/.exec(digits)![0].length
  const bare = digits.slice(leading).replace(/0+$/, '')
  return bare === '' ? '0' : `${sign}${bare}e${whole!.length - leading + Number(exponent)}`
}

/** Returns true if a double stores the number so that its text reads back the same. */
export function isRoundTrip(number: string): boolean {
  return Number.isFinite(Number(number)) && significant(number) === significant(jsonFloatText(Number(number)))
}

const int64 = 2n ** 63n
const uint64 = 2n ** 64n

/**
 * What happens to a number that is not an INT64 or UINT64 and that a double can't represent: an error, rounding to
 * the nearest double, or no change.
 */
export type WideNumbers = 'exact' | 'round' | 'kept'

/** Matches a number whose text is already normal. This fast path covers most numbers. */
const isPlain = /^(?:0|-?[1-9]\d{0,14}|-?(?:0|[1-9]\d{0,9})\.\d{0,3}[1-9])$/

/** Returns a JSON number's text as BigQuery stores it. Throws InvalidJson. */
export function normalNumber(raw: string, wide: WideNumbers): string {
  if (isPlain.test(raw)) return raw
  if (/^-?\d+$/.test(raw)) {
    const integer = BigInt(raw)
    if (integer >= -int64 && integer < uint64) return String(integer)
  }
  if (wide !== 'round' && !isRoundTrip(raw)) {
    if (wide === 'kept') return raw
    throw new InvalidJson(`Input number: ${raw} cannot round-trip through string representation`)
  }
  if (!Number.isFinite(Number(raw))) throw new InvalidJson(`number overflow parsing '${raw}'`)
  return jsonFloatText(Number(raw))
}
