/** Event bus: bounds how many messages of one subscription are pulled and not settled. Pub/Sub slows down the pushes of a subscription whose
 * messages come back; nothing slows down pulls, and each delivery counts as an attempt. */

export interface Window {
  /** Maximum number of messages now. */
  size: () => number
  /** The time in ms since 1970 until which nothing should be pulled. */
  closedUntil: () => number
  /** Learns how many messages of a batch went back to Pub/Sub. */
  observe: (batch: { returned: number; of: number }) => void
}

/** The smallest window. One message is enough to find out that a third party works again. */
const minSize = 1

/** Delay after a batch of which more than half came back, in ms. It doubles with each. */
const delays = { min: 100, max: 60_000 }

/** The window halves when most of a batch comes back, and grows by the batch otherwise. `now`: the time in ms since 1970. */
export function createWindow(max: number, now: () => number): Window {
  let size = max
  let delay = 0
  let closedUntil = 0
  return {
    size: () => size,
    closedUntil: () => closedUntil,
    observe: ({ returned, of }) => {
      if (returned * 2 <= of) {
        if (returned === 0) delay = 0
        size = Math.min(max, size + of - returned)
        return
      }
      size = Math.max(minSize, Math.floor(size / 2))
      delay = Math.min(delays.max, Math.max(delays.min, delay * 2))
      closedUntil = now() + delay
    },
  }
}
