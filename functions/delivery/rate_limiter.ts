/** Delivery: pauses the requests to one destination, and remembers how it responds. */
import type { Reason } from '../../schemas/outcome.ts'
import type { Rate } from './rate.ts'

export type Pause = Extract<Reason<'deferred'>, 'throttled' | 'auth'>

export interface RateLimiter {
  /** Returns the reason of the current pause; undefined if requests may be sent. */
  pause: (now: Date) => Pause | undefined
  /** Returns the rest of the current pause in ms; 0 without one. */
  remaining: (now: Date) => number
  /** Pauses requests for this many ms, or until a longer pause ends. */
  pauseFor: (reason: Pause, now: Date, ms: number) => void
  /** Remembers whether the third party processed a request. */
  observe: (isProcessed: boolean) => void
  /** True if the third party has processed most of the latest requests, so that another try may succeed at once. */
  isMostlyWell: () => boolean
  /** The limit of the rate; undefined for none. */
  rate: Rate | undefined
}

/** Maximum pause in ms. Pub/Sub keeps the events meanwhile. */
const maxPauseMs = 600_000

/** Weight of the latest request in the share of those that the third party processed. */
const latestWeight = 0.05

/** `onPause` is called with the end of each new pause in ms since 1970. */
export function createRateLimiter(rate: Rate | undefined, onPause?: (until: number) => void): RateLimiter {
  let paused: { reason: Pause; until: number } | undefined
  // Of an unknown third party nothing is assumed: an instance that starts during an outage does not add requests to it.
  let processed = 0
  const remaining = (at: Date): number => Math.max(0, (paused?.until ?? 0) - at.getTime())
  return {
    rate,
    remaining,
    pause: (at) => (remaining(at) > 0 ? paused?.reason : undefined),
    pauseFor: (reason, at, ms) => {
      const until = at.getTime() + Math.min(ms, maxPauseMs)
      if (paused && until <= paused.until) return
      paused = { reason, until }
      onPause?.(until)
    },
    observe: (isProcessed) => {
      processed += latestWeight * (Number(isProcessed) - processed)
    },
    isMostlyWell: () => processed >= 0.5,
  }
}
