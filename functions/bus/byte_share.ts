/** Event bus: shares the bytes that an instance works on between the subscriptions that it drains. */

/** The share of one subscription. */
export interface ByteShare {
  /** Resolves when these bytes may be worked on, in the order of the calls. A subscription that works on nothing may always begin. */
  enter: (bytes: number) => Promise<void>
  leave: (bytes: number) => void
  /** True if messages wait for the share, so that pulling more is of no use. */
  isFull: () => boolean
}

interface Waiting {
  bytes: number
  begin: () => void
}

/** Returns the function that opens a share. One subscription uses at most half of the bytes: a slow one never keeps the others out. */
export function createByteShares(maxBytes: number): () => ByteShare {
  let total = 0
  const all: (() => void)[] = []

  return () => {
    let own = 0
    const waiting: Waiting[] = []
    const mayEnter = (bytes: number): boolean =>
      own === 0 || (own + bytes <= maxBytes / 2 && total + bytes <= maxBytes)
    const take = (bytes: number): void => {
      own += bytes
      total += bytes
    }
    const beginNext = (): void => {
      for (let [first] = waiting; first && mayEnter(first.bytes); [first] = waiting) {
        waiting.shift()
        take(first.bytes)
        first.begin()
      }
    }
    all.push(beginNext)
    return {
      enter: async (bytes) => {
        if (waiting.length === 0 && mayEnter(bytes)) return take(bytes)
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting.push({ bytes, begin: resolve })
        await promise
      },
      leave: (bytes) => {
        own -= bytes
        total -= bytes
        for (const begin of all) begin()
      },
      isFull: () => waiting.length > 0,
    }
  }
}
