/** Bench: measures a function against a baseline, in turn, and prints the ratio for each concurrency. */
import { median, ratioLine } from './report.ts'
import type { Subject } from './subject.ts'

const rounds = 5
const requests = 3000

/** Rounds alternate, so that a machine that grows slower slows both. */
export const compare = async (
  measured: Subject,
  baseline: Subject,
  concurrencies: readonly number[],
): Promise<void> => {
  for (const concurrency of concurrencies) {
    const pairs: { measured: number; baseline: number }[] = []
    for (let round = -1; round < rounds; round++) {
      const pair = {
        baseline: await baseline.measure(requests, concurrency),
        measured: await measured.measure(requests, concurrency),
      }
      // The first round warms both up.
      if (round >= 0) pairs.push(pair)
    }
    console.log(
      ratioLine(
        `${measured.name}, ${concurrency} at a time`,
        median(pairs.map((pair) => pair.measured)),
        baseline.name,
        median(pairs.map((pair) => pair.baseline)),
        pairs.map((pair) => pair.measured / pair.baseline),
      ),
    )
  }
}
