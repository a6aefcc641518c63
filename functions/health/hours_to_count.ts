/** Health: selects the hours that a run counts: those whose rows may still change, and those that an earlier run missed. Pure. */
import { healthCheck } from '../../schemas/health_check.ts'

export const hourMs = 3_600_000
const dayMs = 24 * hourMs

const openMs = healthCheck.openHours * hourMs
/** Every hour is counted once more this long after the end of its day, with the rows that arrived late. */
const lateMs = 3 * hourMs

/** An hour whose rows change later is counted at most this often: deliveries that waited are made up for in thousands. */
const changedMs = 55 * 60_000
/** A row is stored within this time after the time that it states. */
const storedMs = 10 * 60_000

/** Days before now that are counted: those that the console shows, and the longest day of them is full. */
const countedDays = 31

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
  return hourOf(now) - countedDays * dayMs
}

/** True if the run counts the hours of a whole day again. This happens once a day, and after the check did not run. */
export function isDailyRun(counted: CountedHours, now: number): boolean {
  return hoursSince(now).some((hour) => hour < hourOf(now) - openMs && isDue(hour, counted, now))
}

/** True if the run looks for changed outcomes: once an hour. */
export function isHourlyRun(counted: CountedHours, now: number): boolean {
  return !counted.has(hourOf(now))
}

/** The time since which an hourly run looks for changed outcomes: since the one before, which left the hours that had just been counted. */
export function changesSince(counted: CountedHours, now: number): number {
  const last = [...counted.keys()].reduce((latest, hour) => Math.max(latest, hour), 0)
  return Math.max(last - changedMs - storedMs, firstHour(now))
}

/** Returns the ranges to count, the latest first. `changed`: hour → when its last row was stored, or an outcome of its events changed. */
export function hoursToCount(
  counted: CountedHours,
  now: number,
  changed: ReadonlyMap<number, number> = new Map(),
): readonly HourRange[] {
  const ranges: HourRange[] = []
  for (const hour of hoursSince(now)) {
    const at = counted.get(hour) ?? Infinity
    const isChanged = (changed.get(hour) ?? 0) > at - storedMs && now - at >= changedMs
    if (!isChanged && !isDue(hour, counted, now)) continue
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
