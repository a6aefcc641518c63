/** Translation layer: parses dates and times in the formats that people and systems use. Pure. */

export type DateOrder = 'ymd' | 'dmy' | 'mdy'

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const germanMonths: Readonly<Record<string, string>> = {
  mrz: 'mar',
  mär: 'mar',
  mai: 'may',
  okt: 'oct',
  dez: 'dec',
}

const ymd = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?:$|[T ,])/
const dmyOrMdy = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})(?:$|[T ,])/
const clock =
  /^[T ,]{1,2}(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?([AaPp][Mm])? ?(Z|z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?)?$/
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

/** Returns a date as `2026-03-14` and a time as RFC 3339; undefined if the text is neither. A time without an offset is in `zone`.
 * Default: UTC. */
export function parseDatetime(text: string, order: DateOrder, zone?: string): string | undefined {
  if (text.length > 64) return undefined
  const plain = withoutWords(text.trim())
  const match = (order === 'ymd' ? ymd : dmyOrMdy).exec(plain)
  if (!match) return undefined
  const numbers = [match[1]!, match[3]!, match[4]!]
  const [year = '', month = '', day = ''] =
    order === 'ymd'
      ? numbers
      : order === 'dmy'
        ? numbers.toReversed()
        : [numbers[2]!, numbers[0]!, numbers[1]!]
  const midnight = dayOf(fullYear(year), Number(month), Number(day))
  if (midnight === undefined) return undefined
  const rest = plain.slice(match[0].replace(/[T ,]$/, '').length)
  if (rest === '') return new Date(midnight).toISOString().slice(0, 10)
  const time = clock.exec(rest)
  return time ? withTime(plain, midnight, time, zone) : undefined
}

function withTime(
  plain: string,
  midnight: number,
  [, hourText = '', minuteText = '', secondText = '0', fraction = '', half, offset]: RegExpExecArray,
  zone: string | undefined,
): string | undefined {
  const hour = half ? (Number(hourText) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hourText)
  const [minute, second] = [Number(minuteText), Number(secondText)]
  if (hour > 23 || minute > 59 || second > 59 || (half && (Number(hourText) > 12 || hourText === '0')))
    return undefined
  // RFC 3339 keeps all its digits.
  if (rfc3339.test(plain)) return plain
  const local =
    midnight + ((hour * 60 + minute) * 60 + second) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
  const time = offset ? local - offsetOf(offset) : zone ? inZone(local, zone) : local
  return new Date(time).toISOString().replace('.000Z', 'Z')
}

/** Removes the weekday and replaces the name of the month by its number: `Tue, 10 Mar 2026`, `March 10, 2026`. */
function withoutWords(text: string): string {
  if (!/[A-Za-zä]{3}/.test(text)) return text
  const bare = text.replace(/^[A-Za-z]{2,9}\.?, ?(?=\d)/, '')
  return bare
    .replace(
      /^(\d{1,2})[.]?[ -]([A-Za-zä]{3})[a-z]*\.?[ -](\d{4})/,
      (all, day: string, word: string, year: string) => {
        const month = monthOf(word)
        return month === 0 ? all : `${day} ${month} ${year}`
      },
    )
    .replace(
      /^([A-Za-zä]{3})[a-z]*\.? (\d{1,2}),? (\d{4})/,
      (all, word: string, day: string, year: string) => {
        const month = monthOf(word)
        return month === 0 ? all : `${month} ${day} ${year}`
      },
    )
}

function monthOf(word: string): number {
  const name = word.toLowerCase()
  return months.indexOf(germanMonths[name] ?? name) + 1
}

function fullYear(year: string): number {
  const number = Number(year)
  return year.length === 4 ? number : number < 70 ? 2000 + number : 1900 + number
}

/** Returns midnight of a day in ms since 1970; undefined for a day that does not exist. */
function dayOf(year: number, month: number, day: number): number | undefined {
  const time = Date.UTC(year, month - 1, day)
  const date = new Date(time)
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? time : undefined
}

function offsetOf(offset: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset)
  if (!match) return 0
  const [, sign, hours, minutes = '0'] = match
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Converts the local time of a zone to UTC. */
function inZone(local: number, zone: string): number {
  const first = local - shiftAt(local, zone)
  return local - shiftAt(first, zone)
}

/** Returns the offset of a zone from UTC at a time, in ms. */
function shiftAt(time: number, zone: string): number {
  let formatter = formatters.get(zone)
  if (!formatter) {
    const two = '2-digit'
    const shown = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const
    formatters.set(
      zone,
      (formatter = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...shown })),
    )
  }
  const parts = Object.fromEntries(
    formatter.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000
}
