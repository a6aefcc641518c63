/** Cases of insertAll: the result for a JSON value in a column. `source` is a public page that shows or documents it. `open` means that
 * no public page does, so the emulator refuses the value to be safe. */
import { open, reference, notARecord, arrayRefused } from './sources.ts'

/** Every JSON type. Numbers are distinguished by whether a double can hold them. */
export const jsonTypes = [
  'string',
  'integer',
  'wide integer',
  'fraction',
  'boolean',
  'array',
  'object',
  'null',
  'missing',
] as const

export interface StreamingCase {
  type: (typeof jsonTypes)[number]
  /** The value's raw JSON. undefined: the member is missing. */
  json?: string
  /** The result of a query. null: SQL NULL. undefined: the value is refused. */
  stored?: string | null
  /** The complete message of the row's error. undefined: the value is accepted. */
  refused?: string
  source: string
}

/** A column and the SQL that returns its value as text. */
export interface StreamingColumn {
  name: string
  field: { type: string; mode?: string; fields?: readonly object[]; rangeElementType?: { type: string } }
  select: string
  cases: readonly StreamingCase[]
}

/** Returns the emulator's own message for a case that no public page documents. */
export function refusal(json: string, column: string): string {
  return `The local BigQuery refuses a JSON ${json} for a column of type ${column}: Google does not document what BigQuery does with it. Send a string.`
}

export function notRepeated(name: string): string {
  return `Array specified for non-repeated field: ${name}.`
}

export function noRecord(name: string): string {
  return `This field: ${name} is not a record.`
}

/** The cases of every NULLABLE column that is neither a record nor repeated. */
export function scalarCases(name: string): readonly StreamingCase[] {
  return [
    { type: 'array', json: '[1]', refused: notRepeated(name), source: arrayRefused },
    { type: 'object', json: '{"a":1}', refused: noRecord(name), source: notARecord },
    { type: 'null', json: 'null', stored: null, source: reference },
    { type: 'missing', stored: null, source: reference },
  ]
}

/** The JSON types that a column type refuses because no public page documents them. */
export function unsettled(
  column: string,
  types: readonly ('integer' | 'wide integer' | 'fraction' | 'boolean')[],
): readonly StreamingCase[] {
  const texts = { integer: '7', 'wide integer': '9007199254740993', fraction: '1.5', boolean: 'true' }
  return types.map((type) => ({ type, json: texts[type], refused: refusal(type, column), source: open }))
}
