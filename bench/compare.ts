/** Bench: measures a function and a baseline alternately, and prints the ratio for each concurrency. */
import { median, ratioLine } from './report.ts'
import { pick, rounds, type Scale } from './scale.ts'
import type { Subject } from './subject.ts'

/** Rounds alternate, so that a machine that becomes slower affects both. */
export async function compare(
  measured: Subject,
  baseline: Subject,
  concurrencies: readonly number[],
  scale: Scale,
): Promise<void> {
  const requests = pick(scale, 3000, 100)
  for (const concurrency of concurrencies) {
    const pairs: { measured: number; baseline: number }[] = []
    for (const counts of rounds(scale, 5)) {
      const pair = {
        baseline: await baseline.measure(requests, concurrency),
        measured: await measured.measure(requests, concurrency),
      }
      if (counts) pairs.push(pair)
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
