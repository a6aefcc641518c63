/** Did you mean: finds the known name that an unknown one most likely stands for. */

/** The candidate that differs from the word by the fewest edits, whatever the spelling of the name (snake_case, camelCase,
 * spaces, dashes) and the order of its words; undefined when none is near. The first of equally near candidates wins. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const words = split(word)
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    const distance = difference(words, split(candidate))
    if (distance <= allowance(candidate) && distance < (best?.distance ?? Infinity))
      best = { candidate, distance }
  }
  return best?.candidate
}

// A word of four letters may have one edit, from nine letters on there may be three.
const allowance = (candidate: string) => (candidate.length <= 4 ? 1 : candidate.length <= 8 ? 2 : 3)

const split = (name: string): string[] =>
  name
    .slice(0, 128)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')

const difference = (a: string[], b: string[]): number =>
  Math.min(edits(a.join('_'), b.join('_')), edits(a.toSorted().join('_'), b.toSorted().join('_')))

/** Insertions, deletions, substitutions and swaps of neighbours that turn one string into the other (optimal string alignment). */
function edits(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (same ? 0 : 1),
        swapped ? beforeLast[column - 2]! + 1 : Infinity,
      )
    }
    beforeLast = last
    last = current
  }
  return last[b.length]!
}
