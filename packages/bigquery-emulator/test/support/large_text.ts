/** Test support: JSON of 5.9 MB, near the largest that a publish request can carry, and that compression cannot make small. */
import { randomFrom } from '../../../shared/test/random.ts'

export const largeBytes = 5_900_000
const piece = 995

/** The same number gives the same text. */
export function largeText(number: number): string {
  const random = randomFrom(number)
  const texts = Array.from({ length: largeBytes / (piece + 5) }, () =>
    Array.from({ length: 5 }, () =>
      random
        .below(36 ** 6)
        .toString(36)
        .padEnd(199, '0'),
    ).join(''),
  )
  return JSON.stringify({ texts })
}
