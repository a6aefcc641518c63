/** Erasure: regular expressions that find an identity in a text, however it is written there: in any letter case, with the escapes of JSON
 * or of addresses. They mean the same to RE2, which BigQuery uses, and to JavaScript. Pure.
 * https://github.com/google/re2/wiki/Syntax */

export interface Patterns {
  /** Find it in a whole row or message. */
  anywhere: readonly string[]
  /** Find it as a value of its own, in a column that holds keys. */
  asKey: readonly string[]
}

/** `hashes`: what may stand in its place. */
export function patternsOf(field: string, value: string, hashes: readonly string[]): Patterns {
  const written = field === 'phone' && /^\+?[\d\s().\-/]+$/.test(value) ? phone(value) : text(value)
  const hashed = hashes.map((each) => whole('[^0-9A-Za-z]', each, '[^0-9A-Za-z]'))
  const found = isTelling(value) ? standing(field, written) : named(field, written)
  const anywhere = [insensitive(found), ...hashed.map(insensitive)]
  return { anywhere, asKey: [...anywhere, insensitive(whole('[\\[{:,"\\s]', written, '[\\]},"\\s]'))] }
}

/** Long or peculiar enough to stand for the person wherever it stands. Others, such as `42`, count only beside the name of their field. */
function isTelling(value: string): boolean {
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

/** What may stand right before a value although it ends in a letter or digit. */
const escape = '%[0-9A-F]{2}|\\\\+u[0-9A-F]{4}|\\\\+[nrtbf]'

/** Not a part of a longer value: the address of Ann is in that of Joann, and nobody means it. */
function standing(field: string, pattern: string): string {
  return field === 'phone'
    ? `(?:^|[^0-9]|${escape})(?:00)?${pattern}(?:$|[^0-9])`
    : `(?:^|[^\\p{L}\\p{N}_.+-]|${escape})${pattern}(?:$|[^\\p{L}\\p{N}_.-]|[.-](?:$|[^\\p{L}\\p{N}_]))`
}

/** Beside the name of its field: `"user_id":"42"`, `userId=42`. */
function named(field: string, pattern: string): string {
  return `(?:^|[^\\p{L}\\p{N}])${field.replaceAll('_', '[_-]?')}\\\\*"?\\s*[:=]\\s*\\\\*"?\\s*${pattern}(?:$|[^\\p{L}\\p{N}_.-])`
}

function text(value: string): string {
  return Array.from(value, character).join('')
}

/** What people write between digits, among it a space that does not break. */
const between = '(?:[\\s().\\/\u00a0-]|%20|%28|%29|\\+){0,3}'

/** The digits, whatever separates them. */
function phone(value: string): string {
  return Array.from(value.replace(/\D/g, ''), character).join(between)
}

/** One character as itself, as JSON may escape it, at whatever depth, and as addresses do. */
function character(it: string): string {
  const cases = [...new Set([it, it.toLowerCase(), it.toUpperCase()])].filter(
    (each) => Array.from(each).length === 1,
  )
  const ways = cases.flatMap((each) => [
    literal(each),
    Array.from({ length: each.length }, (_, unit) => `\\\\+u${hex(each.charCodeAt(unit), 4)}`).join(''),
    Array.from(Buffer.from(each), (byte) => `%${hex(byte, 2)}`).join(''),
    ...(each === ' ' ? ['\\+'] : []),
  ])
  return `(?:${[...new Set(ways)].join('|')})`
}

function literal(it: string): string {
  return '"\\/'.includes(it) ? `\\\\*${it === '"' ? it : `\\${it}`}` : it.replace(/[\^$.*+?()[\]{}|]/, '\\$&')
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0')
}
