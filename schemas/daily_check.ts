/** Runs: when and over how many days the view `reconciliation` is read to check the promises. */
import { shownDays } from './views/window.ts'

export const dailyCheck = {
  /** Hour of the day, UTC. */
  hour: 4,
  /** How many days before today are checked. A promise is still reported on the day after it was broken. */
  days: 2,
  /** The view shows no more days. */
  maxDays: shownDays,
} as const
