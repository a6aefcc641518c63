/** Test support: a random source with the same sequence for the same seed. */

export interface Random {
  /** Returns an integer from 0 to below `limit`. */
  below: (limit: number) => number
  /** Returns one of the values. */
  pick: <Value>(values: readonly Value[]) => Value
  /** Returns one to `max` values. */
  some: <Value>(max: number, make: () => Value) => readonly Value[]
}

/** Fixed, so that a failure is caused by a change. SEED=… sets another. */
export const seed = Number(process.env['SEED'] ?? 20_260_314)

/** Mulberry32: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return {
    below,
    pick: (values) => values[below(values.length)]!,
    some: (max, make) => Array.from({ length: 1 + below(max) }, make),
  }
}
