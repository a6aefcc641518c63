/** JSON texts: measures how deep and how wide a JSON text is, and how many values it has, before it is parsed. Parsing a few megabytes of
 * brackets, or one object of half a million members, blocks the process for up to a second, and values take up to 40 times the bytes of their
 * text. */

export interface ShapeLimits {
  /** Depth of objects and arrays within one another. */
  levels: number
  /** Members of one object. */
  members: number
  /** Members of all objects and elements of all arrays together. An empty object or array counts as if it had one. Default: no limit. */
  values?: number
}

export type ShapeFault = 'too_deep' | 'too_wide' | 'too_many_values'

/** Shortest member with its comma: `"":1,`. */
const memberCharacters = 5

/** Shortest element with its comma: `1,`. */
const elementCharacters = 2

/** Returns what a JSON text exceeds first; undefined if it is within the limits. For a text that is not JSON, the answer is arbitrary. */
export function shapeFault(
  text: string,
  { levels, members, values = Infinity }: ShapeLimits,
): ShapeFault | undefined {
  // Each level takes an opening and a closing bracket. Searching is many times faster than reading each character.
  const canBeDeep = text.length > 2 * levels && occursMoreThan(levels, text, ['{', '['])
  const canBeWide = text.length > memberCharacters * members && occursMoreThan(members, text, [':'])
  const canBeMany = text.length > elementCharacters * values && occursMoreThan(values, text, [',', '{', '['])
  return canBeDeep || canBeWide || canBeMany ? faultOf(text, { levels, members, values }) : undefined
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
const comma = 0x2c

function faultOf(text: string, { levels, members, values }: Required<ShapeLimits>): ShapeFault | undefined {
  /** Number of members so far in each open object or array. */
  const open: number[] = []
  /** Each bracket begins with a first value, and each comma is followed by another one. */
  let found = 0
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else {
      // Both brackets of an object and of an array differ in the bit of 0x20 only.
      const bracket = code & ~0x20
      if (bracket === 0x5b) {
        if (open.push(0) > levels) return 'too_deep'
        if (++found > values) return 'too_many_values'
      } else if (bracket === 0x5d) open.pop()
      else if (code === colon) {
        if (open.length > 0 && ++open[open.length - 1]! > members) return 'too_wide'
      } else if (code === comma && ++found > values) return 'too_many_values'
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
  { characters, ...shape }: Omit<ShapeLimits, 'values'> & { characters: number },
): string | undefined {
  if (text.length > characters)
    return `${what} has ${text.length} characters as JSON; the maximum is ${characters}.`
  const fault = shapeFault(text, shape)
  if (fault === 'too_deep') return `${what} nests deeper than ${shape.levels} levels.`
  return fault && `${what} has an object of more than ${shape.members} members.`
}
