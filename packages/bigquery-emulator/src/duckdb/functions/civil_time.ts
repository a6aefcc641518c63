/** Converts microseconds since 1970 to the fields of a civil time. */

export interface CivilTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  micros: number
  /** 0 is Sunday. */
  weekday: number
  /** 1 is the first of January. */
  yearday: number
  isoYear: number
  isoWeek: number
}

const dayMs = 86_400_000

export function civilTime(micros: bigint): CivilTime {
  const fraction = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n
  const date = new Date(Number((micros - fraction) / 1000n))
  const year = date.getUTCFullYear()
  const midnight = Math.floor(date.getTime() / dayMs) * dayMs
  return {
    year,
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    micros: Number(fraction),
    weekday: date.getUTCDay(),
    yearday: Math.round((midnight - startOfYear(year)) / dayMs) + 1,
    ...isoWeek(midnight, date.getUTCDay()),
  }
}

function startOfYear(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1)
}

/** Returns the ISO year and week of a day: those of the Thursday of its week. */
function isoWeek(midnight: number, weekday: number): { isoYear: number; isoWeek: number } {
  const thursday = midnight + (3 - ((weekday + 6) % 7)) * dayMs
  const isoYear = new Date(thursday).getUTCFullYear()
  return { isoYear, isoWeek: Math.floor((thursday - startOfYear(isoYear)) / dayMs / 7) + 1 }
}

export const months =
  'January February March April May June July August September October November December'.split(' ')
export const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
