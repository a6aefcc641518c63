/** One value of a streamed row: its JSON type, and whether insertAll takes that type for a column type. What Google's
 * documentation and public reports leave open is refused: a row that is accepted here must not be refused, or changed, by BigQuery.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/tabledata/insertAll */
import { floatText } from '../googlesql/float_text.ts'
import type { ScalarKind } from '../googlesql/types.ts'

/** The JSON types, numbers told apart by what a double can hold: every integer up to 2^53 - 1, and no integer beyond for certain. */
export type JsonType = 'string' | 'integer' | 'wide integer' | 'fraction' | 'boolean' | 'array' | 'object'

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** The type of a value's raw JSON that is not `null`; undefined when the text is not JSON. */
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

/** The JSON types that are known to be accepted. A NUMERIC that is a number passes through a double; the Java client's
 * authors recommend strings. https://github.com/googleapis/google-cloud-java/pull/6216 */
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
}

/** The last name of a path: `value` of `fields[0].value`. */
function leaf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).replace(/(?:\[\d+\])+$/, '')
}

/** The message names the field alone, the error's location the path to it. https://github.com/glific/glific/issues/3477 */
export function notRepeated(path: string): string {
  return `Array specified for non-repeated field: ${leaf(path)}.`
}

export function notRecord(path: string): string {
  return `This field: ${leaf(path)} is not a record.`
}

/** Why insertAll refuses a JSON type for a column type, in Google's words where they are known; undefined when it accepts it. */
export function typeRefusal(type: JsonType, kind: ScalarKind, raw: string, path: string): string | undefined {
  if (streamedTypes[kind].has(type)) return undefined
  if (type === 'array') return notRepeated(path)
  if (type === 'object') return notRecord(path)
  if (type === 'boolean' && kind === 'STRING') return 'Conversion from bool to std::string is unsupported.'
  if (type === 'wide integer' && kind === 'INT64' && BigInt.asIntN(64, BigInt(raw)) !== BigInt(raw))
    return `Cannot convert value to integer (bad value): ${raw}`
  return `The local BigQuery refuses a JSON ${type} for a column of type ${kind}: Google does not document what BigQuery does with it. Send a string.`
}

/** The value as BigQuery reads it once it has parsed the JSON. A number with a fraction is a double: for NUMERIC it becomes text again,
 * with 17 digits where 15 do not read back the same. https://github.com/googleapis/nodejs-bigquery/issues/1221 */
export function asParsed(raw: string, type: JsonType, kind: ScalarKind): string {
  return kind === 'NUMERIC' && type === 'fraction' ? JSON.stringify(floatText(Number(raw))) : raw
}
