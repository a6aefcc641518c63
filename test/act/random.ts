/** Test support: makes reproducible random numbers from 0 to 1. */

/** https://en.wikipedia.org/wiki/Linear_congruential_generator */
export function randomFrom(seed: number) {
  return (): number => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32
    return seed / 2 ** 32
  }
}
