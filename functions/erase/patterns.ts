/** Erasure: makes regular expressions that find an identity in a text, in any letter case and with the escapes of JSON or URLs. RE2,
 * which BigQuery uses, and JavaScript read them alike. Pure.
 * https://github.com/google/re2/wiki/Syntax */

export interface Patterns {
  /** Match in a whole row or message. */
  anywhere: readonly string[]
  /** Match a whole value, in a column of keys. */
  asKey: readonly string[]
}

/** Makes the patterns of one identity. `hashes`: its hashes in hex, which identify the person too. */
export function patternsOf(field: string, value: string, hashes: readonly string[]): Patterns {
  const written = field === 'phone' && /^\+?[\d\s().\-/]+$/.test(value) ? phone(value) : text(value)
  const hashed = hashes.map((each) => whole('[^0-9A-Za-z]', each, '[^0-9A-Za-z]'))
  const pattern = isDistinctive(value) ? standalone(field, written) : named(field, written)
  const anywhere = [insensitive(pattern), ...hashed.map(insensitive)]
  return { anywhere, asKey: [...anywhere, insensitive(whole('[\\[{:,"\\s]', written, '[\\]},"\\s]'))] }
}

/** Returns true if the value identifies the person anywhere. Others, such as `42`, match only next to the name of their field. */
function isDistinctive(value: string): boolean {
  return (
    value.includes('@') ||
    (value.length >= 8 && /\d/.test(value) && (/\p{L}/u.test(value) || value.replace(/\D/g, '').length >= 9))
  )
}

function insensitive(pattern: string): string {
  return `(?i:${pattern})`
}

function whole(before: string, pattern: string, after: string): string {
  return `(?:^|${before})${pattern}(?:$|${after})`
}

/** An escape sequence that may precede a value although it ends in a letter or digit. */
const escape = '%[0-9A-F]{2}|\\\\+u[0-9A-F]{4}|\\\\+[nrtbf]'

/** Matches the value, but not as part of a longer one: the address of Ann is contained in that of Joann. */
function standalone(field: string, pattern: string): string {
  return field === 'phone'
    ? `(?:^|[^0-9]|${escape})(?:00)?${pattern}(?:$|[^0-9])`
    : `(?:^|[^\\p{L}\\p{N}_.+-]|${escape})${pattern}(?:$|[^\\p{L}\\p{N}_.-]|[.-](?:$|[^\\p{L}\\p{N}_]))`
}

/** Matches the value next to the name of its field: `"user_id":"42"`, `userId=42`. */
function named(field: string, pattern: string): string {
  return `(?:^|[^\\p{L}\\p{N}])${field.replaceAll('_', '[_-]?')}\\\\*"?\\s*[:=]\\s*\\\\*"?\\s*${pattern}(?:$|[^\\p{L}\\p{N}_.-])`
}

function text(value: string): string {
  return Array.from(value, character).join('')
}

/** Separators between the digits of a phone number, no-break spaces included. */
const between = '(?:[\\s().\\/\u00a0-]|%20|%28|%29|\\+){0,3}'

/** Matches the digits with any separators. */
function phone(value: string): string {
  return Array.from(value.replace(/\D/g, ''), character).join(between)
}

/** Matches one character: literal, escaped as in JSON at any depth, or percent-encoded. */
function character(char: string): string {
  const cases = [...new Set([char, char.toLowerCase(), char.toUpperCase()])].filter(
    (each) => Array.from(each).length === 1,
  )
  const forms = cases.flatMap((each) => [
    literal(each),
    Array.from({ length: each.length }, (_, unit) => `\\\\+u${hex(each.charCodeAt(unit), 4)}`).join(''),
    Array.from(Buffer.from(each), (byte) => `%${hex(byte, 2)}`).join(''),
    ...(each === ' ' ? ['\\+'] : []),
  ])
  return `(?:${[...new Set(forms)].join('|')})`
}

function literal(char: string): string {
  return '"\\/'.includes(char)
    ? `\\\\*${char === '"' ? char : `\\${char}`}`
    : char.replace(/[\^$.*+?()[\]{}|]/, '\\$&')
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0')
}
