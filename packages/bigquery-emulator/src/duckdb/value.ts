/** Converts DuckDB's values to the cells of a REST response.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs/getQueryResults */
import {
  type DuckDBBlobValue,
  type DuckDBDateValue,
  type DuckDBIntervalValue,
  type DuckDBListValue,
  type DuckDBStructValue,
  type DuckDBTimestampTZValue,
  type DuckDBTimeValue,
  type DuckDBValue,
} from '@duckdb/node-api'
import { SqlError } from '../googlesql/error.ts'
import { withBounds } from '../googlesql/range_text.ts'
import { fieldName, type Type } from '../googlesql/types.ts'
import { civilTime } from './functions/civil_time.ts'
import { intervalText } from './functions/interval_text.ts'

export type Cell = string | null | { v: Cell }[] | { f: { v: Cell }[] }

/** How a TIMESTAMP is written: as seconds (the API's default), as microseconds, or as a text. */
export const timestampFormats = ['FLOAT64', 'INT64', 'ISO8601_STRING'] as const
export type TimestampFormat = (typeof timestampFormats)[number]

export interface CellOptions {
  timestamps: TimestampFormat
}

/** The first and the last microsecond of the years 1 to 9999. */
const firstMicros = -62_135_596_800_000_000n
const lastMicros = 253_402_300_799_999_999n

/** Converts one value to the API's form. A NULL array becomes an empty one. */
export function toCell(value: DuckDBValue, type: Type, options: CellOptions): Cell {
  if (type.kind === 'ARRAY') return arrayCell(value as DuckDBListValue | null, type.element, options)
  if (value === null || value === undefined) return null
  switch (type.kind) {
    case 'STRUCT': {
      const { entries } = value as DuckDBStructValue
      return {
        f: type.fields.map((field, i) => ({
          v: toCell(entries[fieldName(field, i)] ?? null, field.type, options),
        })),
      }
    }
    case 'FLOAT64':
      return floatCell(Number(value))
    case 'NUMERIC': {
      const text = String(value)
      return text.includes('.') ? text.replace(/\.?0+$/, '') : text
    }
    case 'BYTES':
      return Buffer.from((value as DuckDBBlobValue).bytes).toString('base64')
    case 'DATE':
      return dateText(BigInt((value as DuckDBDateValue).days) * 86_400_000_000n)
    case 'TIME':
      return clockText((value as DuckDBTimeValue).micros)
    case 'DATETIME': {
      const { micros } = value as DuckDBTimestampTZValue
      return `${dateText(micros)}T${clockText(micros)}`
    }
    case 'TIMESTAMP':
      return instantCell((value as DuckDBTimestampTZValue).micros, options)
    case 'RANGE<TIMESTAMP>':
      return withBounds(String(value), (micros) => instantCell(micros, options))
    case 'INTERVAL': {
      const { months, days, micros } = value as DuckDBIntervalValue
      return intervalText(BigInt(months), BigInt(days), micros)
    }
    default:
      return String(value)
  }
}

function arrayCell(value: DuckDBListValue | null, element: Type, options: CellOptions): Cell {
  return (value?.items ?? []).map((item) => {
    if (item === null) throw new SqlError('Array cannot have a null element in the result of a query')
    return { v: toCell(item, element, options) }
  })
}

function floatCell(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity'
  return Number.isInteger(value) && Math.abs(value) < 1e15 ? value.toFixed(1) : String(value)
}

function instantCell(micros: bigint, { timestamps }: CellOptions): string {
  if (micros < firstMicros || micros > lastMicros)
    throw new SqlError('Timestamp is out of range: 0001-01-01 00:00:00 to 9999-12-31 23:59:59.999999 UTC')
  if (timestamps === 'ISO8601_STRING') return `${dateText(micros)}T${preciseClock(micros)}Z`
  return timestamps === 'INT64' ? String(micros) : secondsText(micros)
}

function pad(value: number, length = 2): string {
  return String(value).padStart(length, '0')
}

function dateText(micros: bigint): string {
  const { year, month, day } = civilTime(micros)
  if (year < 1 || year > 9999) throw new SqlError('Date is out of range: 0001-01-01 to 9999-12-31')
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`
}

function clockText(micros: bigint): string {
  const { hour, minute, second, micros: fraction } = civilTime(micros)
  return `${pad(hour)}:${pad(minute)}:${pad(second)}${fraction === 0 ? '' : `.${pad(fraction, 6)}`}`
}

/** Returns the time with the twelve digits of a second that a text of a timestamp has.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/DataFormatOptions#timestampoutputformat */
function preciseClock(micros: bigint): string {
  const [seconds, fraction = ''] = clockText(micros).split('.')
  return `${seconds}.${fraction.padEnd(12, '0')}`
}

/** Returns seconds in the API's float notation: `1.7000000001235E9`. */
function secondsText(micros: bigint): string {
  const [mantissa, exponent] = (Number(micros) / 1e6).toExponential().split('e')
  return `${mantissa!.includes('.') ? mantissa : `${mantissa}.0`}E${Number(exponent)}`
}
