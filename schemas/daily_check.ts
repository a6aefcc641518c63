/** Runs: schedules the daily check of view `reconciliation`. */
import { shownDays } from './views/window.ts'

export const dailyCheck = {
  /** Hour of the day, UTC. */
  hour: 4,
  /** Number of days before today that are checked. A broken promise is thus reported on two days. */
  days: 2,
  /** Number of days that the view covers. */
  maxDays: shownDays,
} as const
