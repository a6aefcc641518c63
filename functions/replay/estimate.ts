/** Replay: estimates how many of all events a count in a random sample stands for. Pure. */

import type { Estimate } from '../../schemas/impact.ts'

/** Quantile of the normal distribution for 95 %. */
const z = 1.959964

/** Estimates a count in `all` events from the `found` among the `examined` ones: the Wilson score interval, with the correction for a sample
 * of a finite number. https://doi.org/10.1080/01621459.1927.10502953 */
export function estimateOf(found: number, { examined, all }: { examined: number; all: number }): Estimate {
  if (examined >= all || examined === 0) return { events: found, low: found, high: found }
  const share = found / examined
  // A sample of many of the events says more than one of few.
  const n = (examined * (all - 1)) / (all - examined)
  const scale = 1 + (z * z) / n
  const middle = (share + (z * z) / (2 * n)) / scale
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  // What was seen is certain.
  return {
    events: Math.round(share * all),
    low: Math.max(found, Math.floor((middle - half) * all)),
    high: Math.min(all - (examined - found), Math.ceil((middle + half) * all)),
  }
}
