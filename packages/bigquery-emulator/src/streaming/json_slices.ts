/** Splits JSON text into the texts of its members, without parsing numbers, so that they stay exact. */

const space = /[ \t\n\r]*/y
const scalarEnd = /[^,\]}\s]*/y

class Malformed extends SyntaxError {
  constructor(at: number) {
    super(`Invalid JSON at offset ${at}`)
  }
}

function skipSpace(json: string, at: number): number {
  const code = json.charCodeAt(at)
  if (code > 32) return at
  space.lastIndex = at
  space.test(json)
  return space.lastIndex
}

/** Returns the offset after the closing quote of a string that starts at `at`. */
function skipString(json: string, at: number): number {
  for (let end = json.indexOf('"', at + 1); end > 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0
    while (json.charCodeAt(end - 1 - slashes) === 92) slashes++
    if (slashes % 2 === 0) return end + 1
  }
  throw new Malformed(at)
}

/** Returns the offset after the value that starts at `at`. */
function skipValue(json: string, at: number): number {
  const first = json[at]
  if (first === '"') return skipString(json, at)
  if (first !== '{' && first !== '[') {
    scalarEnd.lastIndex = at
    scalarEnd.test(json)
    if (scalarEnd.lastIndex === at) throw new Malformed(at)
    return scalarEnd.lastIndex
  }
  let depth = 0
  for (let i = at; i < json.length; i++) {
    const code = json.charCodeAt(i)
    if (code === 34) i = skipString(json, i) - 1
    else if (code === 123 || code === 91) depth++
    else if ((code === 125 || code === 93) && --depth === 0) return i + 1
  }
  throw new Malformed(at)
}

function nameOf(raw: string): string {
  return raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1)
}

/** Returns the members of an object: name and raw text. Returns undefined if the text is not an object. */
export function sliceObject(json: string): [name: string, value: string][] | undefined {
  let at = skipSpace(json, 0)
  if (json[at] !== '{') return undefined
  const members: [string, string][] = []
  at = skipSpace(json, at + 1)
  if (json[at] === '}') return members
  for (;;) {
    if (json[at] !== '"') throw new Malformed(at)
    const nameEnd = skipString(json, at)
    const name = nameOf(json.slice(at, nameEnd))
    at = skipSpace(json, nameEnd)
    if (json[at] !== ':') throw new Malformed(at)
    at = skipSpace(json, at + 1)
    const end = skipValue(json, at)
    members.push([name, json.slice(at, end)])
    at = skipSpace(json, end)
    if (json[at] === '}') return members
    if (json[at] !== ',') throw new Malformed(at)
    at = skipSpace(json, at + 1)
  }
}

/** Returns the raw texts of an array's items. Returns undefined if the text is not an array. */
export function sliceArray(json: string): string[] | undefined {
  let at = skipSpace(json, 0)
  if (json[at] !== '[') return undefined
  const items: string[] = []
  at = skipSpace(json, at + 1)
  if (json[at] === ']') return items
  for (;;) {
    const end = skipValue(json, at)
    items.push(json.slice(at, end))
    at = skipSpace(json, end)
    if (json[at] === ']') return items
    if (json[at] !== ',') throw new Malformed(at)
    at = skipSpace(json, at + 1)
  }
}
