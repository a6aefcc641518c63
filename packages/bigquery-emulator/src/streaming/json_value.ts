/** JSON values of streamed rows: detects the JSON type and checks whether insertAll accepts it for a column type. A case that Google's
 * documentation and public reports leave open is refused: BigQuery must accept every row that is accepted here, unchanged.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/tabledata/insertAll */
import { floatText } from '../googlesql/float_text.ts'
import type { ScalarKind } from '../googlesql/types.ts'

/** The JSON types. A "wide integer" is beyond 2^53 - 1, where a double is not exact for every integer. */
export type JsonType = 'string' | 'integer' | 'wide integer' | 'fraction' | 'boolean' | 'array' | 'object'

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Returns the type of a value's raw JSON, which is not `null`. Returns undefined if the text is not JSON. */
export function jsonTypeOf(raw: string): JsonType | undefined {
  switch (raw[0]) {
    case '"':
      return 'string'
    case '[':
      return 'array'
    case '{':
      return 'object'
    case 't':
    case 'f':
      return raw === 'true' || raw === 'false' ? 'boolean' : undefined
  }
  if (!number.test(raw)) return undefined
  if (/[.eE]/.test(raw)) return 'fraction'
  return Number.isSafeInteger(Number(raw)) ? 'integer' : 'wide integer'
}

/** The JSON types that BigQuery is known to accept. A NUMERIC sent as a number passes through a double; the authors of the Java client
 * recommend strings. https://github.com/googleapis/google-cloud-java/pull/6216 */
export const streamedTypes: Readonly<Record<ScalarKind, ReadonlySet<JsonType>>> = {
  STRING: new Set(['string', 'integer']),
  BYTES: new Set(['string']),
  INT64: new Set(['string', 'integer', 'fraction']),
  FLOAT64: new Set(['string', 'integer', 'wide integer', 'fraction']),
  NUMERIC: new Set(['string', 'integer', 'fraction']),
  BOOL: new Set(['string', 'boolean']),
  TIMESTAMP: new Set(['string', 'integer', 'fraction']),
  DATE: new Set(['string']),
  DATETIME: new Set(['string']),
  TIME: new Set(['string']),
  JSON: new Set(['string']),
  INTERVAL: new Set(),
  GEOGRAPHY: new Set(['string']),
  'RANGE<DATE>': new Set(['string', 'object']),
  'RANGE<DATETIME>': new Set(['string', 'object']),
  'RANGE<TIMESTAMP>': new Set(['string', 'object']),
}

/** Returns the last name of a path: `value` for `fields[0].value`. */
function leaf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).replace(/(?:\[\d+\])+$/, '')
}

/** Returns the message. It contains only the field name; the error's location contains the path.
 * https://github.com/glific/glific/issues/3477 */
export function notRepeated(path: string): string {
  return `Array specified for non-repeated field: ${leaf(path)}.`
}

export function notRecord(path: string): string {
  return `This field: ${leaf(path)} is not a record.`
}

/** Returns why insertAll refuses a JSON type for a column type, in Google's wording where known, or undefined if it accepts it. */
export function typeRefusal(type: JsonType, kind: ScalarKind, raw: string, path: string): string | undefined {
  if (streamedTypes[kind].has(type)) return undefined
  if (type === 'array') return notRepeated(path)
  if (type === 'object') return notRecord(path)
  if (type === 'boolean' && kind === 'STRING') return 'Conversion from bool to std::string is unsupported.'
  if (type === 'wide integer' && kind === 'INT64' && BigInt.asIntN(64, BigInt(raw)) !== BigInt(raw))
    return `Cannot convert value to integer (bad value): ${raw}`
  return `The local BigQuery refuses a JSON ${type} for a column of type ${kind}: Google does not document what BigQuery does with it. Send a string.`
}

/** Returns the value as BigQuery reads it after parsing the JSON. A number with a fraction becomes a double. For NUMERIC it becomes
 * text again, with 17 digits if 15 do not round-trip. https://github.com/googleapis/nodejs-bigquery/issues/1221 */
export function asParsed(raw: string, type: JsonType, kind: ScalarKind): string {
  return kind === 'NUMERIC' && type === 'fraction' ? JSON.stringify(floatText(Number(raw))) : raw
}
