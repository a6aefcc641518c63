/** Event: cuts a JSON object into its members byte for byte, so that numbers beyond double precision, escapes and spaces reach
 * BigQuery as the producer wrote them. */
import { endOfString } from '../../schemas/json_shape.ts'

const quote = 0x22
const comma = 0x2c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

/** Returns name → text of the value, in order. The last member of a name counts, as for `JSON.parse`.
 * The text must be one JSON object that `JSON.parse` has accepted. */
export function members(text: string): Map<string, string> {
  const texts = new Map<string, string>()
  let at = skipSpace(text, text.indexOf('{') + 1)
  while (text.charCodeAt(at) !== closeBrace) {
    const nameEnd = endOfString(text, at)
    const name = text.slice(at + 1, nameEnd - 1)
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1)
    const end = endOfValue(text, start)
    texts.set(
      name.includes('\\') ? (JSON.parse(text.slice(at, nameEnd)) as string) : name,
      text.slice(start, end),
    )
    at = skipSpace(text, end)
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1)
  }
  return texts
}

/** Returns name → number of values of the members of the object that is member `of` of a JSON object, in order, as far as they are among the
 * first `most.members` and end within `most.characters`. A value counts with its elements and members, and those in them; an empty list or
 * object counts twice, and an object of more than `most.members` members as infinite. It does not list the names of the parsed object: that
 * takes half as long as parsing it. `isAll`: false if there are more members. */
export function memberSizes(
  text: string,
  of: string,
  most: { members: number; characters: number },
): { sizes: ReadonlyMap<string, number>; isAll: boolean } {
  const sizes = new Map<string, number>()
  let at = startOfMember(text, of)
  if (text.charCodeAt(at) !== openBrace) return { sizes, isAll: true }
  const last = at + most.characters
  at = skipSpace(text, at + 1)
  while (text.charCodeAt(at) !== closeBrace) {
    const nameEnd = endOfString(text, at)
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1)
    const { values, end } = sizeAt(text, start, { last, members: most.members })
    if (sizes.size === most.members || end > last) return { sizes, isAll: false }
    sizes.set(JSON.parse(text.slice(at, nameEnd)) as string, values)
    at = skipSpace(text, end)
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1)
  }
  return { sizes, isAll: true }
}

/** Returns where the value of a member starts; the end of the text if there is none. */
function startOfMember(text: string, name: string): number {
  const wanted = JSON.stringify(name)
  let at = skipSpace(text, text.indexOf('{') + 1)
  while (text.charCodeAt(at) === quote) {
    const nameEnd = endOfString(text, at)
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1)
    if (nameEnd - at === wanted.length && text.startsWith(wanted, at)) return start
    at = skipSpace(text, endOfValue(text, start))
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1)
  }
  return text.length
}

/** Stops after `last`. */
function sizeAt(
  text: string,
  start: number,
  { last, members: most }: { last: number; members: number },
): { values: number; end: number } {
  const first = text.charCodeAt(start)
  if (first !== openBrace && first !== openBracket) return { values: 1, end: endOfValue(text, start) }
  let values = 1
  /** Number of commas so far in each open object; NaN for an array. */
  const open: number[] = []
  let at = start
  while (at <= last) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else {
      at++
      if (code === comma) {
        values++
        if (++open[open.length - 1]! >= most) values = Infinity
      } else if (code === openBrace || code === openBracket) {
        values++
        open.push(code === openBrace ? 0 : NaN)
      } else if (code === closeBrace || code === closeBracket) {
        open.pop()
        if (open.length === 0) return { values, end: at }
      }
    }
  }
  return { values, end: at }
}

/** Returns the texts of the elements of a JSON array that `JSON.parse` has accepted. */
export function elements(text: string): string[] {
  const texts: string[] = []
  let at = skipSpace(text, text.indexOf('[') + 1)
  while (text.charCodeAt(at) !== closeBracket) {
    const end = endOfValue(text, at)
    texts.push(text.slice(at, end))
    at = skipSpace(text, end)
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1)
  }
  return texts
}

/** Returns the text of an object with these members. */
export function objectText(entries: Iterable<readonly [string, string]>): string {
  const texts: string[] = []
  for (const [name, value] of entries) texts.push(`${JSON.stringify(name)}:${value}`)
  return `{${texts.join(',')}}`
}

function skipSpace(text: string, at: number): number {
  while (text.charCodeAt(at) <= 0x20) at++
  return at
}

function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start)
  if (first === quote) return endOfString(text, start)
  if (first !== openBrace && first !== openBracket) return endOfScalar(text, start)
  let depth = 0
  let at = start
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else {
      if (code === openBrace || code === openBracket) depth++
      if ((code === closeBrace || code === closeBracket) && --depth === 0) return at + 1
      at++
    }
  }
}

function endOfScalar(text: string, start: number): number {
  let at = start
  for (;;) {
    const code = text.charCodeAt(at)
    if (code <= 0x20 || code === comma || code === closeBrace || code === closeBracket) return at
    at++
  }
}
