/** JSON texts: measures how deep and how wide a JSON text is before it is parsed. Parsing a few megabytes of brackets, or one object of half a
 * million members, blocks the process for up to a second. */

export interface ShapeLimits {
  /** Depth of objects and arrays within one another. */
  levels: number
  /** Members of one object. */
  members: number
}

export type ShapeFault = 'too_deep' | 'too_wide'

/** Shortest member with its comma: `"":1,`. */
const memberCharacters = 5

/** Returns what a JSON text exceeds first; undefined if it is within the limits. For a text that is not JSON, the answer is arbitrary. */
export function shapeFault(text: string, { levels, members }: ShapeLimits): ShapeFault | undefined {
  // Each level takes an opening and a closing bracket. Searching is many times faster than reading each character.
  const canBeDeep = text.length > 2 * levels && occursMoreThan(levels, text, ['{', '['])
  const canBeWide = text.length > memberCharacters * members && occursMoreThan(members, text, [':'])
  return canBeDeep || canBeWide ? faultOf(text, levels, members) : undefined
}

function occursMoreThan(times: number, text: string, characters: readonly string[]): boolean {
  let count = 0
  for (const character of characters) {
    for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) {
      if (++count > times) return true
    }
  }
  return false
}

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a

function faultOf(text: string, levels: number, members: number): ShapeFault | undefined {
  /** Number of members so far in each open object or array. */
  const open: number[] = []
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else {
      // Both brackets of an object and of an array differ in the bit of 0x20 only.
      const bracket = code & ~0x20
      if (bracket === 0x5b) {
        if (open.push(0) > levels) return 'too_deep'
      } else if (bracket === 0x5d) open.pop()
      else if (code === colon && open.length > 0 && ++open[open.length - 1]! > members) return 'too_wide'
      at++
    }
  }
  return undefined
}

/** Returns the index after the closing quote of the string at `open`, or the end of the text if there is none. */
export function endOfString(text: string, open: number): number {
  let at = open + 1
  // Most strings are short: reading their characters is faster than a call of indexOf.
  for (const far = at + 24; at < far;) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    at += code === backslash ? 2 : 1
  }
  for (;;) {
    at = text.indexOf('"', at)
    if (at === -1) return text.length
    let escapes = 0
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes++
    if (escapes % 2 === 0) return at + 1
    at++
  }
}

/** Returns one sentence if a text that is to be checked against a schema is so large that the check would take long. `what`: its subject. */
export function sizeProblem(
  text: string,
  what: string,
  { characters, ...shape }: ShapeLimits & { characters: number },
): string | undefined {
  if (text.length > characters)
    return `${what} has ${text.length} characters as JSON; the maximum is ${characters}.`
  const fault = shapeFault(text, shape)
  if (fault === 'too_deep') return `${what} nests deeper than ${shape.levels} levels.`
  return fault && `${what} has an object of more than ${shape.members} members.`
}
