/** String functions that DuckDB lacks or defines differently. */
import { checkRewrite } from '../../googlesql/regexp_groups.ts'
import { distance } from '../../googlesql/spelling.ts'
import { mostBytes, tooLong } from '../output_limit.ts'
import { scalarFunction } from './scalar_function.ts'

const soundexDigits: Record<string, string> = Object.fromEntries(
  ['BFPV', 'CGJKQSXZ', 'DT', 'L', 'MN', 'R'].flatMap((letters, i) =>
    Array.from(letters).map((l) => [l, String(i + 1)]),
  ),
)

function soundex(text: string): string {
  let code = ''
  let last: string | undefined
  for (const given of text) {
    const letter = given.toUpperCase()
    if (!/^[A-Z]$/.test(letter)) continue
    const digit = soundexDigits[letter]
    if (code === '') code = given
    else if (digit && digit !== last) code += digit
    if (letter !== 'H' && letter !== 'W') last = digit
    if (code.length === 4) break
  }
  return code === '' ? '' : code.padEnd(4, '0')
}

function initcap(text: string, delimiters: string): string {
  let starts = true
  return Array.from(text)
    .map((character) => {
      const isDelimiter = delimiters.includes(character)
      const cased = starts ? character.toUpperCase() : character.toLowerCase()
      starts = isDelimiter
      // Changes only characters that stay one character: ß doesn't become SS.
      return isDelimiter || Array.from(cased).length > 1 ? character : cased
    })
    .join('')
}

function translate(text: string, from: string, to: string): string {
  const targets = Array.from(to)
  const map = new Map<string, string>()
  for (const [i, character] of Array.from(from).entries()) {
    if (map.has(character))
      throw new Error(`Duplicate character "${character}" in TRANSLATE source characters`)
    map.set(character, targets[i] ?? '')
  }
  const translated = Array.from(text)
    .map((character) => map.get(character) ?? character)
    .join('')
  if (Buffer.byteLength(translated) > mostBytes) throw new Error(tooLong('TRANSLATE'))
  return translated
}

/** INSTR: returns the position of the nth occurrence from a position, backwards if negative. Returns 0 if there is none. */
function instr(text: string, part: string, position: bigint, occurrence: bigint): bigint {
  const [haystack, needle] = [Array.from(text), Array.from(part)]
  if (position === 0n) throw new Error('The third argument (position) in INSTR cannot be 0')
  if (occurrence < 1n) throw new Error('The fourth argument (occurrence) in INSTR must be positive')
  const last = haystack.length - needle.length
  const step = position > 0n ? 1 : -1
  let count = 0n
  const start = step > 0 ? Number(position) - 1 : Math.min(haystack.length + Number(position), last)
  for (let i = start; step > 0 ? i <= last : i >= 0; i += step)
    if (needle.every((character, k) => haystack[i + k] === character) && ++count === occurrence)
      return BigInt(i + 1)
  return 0n
}

function character(code: bigint): string {
  if (code < 0n || code > 0x10ffffn || (code >= 0xd800n && code <= 0xdfffn))
    throw new Error(`Invalid codepoint ${code}`)
  return String.fromCodePoint(Number(code))
}

function casefold(text: string, form: string): string {
  return text.normalize(form).toLowerCase().replaceAll('ß', 'ss').normalize(form)
}

export const textFunctions = [
  scalarFunction('bq_upper_unicode', ['STRING'], 'STRING', (text) => text.toUpperCase()),
  scalarFunction('bq_lower_unicode', ['STRING'], 'STRING', (text) => text.toLowerCase()),
  scalarFunction('bq_characters', ['STRING'], 'STRINGS', (text) => Array.from(text)),
  scalarFunction('bq_levenshtein', ['STRING', 'STRING'], 'INT64', (a, b) => BigInt(distance(a, b))),
  scalarFunction('bq_trim_space', ['STRING', 'STRING'], 'STRING', (text, side) => {
    const start = side === 'right' ? text : text.replace(/^[\s\u0085]+/u, '')
    return side === 'left' ? start : start.replace(/[\s\u0085]+$/u, '')
  }),
  scalarFunction('bq_initcap', ['STRING', 'STRING'], 'STRING', initcap),
  scalarFunction('bq_join', ['STRINGS', 'STRING'], 'STRING', (items, between) => items.join(between)),
  scalarFunction('bq_check_rewrite', ['STRING', 'STRING'], 'STRING', checkRewrite),
  scalarFunction('bq_translate', ['STRING', 'STRING', 'STRING'], 'STRING', translate),
  scalarFunction('bq_soundex', ['STRING'], 'STRING', soundex),
  scalarFunction('bq_instr', ['STRING', 'STRING', 'INT64', 'INT64'], 'INT64', instr),
  scalarFunction('bq_normalize', ['STRING', 'STRING'], 'STRING', (text, form) => text.normalize(form)),
  scalarFunction('bq_casefold', ['STRING', 'STRING'], 'STRING', casefold),
  scalarFunction('bq_code_points', ['STRING'], 'INT64S', (text) =>
    Array.from(text).map((c) => BigInt(c.codePointAt(0)!)),
  ),
  scalarFunction('bq_code_points_to_string', ['INT64S'], 'STRING', (codes) =>
    codes.includes(null) ? null : codes.map((code) => character(code!)).join(''),
  ),
  scalarFunction('bq_net_host', ['STRING'], 'STRING', (url) => {
    const match = /^(?:(?:[a-z][a-z0-9+.-]*:)?\/\/)?(?:[^@/?#]*@)?(\[[^\]]*\]|[^:/?#]*)/i.exec(url.trim())
    return match?.[1] || null
  }),
]
