/** GoogleSQL compiler: reads the text of a RANGE and writes its only form, `[start, end)`, in which it is stored.
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/lexical#range_literals */
import { Unsupported } from './error.ts'
import type { RangeKind } from './types.ts'

const date = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const datetime = /^(\d{4}-\d{1,2}-\d{1,2})(?:[Tt ](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,6})0*)?)?)?$/
const offset = /\s*(?:(Z|UTC)|([+-])(\d{1,2})(?::?(\d{2}))?)$/i
const zoneName = /\s*[A-Za-z_]+(?:\/[A-Za-z_+\-0-9]+)+$/

/** What stands for a missing start or end. */
export const unbounded = 'UNBOUNDED'

/** Returns the µs since 1970 of a date, or undefined if it is not one. */
function dateMicros(text: string): bigint | undefined {
  const [, year, month, day] = date.exec(text) ?? []
  if (year === undefined || year === '0000') return undefined
  const iso = `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  const parsed = new Date(`${iso}T00:00:00Z`)
  if (Number.isNaN(parsed.getTime()) || !parsed.toISOString().startsWith(iso)) return undefined
  return BigInt(parsed.getTime()) * 1000n
}

function datetimeMicros(text: string): bigint | undefined {
  const [, day, hour = '0', minute = '0', second = '0', fraction = ''] = datetime.exec(text) ?? []
  const start = day === undefined ? undefined : dateMicros(day)
  if (start === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const seconds = BigInt(hour) * 3600n + BigInt(minute) * 60n + BigInt(second)
  return start + seconds * 1_000_000n + BigInt(fraction.padEnd(6, '0'))
}

/** Reads an instant with a numeric offset; UTC without one. */
function timestampMicros(text: string): bigint | undefined {
  const zone = offset.exec(text.slice(8))
  if (!zone) {
    if (zoneName.test(text)) throw new Unsupported('A time zone by name in a RANGE')
    return datetimeMicros(text)
  }
  const local = datetimeMicros(text.slice(0, 8 + zone.index))
  const minutes = BigInt(zone[3] ?? 0) * 60n + BigInt(zone[4] ?? 0)
  if (local === undefined || minutes > 14n * 60n) return undefined
  return local - (zone[2] === '-' ? -1n : 1n) * minutes * 60_000_000n
}

const readers: Record<RangeKind, (text: string) => bigint | undefined> = {
  'RANGE<DATE>': dateMicros,
  'RANGE<DATETIME>': datetimeMicros,
  'RANGE<TIMESTAMP>': timestampMicros,
}

/** Writes a bound: a date, a datetime, or the µs since 1970 of a timestamp. */
function boundText(kind: RangeKind, micros: bigint): string {
  if (kind === 'RANGE<TIMESTAMP>') return String(micros)
  const fraction = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n
  const iso = new Date(Number((micros - fraction) / 1000n)).toISOString()
  if (kind === 'RANGE<DATE>') return iso.slice(0, 10)
  return `${iso.slice(0, 19)}${fraction === 0n ? '' : `.${String(fraction).padStart(6, '0')}`}`
}

/** Returns the stored text of a range between two texts, or undefined if they are not bounds in this order. */
export function rangeBetween(kind: RangeKind, start: string, end: string): string | undefined {
  const isOpen = (text: string): boolean => /^(?:UNBOUNDED|NULL)$/i.test(text.trim())
  const read = readers[kind]
  const [from, until] = [start, end].map((text) => (isOpen(text) ? unbounded : read(text.trim())))
  if (from === undefined || until === undefined) return undefined
  if (typeof from === 'bigint' && typeof until === 'bigint' && from >= until) return undefined
  const shown = [from, until].map((bound) => (typeof bound === 'bigint' ? boundText(kind, bound) : bound))
  return `[${shown.join(', ')})`
}

/** Returns the stored text of a range written as `[start, end)`, or undefined if it is not one. */
export function rangeText(kind: RangeKind, text: string): string | undefined {
  const [, start, end] = /^\[([^,()[\]]+), *([^,()[\]]+)\)$/.exec(text.trim()) ?? []
  return start === undefined ? undefined : rangeBetween(kind, start, end!)
}

/** Converts the bounds of a stored range of timestamps, which are µs since 1970. */
export function withBounds(stored: string, write: (micros: bigint) => string): string {
  return stored.replace(/-?\d+/g, (micros) => write(BigInt(micros)))
}
