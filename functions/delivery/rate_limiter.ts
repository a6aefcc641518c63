/** Delivery: limits the rate of requests to one destination, and pauses them. */
import type { Reason } from '../../schemas/outcome.ts'

type Pause = Extract<Reason<'deferred'>, 'throttled' | 'auth'>

export interface RateLimiter {
  /** Returns the reason of the current pause; undefined if requests may be sent. */
  pause: (now: Date) => Pause | undefined
  /** Pauses requests for this many ms, or until a longer pause ends. */
  pauseFor: (reason: Pause, now: Date, ms: number) => void
  /** Waits until the rate limit allows one more request. */
  acquire: () => Promise<void>
}

/** Maximum pause in ms. Pub/Sub keeps the events meanwhile. */
const maxPauseMs = 600_000

/** Creates a limiter. Without `requestsPerSecond`, `acquire` never waits. */
export function createRateLimiter(
  requestsPerSecond: number | undefined,
  { now, wait }: { now: () => Date; wait: (ms: number) => Promise<void> },
): RateLimiter {
  let paused: { reason: Pause; until: number } | undefined
  let next = 0
  return {
    pause: (at) => (paused && at.getTime() < paused.until ? paused.reason : undefined),
    pauseFor: (reason, at, ms) => {
      const until = at.getTime() + Math.min(ms, maxPauseMs)
      if (!paused || until > paused.until) paused = { reason, until }
    },
    acquire: async () => {
      if (requestsPerSecond === undefined) return
      const time = now().getTime()
      const slot = Math.max(time, next)
      next = slot + 1000 / requestsPerSecond
      if (slot > time) await wait(slot - time)
    },
  }
}
