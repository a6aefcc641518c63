/** Cases of insertAll: what it makes of a JSON value in a column. `source` is a public page that shows it happen, or documents it; `open` says
 * that nothing public settles it, and that the local BigQuery refuses it to be on the safe side. */
import { open, reference, notARecord, arrayRefused } from './sources.ts'

/** Every JSON type, numbers told apart by what a double can hold. */
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
  /** The value's raw JSON; undefined where the member is missing. */
  json?: string
  /** What a query finds; null for SQL NULL. Undefined where the value is refused. */
  stored?: string | null
  /** The message of the row's error, whole. Undefined where the value is accepted. */
  refused?: string
  source: string
}

/** A column, and how a query shows its value as text. */
export interface StreamingColumn {
  name: string
  field: { type: string; mode?: string; fields?: readonly object[] }
  select: string
  cases: readonly StreamingCase[]
}

/** The local BigQuery's own words for what nothing public settles. */
export function refusal(json: string, column: string): string {
  return `The local BigQuery refuses a JSON ${json} for a column of type ${column}: Google does not document what BigQuery does with it. Send a string.`
}

export function notRepeated(name: string): string {
  return `Array specified for non-repeated field: ${name}.`
}

export function noRecord(name: string): string {
  return `This field: ${name} is not a record.`
}

/** What holds for every NULLABLE column that is neither a record nor repeated. */
export function scalarCases(name: string): readonly StreamingCase[] {
  return [
    { type: 'array', json: '[1]', refused: notRepeated(name), source: arrayRefused },
    { type: 'object', json: '{"a":1}', refused: noRecord(name), source: notARecord },
    { type: 'null', json: 'null', stored: null, source: reference },
    { type: 'missing', stored: null, source: reference },
  ]
}

/** The JSON types that a column type refuses because nothing public settles them. */
export function unsettled(
  column: string,
  types: readonly ('integer' | 'wide integer' | 'fraction' | 'boolean')[],
): readonly StreamingCase[] {
  const texts = { integer: '7', 'wide integer': '9007199254740993', fraction: '1.5', boolean: 'true' }
  return types.map((type) => ({ type, json: texts[type], refused: refusal(type, column), source: open }))
}
