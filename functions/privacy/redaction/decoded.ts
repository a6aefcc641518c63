/** Privacy: undoes the escapes of URLs, JSON and HTML in a text, so that a value that a third party repeats is compared as it was sent. Pure. */

/** Text can be escaped several times, such as JSON within JSON. */
const maxRounds = 4

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

const escapes =
  /(?:%[0-9a-f]{2})+|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[nrtbf"'/\\]|&#x?[0-9a-f]{1,6};|&[a-z]{2,4};/gi

/** Returns the text without escapes. Control characters become spaces. */
export function decoded(text: string): string {
  let current = text
  for (let round = 0; round < maxRounds; round++) {
    const next = current.replace(escapes, decodeOne)
    if (next === current) break
    current = next
  }
  return current.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').toWellFormed()
}

function decodeOne(escape: string): string {
  if (escape.startsWith('%')) return Buffer.from(escape.replaceAll('%', ''), 'hex').toString()
  if (escape.startsWith('&#')) {
    const isHex = /^&#x/i.test(escape)
    return character(Number.parseInt(escape.slice(isHex ? 3 : 2, -1), isHex ? 16 : 10), escape)
  }
  if (escape.startsWith('&')) return named[escape.slice(1, -1).toLowerCase()] ?? escape
  if (/^\\[ux]/i.test(escape)) return String.fromCharCode(Number.parseInt(escape.slice(2), 16))
  return '"\'/\\'.includes(escape[1]!) ? escape[1]! : ' '
}

function character(code: number, otherwise: string): string {
  return Number.isInteger(code) && code <= 0x10ffff ? String.fromCodePoint(code) : otherwise
}
