/** JSON as PARSE_JSON keeps it: numbers as INT64, UINT64 or FLOAT64. https://cloud.google.com/bigquery/docs/reference/standard-sql/json_functions#parse_json */
import { jsonFloatText } from './float_text.ts'

/** What is no document BigQuery takes; the message says why. */
export class InvalidJson extends Error {}

/** A decimal's digits without zeros around them, and the power of ten of the first. */
function significant(text: string): string {
  const [, sign, whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const digits = `${whole}${fraction}`
  const leading = /^0*/.exec(digits)![0].length
  const bare = digits.slice(leading).replace(/0+$/, '')
  return bare === '' ? '0' : `${sign}${bare}e${whole!.length - leading + Number(exponent)}`
}

/** Whether a double holds the number so that its text reads back the same. */
export function isRoundTrip(number: string): boolean {
  return Number.isFinite(Number(number)) && significant(number) === significant(jsonFloatText(Number(number)))
}

const int64 = 2n ** 63n
const uint64 = 2n ** 64n

/** What becomes of a number that is neither INT64 nor UINT64 and that no double holds: an error, its nearest double, or itself. */
export type WideNumbers = 'exact' | 'round' | 'kept'

/** A number that is written as it is stored, for most are. */
const isPlain = /^(?:0|-?[1-9]\d{0,14}|-?(?:0|[1-9]\d{0,9})\.\d{0,3}[1-9])$/

/** A JSON number's text as BigQuery stores it; throws InvalidJson. */
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
