/** Automations: the last seven days, and where the last of them begins. Pure. */
import type { AskValues } from '../ask.ts'
import { lastDay } from '../parts/last_day.ts'

export interface FiringPeriod extends AskValues {
  /** RFC 3339: seven days before `until`. */
  since: string
  /** One day before `until`. */
  day: string
  until: string
}

const weekMs = 7 * 86_400_000

/** In whole minutes. `now` in ms since 1970. */
export function firingPeriod(now: number): FiringPeriod {
  const { since: day, until } = lastDay(now)
  return { since: `${new Date(Date.parse(until) - weekMs).toISOString().slice(0, 19)}Z`, day, until }
}
