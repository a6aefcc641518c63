/** Linkage layer: writes times in the format and the time zone of the source `time`. Pure. */
import { timeParts, timePiecesOf, type TimePart } from '../../schemas/link_time.ts'

/** Compiles a format to the function that writes a time, given as ISO text in UTC. Its result is undefined if the time zone moves the time out of
 * the years 0 to 9999.
 * @throws Error if the format is invalid or the time zone unknown. */
export function compileTimeFormat(
  format: string,
  zone: string | undefined,
): (iso: string) => string | undefined {
  const pieces = timePiecesOf(format, zone)
  const offsetAt = zone === undefined ? () => 0 : offsetIn(zone)
  const write = (local: string, offset: number): string =>
    pieces.map((piece) => ('text' in piece ? piece.text : partOf(local, piece.part, offset))).join('')
  return (iso) => {
    const time = Date.parse(iso)
    const offset = offsetAt(time)
    const local = offset === 0 ? iso : new Date(time + offset * 60_000).toISOString()
    return local.length === iso.length ? write(local, offset) : undefined
  }
}

function partOf(local: string, part: TimePart, offset: number): string {
  const place = timeParts[part]
  return place ? local.slice(...place) : offsetText(offset)
}

/** `60` → `+01:00` */
function offsetText(minutes: number): string {
  const size = Math.abs(minutes)
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** A formatter takes long to make. There are few: one for each time zone of a link. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns the function that returns the offset of a time zone from UTC at a time, in minutes. */
function offsetIn(timeZone: string): (time: number) => number {
  const formatter =
    formatters.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  formatters.set(timeZone, formatter)
  return (time) => {
    // The text ends with the offset, such as `GMT+01:00`. The parts would take three times as long.
    const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(formatter.format(time)) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  }
}
