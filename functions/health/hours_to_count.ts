/** Health: selects the hours that a run counts: those whose rows may still change, and those that an earlier run missed. Pure. */
import { healthCheck } from '../../schemas/health_check.ts'

export const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** An hour is counted in every run until this long after its start: an attempt is recorded within minutes. */
const openMs = 3 * hourMs
/** Every hour is counted once more this long after the end of its day, with the rows that arrived late. */
const lateMs = 3 * hourMs

/** Maximum number of hours in one statement. */
const maxHours = 7 * 24

/** Start of an hour → when it was counted; both in ms since 1970. */
export type CountedHours = ReadonlyMap<number, number>

/** A time from one full hour to another, in ms since 1970. */
export interface HourRange {
  from: number
  to: number
}

export function hourOf(time: number): number {
  return time - (time % hourMs)
}

/** The first hour that a run looks at. */
export function firstHour(now: number): number {
  return hourOf(now) - healthCheck.days * dayMs - 2 * hourMs
}

/** True if the run counts the hours of a whole day again. This happens once a day, and after the check did not run. */
export function isDailyRun(counted: CountedHours, now: number): boolean {
  return hoursSince(now).some((hour) => hour < hourOf(now) - openMs && isDue(hour, counted, now))
}

/** Returns the ranges to count, the latest first. `stored`: hour → when its last row was stored. */
export function hoursToCount(
  counted: CountedHours,
  now: number,
  stored: ReadonlyMap<number, number> = new Map(),
): readonly HourRange[] {
  const ranges: HourRange[] = []
  for (const hour of hoursSince(now)) {
    const isLate = (stored.get(hour) ?? 0) > (counted.get(hour) ?? Infinity)
    if (!isLate && !isDue(hour, counted, now)) continue
    const last = ranges.at(-1)
    if (last?.from === hour + hourMs && last.to - hour <= maxHours * hourMs) last.from = hour
    else ranges.push({ from: hour, to: hour + hourMs })
  }
  return ranges
}

function hoursSince(now: number): readonly number[] {
  const latest = hourOf(now)
  const length = (latest - firstHour(now)) / hourMs + 1
  return Array.from({ length }, (_, index) => latest - index * hourMs)
}

function isDue(hour: number, counted: CountedHours, now: number): boolean {
  const at = counted.get(hour)
  if (at === undefined || at < hour + openMs) return true
  const finalFrom = hour - (hour % dayMs) + dayMs + lateMs
  return now >= finalFrom && at < finalFrom
}
