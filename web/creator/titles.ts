/** Creator: gives the types and output formats of a field their titles. */
import type { Cast } from '../../schemas/link.ts'
import type { readers } from '../../functions/translation/field_types.ts'

/** Titles of the types that a field can be read as. */
export const typeTitles: Readonly<Record<keyof typeof readers, string>> = {
  text: 'Text',
  integer: 'Whole number',
  number: 'Number, 1,234.56',
  number_comma: 'Number, 1.234,56',
  boolean: 'Yes or no',
  ymd: 'Date, year first',
  dmy: 'Date, day first',
  mdy: 'Date, month first',
  epoch_s: 'Seconds since 1970',
  epoch_ms: 'Milliseconds since 1970',
  epoch_us: 'Microseconds since 1970',
  epoch_ns: 'Nanoseconds since 1970',
  excel_days: 'Days of a spreadsheet',
  json: 'JSON in a text',
  list: 'List, also of one',
}

/** Titles of the output formats that the page offers. */
export const castTitles: Readonly<Partial<Record<Cast, string>>> = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
  upper: 'UPPER CASE',
  lower: 'lower case',
  iso: 'Timestamp (ISO 8601)',
  date: 'Date',
  seconds: 'Seconds since 1970',
  milliseconds: 'Milliseconds since 1970',
  money: 'Amount with two decimal places',
  json: 'JSON text',
}
