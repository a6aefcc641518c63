/** Did you mean: finds the known name that is most similar to an unknown one. */

/** The candidate with the fewest edits from the word, in any spelling (snake_case, camelCase, spaces, dashes) and word order; undefined
 * if none is similar. The first of equal candidates wins. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  return nearestAmong(candidates)(word)
}

/** The same for many words. Candidates are prepared once, and most are skipped by their length and letters: producers can send any
 * number of unknown names. */
export function nearestAmong(candidates: Iterable<string>): (word: string) => string | undefined {
  const spellings = Array.from(candidates, spellingOf)
  return (word) => {
    const spelling = spellingOf(word)
    let best: string | undefined
    let least = Infinity
    for (const candidate of spellings) {
      const max = Math.min(maxEditsOf(candidate.name), least - 1)
      const distance = difference(spelling, candidate, max)
      if (distance > max) continue
      best = candidate.name
      least = distance
    }
    return best
  }
}

function maxEditsOf(candidate: string) {
  return candidate.length <= 4 ? 1 : candidate.length <= 8 ? 2 : 3
}

/** A name, and its lowercase words in their order and in alphabetical order. */
interface Spelling {
  name: string
  joined: string
  sorted: string
  /** Bit set of the characters. Several characters share a bit. */
  letters: number
}

function spellingOf(name: string): Spelling {
  const words = split(name)
  const joined = words.join('_')
  let letters = 0
  for (let at = 0; at < joined.length; at++) letters |= 1 << (joined.charCodeAt(at) & 31)
  return { name, joined, sorted: words.toSorted().join('_'), letters }
}

function split(name: string): string[] {
  return name
    .slice(0, 128)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
}

/** Edits between two names; some number above `max` if there are more. */
function difference(a: Spelling, b: Spelling, max: number): number {
  // An edit changes the length by at most one, and removes and adds at most one character.
  if (Math.abs(a.joined.length - b.joined.length) > max) return Infinity
  if (bitsOf(a.letters ^ b.letters) > 2 * max) return Infinity
  return Math.min(edits(a.joined, b.joined, max), edits(a.sorted, b.sorted, max))
}

function bitsOf(letters: number): number {
  let count = 0
  for (let rest = letters; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Insertions, deletions, substitutions and swaps of adjacent characters between two strings (optimal string alignment); some number
 * above `max` if there are more. */
function edits(one: string, other: string, max: number): number {
  const [a, b] = withoutCommonEnds(one, other)
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const first = a.charCodeAt(row - 1)
    const current = [row]
    let least = row
    for (let column = 1; column <= b.length; column++) {
      const second = b.charCodeAt(column - 1)
      const substituted = last[column - 1]! + (first === second ? 0 : 1)
      let cell = Math.min(substituted, last[column]! + 1, current[column - 1]! + 1)
      const isSwapped = first === b.charCodeAt(column - 2) && second === a.charCodeAt(row - 2)
      if (isSwapped) cell = Math.min(cell, beforeLast[column - 2]! + 1)
      current.push(cell)
      least = Math.min(least, cell)
    }
    // No later row has a smaller number.
    if (least > max) return Infinity
    beforeLast = last
    last = current
  }
  return last[b.length]!
}

/** Removes the common prefix and suffix of two texts. */
function withoutCommonEnds(a: string, b: string): [string, string] {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)]
}
