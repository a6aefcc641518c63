/** Saved translations: lists the formats of bodies and the types that text is read as. */

export const formats = ['json', 'ndjson', 'csv', 'xml', 'form', 'pairs'] as const
export type Format = (typeof formats)[number]

/** Types of a field. `number_comma`: 1.234,56. `ymd`, `dmy` and `mdy`: the order of year, month and day, with an optional time.
 * `epoch_s` and `epoch_ms`: seconds and milliseconds since 1970. `json`: JSON in a text. */
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
  'json',
] as const
export type FieldType = (typeof fieldTypes)[number]

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
