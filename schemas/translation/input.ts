/** Saved translations: the formats a body may have, and the types that text is read as. */

export const formats = ['json', 'ndjson', 'csv', 'xml', 'form', 'pairs'] as const
export type Format = (typeof formats)[number]

/** What a field is read as. `number_comma`: 1.234,56. `ymd`, `dmy` and `mdy`: the order of year, month and day, a time of day may follow.
 * `epoch_s` and `epoch_ms`: seconds and milliseconds since 1970. `json`: JSON written into a text. */
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

/** A path into a record, as links write it. */
export const sourcePath = '^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*$'

/** What a body and its records may take up. */
export const translationLimits = {
  /** Bytes of a body, unpacked. */
  bodyBytes: 268_435_456,
  /** Characters of a body in json, xml or form, which are read whole. */
  wholeCharacters: 10_485_760,
  /** Characters of one record of the other formats. */
  recordCharacters: 6_000_000,
  /** Columns of csv, and pairs of one record. */
  columns: 2000,
  /** Objects and lists, or elements, within one another. */
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
