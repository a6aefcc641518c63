/** Did you mean: finds the known name that an unknown one most likely stands for. */

/** The candidate that differs from the word by the fewest edits, whatever the spelling of the name (snake_case, camelCase,
 * spaces, dashes) and the order of its words; undefined when none is near. The first of equally near candidates wins. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  return nearestAmong(candidates)(word)
}

/** The same for many words: what is to be known of the candidates is worked out once, and most of them are passed over by a look at their
 * length and letters. Whoever may publish an event may make up names for it. */
export function nearestAmong(candidates: Iterable<string>): (word: string) => string | undefined {
  const known = Array.from(candidates, spellingOf)
  return (word) => {
    const spelling = spellingOf(word)
    let best: string | undefined
    let least = Infinity
    for (const candidate of known) {
      const most = Math.min(allowance(candidate.name), least - 1)
      const distance = difference(spelling, candidate, most)
      if (distance > most) continue
      best = candidate.name
      least = distance
    }
    return best
  }
}

// A word of four letters may have one edit, from nine letters on there may be three.
function allowance(candidate: string) {
  return candidate.length <= 4 ? 1 : candidate.length <= 8 ? 2 : 3
}

/** A name, and its words in lower case: as they stand, and in alphabetical order. */
interface Spelling {
  name: string
  joined: string
  sorted: string
  /** One bit for each character that occurs, some sharing theirs. */
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

/** Edits between two names; any number above `most` when there are more. */
function difference(a: Spelling, b: Spelling, most: number): number {
  // An edit makes a text one character longer or shorter, and takes one character out of it and puts one in, at most.
  if (Math.abs(a.joined.length - b.joined.length) > most) return Infinity
  if (bitsOf(a.letters ^ b.letters) > 2 * most) return Infinity
  return Math.min(edits(a.joined, b.joined, most), edits(a.sorted, b.sorted, most))
}

function bitsOf(letters: number): number {
  let count = 0
  for (let rest = letters; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Insertions, deletions, substitutions and swaps of neighbours that turn one string into the other (optimal string alignment); any
 * number above `most` when it takes more. */
function edits(one: string, other: string, most: number): number {
  const [a, b] = withoutSame(one, other)
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const first = a.charCodeAt(row - 1)
    const current = [row]
    let least = row
    for (let column = 1; column <= b.length; column++) {
      const second = b.charCodeAt(column - 1)
      const kept = last[column - 1]! + (first === second ? 0 : 1)
      let cell = Math.min(kept, last[column]! + 1, current[column - 1]! + 1)
      const isSwapped = first === b.charCodeAt(column - 2) && second === a.charCodeAt(row - 2)
      if (isSwapped) cell = Math.min(cell, beforeLast[column - 2]! + 1)
      current.push(cell)
      least = Math.min(least, cell)
    }
    // No later row has less.
    if (least > most) return Infinity
    beforeLast = last
    last = current
  }
  return last[b.length]!
}

/** Two texts without what both begin and end with, which takes no edits. */
function withoutSame(a: string, b: string): [string, string] {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)]
}
