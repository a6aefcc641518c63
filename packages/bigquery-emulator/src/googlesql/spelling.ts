/** GoogleSQL compiler: finds the known name nearest to an unknown one, for "Did you mean". */

/** Returns the Levenshtein distance between two texts, in characters. */
export function distance(first: string, second: string): number {
  const [a, b] = [Array.from(first), Array.from(second)]
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, substitution))
    }
    previous = row
  }
  return previous[b.length] ?? 0
}

/** Returns the candidate nearest to a word, within a maximum number of edits. Default: a third of the word's length. */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  limit: number = Math.max(1, Math.floor(word.length * 0.3)),
): string | undefined {
  let best: string | undefined
  let bestDistance = limit + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > limit) continue
    const d = distance(word.toLowerCase(), candidate.toLowerCase())
    if (d < bestDistance) [best, bestDistance] = [candidate, d]
  }
  return best
}
