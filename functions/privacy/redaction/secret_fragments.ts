/** Privacy: finds secrets in a text in any form that a third party could repeat: whole, in parts, cut, split, escaped, in base64 or hex. Pure.
 * All forms are reduced to their letters and digits in lower case and cut into fragments, which are compared with those of the text. */

/** Length of a fragment. A text that repeats at least so many characters of a secret in a row is masked. */
const fragmentLength = 8

/** Shorter secrets occur in any text by chance. */
const minLength = 4

/** Returns the function that reports every range of a text that repeats a secret. Build it once per destination. `isWord`: words, which are no
 * secret even as a part of one, such as `Bearer`. */
export function secretFinder(
  secrets: readonly string[],
  isWord: (word: string) => boolean,
): (text: string, report: (start: number, end: number) => void) => void {
  const fragments = new Set<string>()
  const short = new Set<string>()
  const literal = new Set<string>()
  for (const secret of secrets)
    for (const form of formsOf(secret, isWord)) {
      const { letters } = reduced(form)
      if (letters.length >= fragmentLength)
        for (let at = 0; at + fragmentLength <= letters.length; at++)
          fragments.add(letters.slice(at, at + fragmentLength))
      else if (letters.length >= minLength) short.add(letters)
      else if (form.length >= minLength) literal.add(form)
    }

  return (text, report) => {
    const { letters, places } = reduced(text)
    const found = (at: number, length: number): void => report(places[at]!, places[at + length - 1]! + 1)
    for (let at = 0; at + fragmentLength <= letters.length; at++)
      if (fragments.has(letters.slice(at, at + fragmentLength))) found(at, fragmentLength)
    for (const each of short)
      for (let at = letters.indexOf(each); at >= 0; at = letters.indexOf(each, at + 1)) found(at, each.length)
    for (const each of literal)
      for (let at = text.indexOf(each); at >= 0; at = text.indexOf(each, at + 1)) report(at, at + each.length)
  }
}

const letter = /[\p{L}\p{M}\p{N}]/u

/** Returns the letters and digits of a text in lower case, and the place of each in the text. */
function reduced(text: string): { letters: string; places: readonly number[] } {
  let letters = ''
  const places: number[] = []
  for (let at = 0; at < text.length; at++) {
    const lower = text[at]!.toLowerCase()
    if (lower.length !== 1 || !letter.test(lower)) continue
    letters += lower
    places.push(at)
  }
  return { letters, places }
}

/** Returns the secret, its parts, and both in base64 and hex. Base64url differs only in characters that are ignored. */
function formsOf(secret: string, isWord: (word: string) => boolean): ReadonlySet<string> {
  const texts = new Set<string>()
  const forms = new Set<string>()
  const addBytes = (bytes: Buffer): void => {
    forms.add(bytes.toString('hex'))
    // Where the secret begins within a longer text, such as `user:secret`, decides which characters stand for it.
    for (const [offset, affected] of [0, 2, 3].entries()) {
      const base64 = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
      forms.add(base64.slice(affected).replace(/.?=+$/, ''))
    }
  }
  const add = (text: string, depth: number): void => {
    if (text.length < minLength || texts.has(text) || (depth > 0 && isWord(text.toLowerCase()))) return
    texts.add(text)
    forms.add(text)
    addBytes(Buffer.from(text))
    if (depth >= 3) return
    for (const part of partsOf(text)) add(part, depth + 1)
    if (!/^[\w+/-]{8,}={0,2}$/.test(text)) return
    const bytes = Buffer.from(text, 'base64')
    addBytes(bytes)
    const inner = bytes.toString()
    if (/^[ -~\s]{4,}$/.test(inner)) add(inner, depth + 1)
  }
  add(secret, 0)
  return forms
}

/** Splits `Bearer abc`, `user:password`, `whsec_abc`, the lines of a key and the members of JSON. An address of the web has no secret host. */
function partsOf(text: string): readonly string[] {
  const url = /^https?:\/\/[^/?#@]*(.*)$/s.exec(text)
  if (url) return url[1]!.split(/[/?#&=]+/)
  const prefixed = /^[A-Za-z]{2,12}[_-](.{4,})$/s.exec(text)
  const split = text.split(/\\n|[\s:;,=&?|"'{}<>()[\]@\\/]+/)
  return [...split, ...(prefixed ? [prefixed[1]!] : [])]
}
