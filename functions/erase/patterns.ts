/** Erasure: makes regular expressions that find an identity in a text, in any letter case and with the escapes of JSON or URLs. RE2,
 * which BigQuery uses, and JavaScript read them alike. Pure.
 * https://github.com/google/re2/wiki/Syntax */

export interface Patterns {
  /** Match in a whole row or message. */
  anywhere: readonly string[]
  /** Match a whole value, in a column of keys. */
  asKey: readonly string[]
  /** Match in a text without escapes, in linear time in JavaScript, too, with its flags `i` and `u`. Without `(?i:)`: in V8 13, the first
   * test of an expression with it can miss a match. */
  plain: readonly string[]
}

/** Makes the patterns of one identity. `hashes`: its hashes in hex, which identify the person too, also in base64. */
export function patternsOf(field: string, value: string, hashes: readonly string[]): Patterns {
  const isPhone = field === 'phone' && /^\+?[\d\s().\-/]+$/.test(value)
  const written = isPhone ? phone(value, character) : text(value, character)
  const unescaped = isPhone ? phone(value, literal) : text(value, literal)
  const hashed = whole('[^0-9A-Za-z]', `(?:${hashes.join('|')})`, '[^0-9A-Za-z]')
  const bytes = [
    ...hashes.map((each) => Buffer.from(each, 'hex')),
    ...(isDistinctive(value) ? [value, value.toLowerCase()].map((each) => Buffer.from(each)) : []),
  ]
  const encoded = whole('[^0-9A-Za-z+\\/_-]', `(?:${bytes.map(base64).join('|')})`, '[^0-9A-Za-z+\\/_-]')
  const anywhere = [insensitive(beside(field, value, written, '*')), insensitive(hashed), encoded]
  return {
    anywhere,
    asKey: [...anywhere, insensitive(whole('[\\[{:,"\\s]', written, '[\\]},"\\s]'))],
    plain: [beside(field, value, unescaped, '{0,40}'), hashed, encoded],
  }
}

/** `spaces`: the number of spaces between the name of a field and its value. JavaScript needs a bound, RE2 is faster without. */
function beside(field: string, value: string, pattern: string, spaces: '*' | '{0,40}'): string {
  return isDistinctive(value) ? standalone(field, value, pattern) : named(field, value, pattern, spaces)
}

/** Returns true if the value identifies the person anywhere. Others, such as `42`, match only next to the name of their field. */
function isDistinctive(value: string): boolean {
  return (
    /[^\s@]@[^\s@]/.test(value) ||
    (value.length >= 8 && /\d/.test(value) && (/\p{L}/u.test(value) || value.replace(/\D/g, '').length >= 9))
  )
}

/** Matches bytes in base64 or base64url. Only whole: a part of a longer text could be that of another person. */
function base64(bytes: Buffer): string {
  return bytes
    .toString('base64')
    .replace(/=+$/, '')
    .replaceAll('+', '(?:[+-]|%2B)')
    .replaceAll('/', '(?:\\\\*[\\/_]|%2F)')
}

function insensitive(pattern: string): string {
  return `(?i:${pattern})`
}

function whole(before: string, pattern: string, after: string): string {
  return `(?:^|${before})${pattern}(?:$|${after})`
}

/** Codes in hex of the ASCII characters that are not part of a name: neither letters and digits nor + - . _ and the apostrophe. */
const separators = '(?:[01][0-9A-F]|2[0-689ACF]|3[A-F]|40|5[B-E]|60|7[B-F])'

/** An escape sequence that may precede a value although it ends in a letter or digit. */
const escape = `%${separators}|%C2%A0|\\\\+u00(?:${separators}|A0)|\\\\+u20[0-9A-F]{2}|\\\\+[nrtbf]`

/** Returns the characters that would make the value part of a longer one. Backslashes at its end can be escaped, so it has all of them. */
function continued(value: string): string {
  return value.endsWith('\\') ? '\\p{L}\\p{N}_.@\\\\-' : '\\p{L}\\p{N}_.@-'
}

/** Matches the value, but not as part of a longer one: the address of Ann is contained in that of Joann. */
function standalone(field: string, value: string, pattern: string): string {
  return field === 'phone'
    ? `(?:^|[^0-9]|${escape})(?:00)?${pattern}(?:$|[^0-9])`
    : `(?:^|[^\\p{L}\\p{N}_.+'-]|(?:^|[^\\p{L}\\p{N}])'|${escape})${pattern}(?:$|[^${continued(value)}]|[.-](?:$|[^\\p{L}\\p{N}_]))`
}

/** What may follow a value without quotation marks: not what joins it to a longer id, such as `42:7` or `42@acme.example`. */
const afterNamed =
  '(?:$|[^\\p{L}\\p{N}_.@:\\/|+%=~$*!\\\\-]|\\\\+[nrt"]|[.:](?:$|\\s)|%(?:2[0236C9]|3[BE]|5D|7D))'

/** Matches the value next to the name of its field: `"user_id":"42"`, `userId=42`. */
function named(field: string, value: string, pattern: string, spaces: string): string {
  const gap = `\\s${spaces}`
  const quote = `\\\\${spaces}"`
  const quoted = `${quote}${gap}${pattern}${gap}${quote}(?:$|[\\s,}\\]&;)<])`
  const bare = /^["\\]/.test(value) ? '' : `|${pattern}${afterNamed}`
  return `(?:^|[^\\p{L}\\p{N}])${field.replaceAll('_', '[_-]?')}\\\\${spaces}"?${gap}[:=]${gap}(?:${quoted}${bare})`
}

type Form = (char: string) => string

function text(value: string, form: Form): string {
  return Array.from(value, form).join('')
}

/** Separators between the digits of a phone number, no-break spaces included. */
const between = '(?:[\\s().\\/\u00a0-]|%20|%28|%29|\\+){0,3}'

/** Matches the digits with any separators. */
function phone(value: string, form: Form): string {
  return Array.from(value.replace(/\D/g, ''), form).join(between)
}

/** Matches one character: literal, escaped as in JSON at any depth, percent-encoded once or several times, or escaped as in HTML. */
function character(char: string): string {
  const cases = [...new Set([char, char.toLowerCase(), char.toUpperCase()])].filter(
    (each) => Array.from(each).length === 1,
  )
  const forms = cases.flatMap((each) => [
    escapable(each),
    Array.from({ length: each.length }, (_, unit) => `\\\\+u${hex(each.charCodeAt(unit), 4)}`).join(''),
    Array.from(Buffer.from(each), (byte) => `%(?:25)*${hex(byte, 2)}`).join(''),
    ...(/[\p{L}\p{N}]/u.test(each)
      ? []
      : [`&#0*${each.codePointAt(0)};`, `&#x0*${hex(each.codePointAt(0)!, 1)};`]),
    ...(each === ' ' ? ['\\+'] : []),
  ])
  return `(?:${[...new Set(forms)].join('|')})`
}

function escapable(char: string): string {
  return '"\\/'.includes(char) ? `\\\\*${literal(char)}` : literal(char)
}

function literal(char: string): string {
  return char.replace(/[\\/^$.*+?()[\]{}|]/, '\\$&')
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0')
}
