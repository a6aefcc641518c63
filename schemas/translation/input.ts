/** Saved translations: lists the formats of bodies and the types that text is read as. */

export const formats = ['json', 'ndjson', 'csv', 'xml', 'form', 'pairs', 'markdown', 'sql'] as const
export type Format = (typeof formats)[number]

/** Types of a field. `number_comma`: 1.234,56. `ymd`, `dmy` and `mdy`: the order of year, month and day, with an optional time.
 * `epoch_s`, `epoch_ms`, `epoch_us` and `epoch_ns`: seconds, milliseconds, microseconds and nanoseconds since 1970. `excel_days`: the serial
 * number of a day in a spreadsheet, where 1 is 1 January 1900. `json`: JSON in a text. `list`: a list; a single value becomes a list of one. */
export const fieldTypes = [
  'text',
  'integer',
  'number',
  'number_comma',
  'boolean',
  'ymd',
  'dmy',
  'mdy',
  'epoch_s',
  'epoch_ms',
  'epoch_us',
  'epoch_ns',
  'excel_days',
  'json',
  'list',
] as const
export type FieldType = (typeof fieldTypes)[number]

/** An amount in the minor unit of its currency, such as cents: 4999 with EUR is 49.99, with JPY 4999. */
export interface MinorUnits {
  type: 'minor_units'
  /** Path of the currency in the record, or the currency of all records. */
  currency: string | { const: string }
  /** Currency → number of decimals, where the sender differs from ISO 4217. */
  exponents?: Readonly<Record<string, number>>
}

/** How a field is read. */
export type FieldReading = FieldType | MinorUnits

/** Pattern of a path into a record. */
export const sourcePath = '^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*$'

/** Limits of a body and its records. */
export const translationLimits = {
  /** Bytes of a decompressed body. */
  bodyBytes: 268_435_456,
  /** Characters of a body in json, xml or form, which is parsed as a whole. */
  wholeCharacters: 10_485_760,
  /** Characters of one record in the other formats. */
  recordCharacters: 6_000_000,
  /** Columns of csv, or pairs of one record. */
  columns: 2000,
  /** Nesting depth of objects, lists and XML elements. */
  nestingLevels: 100,
  /** Events of one record. */
  eventsPerRecord: 10_000,
} as const

export function isCharset(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}

export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
