/** JSON as PARSE_JSON keeps it: numbers as INT64, UINT64 or FLOAT64. https://cloud.google.com/bigquery/docs/reference/standard-sql/json_functions#parse_json */
import { floatText } from './float_text.ts'

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
export const isRoundTrip = (number: string): boolean =>
  Number.isFinite(Number(number)) && significant(number) === significant(floatText(Number(number)))

const int64 = 2n ** 63n
const uint64 = 2n ** 64n

/** A number as BigQuery stores it; undefined when it can't without loss, which `round` allows. */
function normalNumber(raw: string, mode: 'exact' | 'round'): string | undefined {
  if (/^-?\d+$/.test(raw)) {
    const integer = BigInt(raw)
    if (integer >= -int64 && integer < uint64) return String(integer)
  }
  if (!Number.isFinite(Number(raw)) || (mode === 'exact' && !isRoundTrip(raw))) return undefined
  const text = floatText(Number(raw))
  return /^-?\d+$/.test(text) ? `${text}.0` : text
}

export interface NormalJson {
  json?: string
  /** Why there is none. */
  problem?: string
}

/** A document with its numbers as BigQuery stores them, without white space. */
export function normalizeJson(text: string, mode: 'exact' | 'round' = 'exact'): NormalJson {
  try {
    JSON.parse(text)
  } catch {
    return { problem: 'syntax error while parsing value' }
  }
  let problem: string | undefined
  const json = text.replace(
    /("(?:[^"\\]|\\.)*")|\s+|(-?\d[\d.eE+-]*)/g,
    (_, string: string | undefined, number: string | undefined) => {
      if (number === undefined) return string ?? ''
      const normal = normalNumber(number, mode)
      problem ??=
        normal === undefined
          ? `Input number: ${number} cannot round-trip through string representation`
          : undefined
      return normal ?? number
    },
  )
  return problem === undefined ? { json } : { problem }
}
