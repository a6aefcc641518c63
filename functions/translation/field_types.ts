/** Translation layer: reads a value as the type that the translation declares for its field. Pure. */
import type { FieldType } from '../../schemas/translation/input.ts'
import { isExact, parseJson } from './formats/json.ts'
import { parseDatetime, type DateOrder } from './parse_datetime.ts'
import { withReadableNames } from './formats/names.ts'

/** Returns the value in its type; undefined if it cannot be read. */
type ReadValue = (value: unknown, zone: string | undefined) => unknown

const emptyWords = new Set(['null', 'nil', 'none', 'n/a', 'na', '#n/a', 'nan', '\\n', '-', '--'])

/** Returns true for null and white space, and unless the type is text, for a word such as N/A. */
export function isEmpty(value: unknown, type: FieldType): boolean {
  if (value === null || value === undefined) return true
  if (typeof value !== 'string') return false
  const text = value.trim()
  return text === '' || (type !== 'text' && text.length <= 4 && emptyWords.has(text.toLowerCase()))
}

const yes = new Set('true yes y t on 1 ja j wahr oui vrai si sí sì verdadero vero sim'.split(' '))
const no = new Set('false no n f off 0 nein falsch non faux falso não'.split(' '))

const money = /^(?:[$€£¥]|[A-Z]{3} )? ?([+-]?[\d.,' \u00a0\u202f]+?) ?(?:[$€£¥]|[A-Z]{3})?$/u
const plainNumber = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/
const commaNumber = /^[+-]?(?:\d+|\d{1,3}(?:[.' ]\d{3})+)(?:,\d+)?$/

const maxNumberCharacters = 64

/** Returns undefined for a text with more digits than a double can hold: the number would differ. */
function exactNumber(text: string): number | undefined {
  const value = Number(text)
  return isExact(text, value) ? value : undefined
}

/** Returns the number in a text, without currency and white space. */
function bareNumber(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || value.length > maxNumberCharacters) return undefined
  const text = value.trim()
  return (/^[+-]?[\d.]+$/.test(text) ? text : (money.exec(text)?.[1] ?? text)).replace(/[\u00a0\u202f]/g, ' ')
}

const readNumber: ReadValue = (value) => {
  if (typeof value === 'number') return value
  const text = bareNumber(value)
  return text !== undefined && plainNumber.test(text) ? exactNumber(text.replaceAll(',', '')) : undefined
}

const readComma: ReadValue = (value) => {
  if (typeof value === 'number') return value
  const text = bareNumber(value)
  return text !== undefined && commaNumber.test(text)
    ? exactNumber(text.replace(/[.' ]/g, '').replace(',', '.'))
    : undefined
}

const readInteger: ReadValue = (value, zone) => {
  const number = readNumber(value, zone)
  return Number.isSafeInteger(number) ? number : undefined
}

const readBoolean: ReadValue = (value) => {
  if (typeof value === 'boolean') return value
  const word =
    typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim().toLowerCase() : ''
  return yes.has(word) ? true : no.has(word) ? false : undefined
}

function datetime(order: DateOrder): ReadValue {
  return (value, zone) =>
    typeof value === 'string' || typeof value === 'number'
      ? parseDatetime(String(value), order, zone)
      : undefined
}

/** 9999-12-31T23:59:59.999Z, the end of BigQuery's range, in ms since 1970. */
const latestMs = 253_402_300_799_999

function epoch(unitMs: number): ReadValue {
  return (value, zone) => {
    const number = readNumber(value, zone)
    if (typeof number !== 'number') return undefined
    const time = number * unitMs
    return time >= 0 && time <= latestMs ? new Date(time).toISOString().replace('.000Z', 'Z') : undefined
  }
}

const readJson: ReadValue = (value) => {
  if (typeof value !== 'string') return value
  try {
    return withReadableNames(parseJson(value))
  } catch {
    return undefined
  }
}

export const readers: Readonly<Record<FieldType, ReadValue>> = {
  text: (value) =>
    typeof value === 'object' ? undefined : typeof value === 'string' ? value : JSON.stringify(value),
  integer: readInteger,
  number: readNumber,
  number_comma: readComma,
  boolean: readBoolean,
  ymd: datetime('ymd'),
  dmy: datetime('dmy'),
  mdy: datetime('mdy'),
  epoch_s: epoch(1000),
  epoch_ms: epoch(1),
  json: readJson,
}

/** What each type accepts, for violations. */
export const expected: Readonly<Record<FieldType, string>> = {
  text: 'a text',
  integer: 'a whole number such as 42',
  number: 'a number such as 1234.56',
  number_comma: 'a number with a decimal comma such as 1.234,56',
  boolean: 'yes or no, true or false, 1 or 0',
  ymd: 'a date or time such as 2026-03-14 or 2026-03-14 09:26',
  dmy: 'a date or time such as 14.03.2026 or 14/03/2026 09:26',
  mdy: 'a date or time such as 03/14/2026 or 03/14/2026 9:26 AM',
  epoch_s: 'seconds since 1970 such as 1773480413',
  epoch_ms: 'milliseconds since 1970 such as 1773480413589',
  json: 'JSON',
}
