/** Console: the last 24 hours, in whole minutes, so that Back finds the kept answers. */
import type { AskValues } from '../ask.ts'

const minute = 60_000
const hour = 3_600_000

export interface DayPeriod extends AskValues {
  /** RFC 3339. */
  since: string
  until: string
}

/** Ends with the minute after `now`, in ms, so that the newest events are in it. */
export function lastDay(now: number): DayPeriod {
  return lastHours(now, 24)
}

/** As `lastDay`, for this number of hours. */
export function lastHours(now: number, hours: number): DayPeriod {
  const until = Math.ceil((now + 1) / minute) * minute
  return { since: textOf(until - hours * hour), until: textOf(until) }
}

function textOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}
