/** Delivery: how fast one destination may be asked, and when not at all. */
import type { Reason } from '../../schemas/outcome.ts'

type Pause = Extract<Reason<'deferred'>, 'throttled' | 'auth'>

export interface RateLimiter {
  /** Why the third party must not be asked now, if so. */
  pause: (now: Date) => Pause | undefined
  /** From now on it must not be asked for this long, in ms. */
  pauseFor: (reason: Pause, now: Date, ms: number) => void
  /** Waits for this request's turn. */
  acquire: () => Promise<void>
}

/** Longest pause that a third party can ask for, in ms; the bus keeps the events meanwhile. */
const longestPause = 600_000

/** A third party that was asked to wait is not asked, and neither is one with a limit of its own before the limit allows. */
export function createRateLimiter(
  requestsPerSecond: number | undefined,
  { now, wait }: { now: () => Date; wait: (ms: number) => Promise<void> },
): RateLimiter {
  let paused: { reason: Pause; until: number } | undefined
  let next = 0
  return {
    pause: (at) => (paused && at.getTime() < paused.until ? paused.reason : undefined),
    pauseFor: (reason, at, ms) => {
      const until = at.getTime() + Math.min(ms, longestPause)
      if (!paused || until > paused.until) paused = { reason, until }
    },
    acquire: async () => {
      if (requestsPerSecond === undefined) return
      const time = now().getTime()
      const mine = Math.max(time, next)
      next = mine + 1000 / requestsPerSecond
      if (mine > time) await wait(mine - time)
    },
  }
}
