/** Patterns: sets of characters as ranges of code points. */

/** A set of characters as sorted ranges of code points. */
export type CodeRange = readonly [from: number, to: number]

const top = 0x10ffff
const digits: readonly CodeRange[] = [[48, 57]]
const word: readonly CodeRange[] = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
]
/** Classes that mean the same in RE2 and in JavaScript. */
export const classes: Readonly<Record<string, readonly CodeRange[]>> = {
  d: digits,
  w: word,
  D: inverse(digits),
  W: inverse(word),
}
/** White space as JavaScript has it, which is more than in RE2. https://tc39.es/ecma262/#prod-WhiteSpace */
const space: readonly CodeRange[] = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]
/** Classes as JavaScript has them. */
export const classesInCode: typeof classes = { ...classes, s: space, S: inverse(space) }
/** All other characters. */
export function inverse(ranges: readonly CodeRange[]): readonly CodeRange[] {
  const sorted = ranges.toSorted(([a], [b]) => a - b)
  const others: CodeRange[] = []
  let next = 0
  for (const [from, to] of sorted) {
    if (from > next) others.push([next, from - 1])
    next = Math.max(next, to + 1)
  }
  return next > top ? others : [...others, [next, top]]
}

/** The set of one character. */
export function single(character: string): readonly CodeRange[] {
  const code = character.codePointAt(0)!
  return [[code, code]]
}

/** The set without overlaps. */
export function merged(ranges: readonly CodeRange[]): readonly CodeRange[] {
  return inverse(inverse(ranges))
}
