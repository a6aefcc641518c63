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

/** An amount that accounting writes as negative: `($8.00)`, `8.00-`, `$-8.00`. */
const negative = /^\((.+)\)$|^([^-]+)-$|^([$€£¥])-(.+)$/u

/** Returns the positive text of an amount that accounting writes as negative. */
function positiveOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > maxNumberCharacters) return undefined
  const match = negative.exec(value.trim())
  if (!match) return undefined
  const text = match[1] ?? match[2] ?? `${match[3]}${match[4]}`
  return !/[+-]/.test(text) ? text.trim() : undefined
}

/** Also reads what the reader refuses because it is written as a negative amount. */
function orNegative(read: ReadValue): ReadValue {
  return (value, zone) => {
    const result = read(value, zone)
    if (result !== undefined) return result
    const positive = positiveOf(value)
    const amount = positive === undefined ? undefined : read(positive, zone)
    return typeof amount === 'number' ? -amount : undefined
  }
}

const readNumber: ReadValue = orNegative((value) => {
  if (typeof value === 'number') return value
  const text = bareNumber(value)
  return text !== undefined && plainNumber.test(text) ? exactNumber(text.replaceAll(',', '')) : undefined
})

const readComma: ReadValue = orNegative((value) => {
  if (typeof value === 'number') return value
  const text = bareNumber(value)
  return text !== undefined && commaNumber.test(text)
    ? exactNumber(text.replace(/[.' ]/g, '').replace(',', '.'))
    : undefined
})

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

/** Reads whole microseconds or nanoseconds. They are not read as a double, which would round nanoseconds. */
function preciseEpoch(unitsPerMicrosecond: bigint): ReadValue {
  return (value) => {
    const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
    if (!/^\d{1,19}$/.test(text)) return undefined
    const micros = BigInt(text) / unitsPerMicrosecond
    const milliseconds = Number(micros / 1000n)
    if (milliseconds > latestMs) return undefined
    const time = new Date(milliseconds).toISOString().slice(0, -1)
    const digits = `${time.slice(20)}${String(micros % 1000n).padStart(3, '0')}`.replace(/0+$/, '')
    return `${time.slice(0, 19)}${digits === '' ? '' : `.${digits}`}Z`
  }
}

/** The last day of a spreadsheet, 31 December 9999. */
const lastDay = 2_958_465

/** Reads the serial number of a day, with the time as its fraction. Day 1 is 1 January 1900; day 60 does not exist, because spreadsheets count
 * a 29 February 1900. https://support.microsoft.com/office/date-function-e36c0c8c-4104-49da-ab83-82328b832349,
 * https://learn.microsoft.com/office/troubleshoot/excel/wrongly-assumes-1900-is-leap-year */
const readExcelDays: ReadValue = (value, zone) => {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  const match = /^(\d{1,7})(?:[.,](\d{1,17}))?$/.exec(text)
  if (!match) return undefined
  const day = Number(match[1])
  if (day < 1 || day === 60 || day > lastDay) return undefined
  const seconds = Math.round(Number(`0.${match[2] ?? '0'}`) * 86_400)
  const local = Date.UTC(1899, 11, day < 60 ? 31 : 30) + day * 86_400_000 + seconds * 1000
  const time = new Date(local).toISOString()
  return match[2] === undefined ? time.slice(0, 10) : parseDatetime(time.slice(0, 19), 'ymd', zone)
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
  epoch_us: preciseEpoch(1n),
  epoch_ns: preciseEpoch(1000n),
  excel_days: readExcelDays,
  json: readJson,
  list: (value) => (Array.isArray(value) ? value : [value]),
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
  epoch_us: 'microseconds since 1970 such as 1773480413589000',
  epoch_ns: 'nanoseconds since 1970 such as 1773480413589000000',
  excel_days: 'the number of a day in a spreadsheet such as 46095 or 46095.5',
  json: 'JSON',
  list: 'a list',
}
