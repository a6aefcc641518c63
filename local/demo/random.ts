/** Demo: random numbers that are the same for the same seed, so that every demo has the same shop. Pure. */

export interface Random {
  /** From 0 to below 1. */
  next: () => number
  /** True with this probability, 0 to 1. */
  chance: (probability: number) => boolean
  /** A whole number from 0 to below `limit`. */
  below: (limit: number) => number
  pick: <Item>(items: readonly Item[]) => Item
  /** A version 4 UUID. */
  uuid: () => string
}

/** The generator Mulberry32: 32 bits of state, which are plenty for a shop. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => below(16).toString(16)).join('')
  return {
    next,
    chance: (probability) => next() < probability,
    below,
    pick: (items) => items[below(items.length)]!,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${(8 + below(4)).toString(16)}${hex(3)}-${hex(12)}`,
  }
}
