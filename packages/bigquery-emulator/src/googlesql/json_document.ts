/** GoogleSQL compiler: reads and writes JSON documents as BigQuery stores them: members sorted by name, the first of duplicate members, no whitespace. https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#json_type */
import { InvalidJson, normalNumber, type WideNumbers } from './json_number.ts'

/** A document without loss. A scalar is its JSON text. */
export type Json = string | Json[] | Map<string, Json>

/** Maximum nesting depth. https://cloud.google.com/bigquery/docs/json-data#limitations */
const deepest = 500

/** Parses JSON text. Throws InvalidJson. */
export function readJson(text: string, wide: WideNumbers): Json {
  try {
    JSON.parse(text)
  } catch {
    throw new InvalidJson('syntax error while parsing value')
  }
  let at = 0
  const skipSpace = (): void => {
    while (text.charCodeAt(at) <= 32) at++
  }
  const readString = (): string => {
    const start = at
    do at = text.indexOf('"', at + 1)
    while (isEscaped(text, at))
    return normalString(text.slice(start, ++at))
  }
  const readValue = (depth: number): Json => {
    skipSpace()
    const first = text[at]
    if (first === '"') return readString()
    if (first === '{') return readObject(depth + 1)
    if (first === '[') return readArray(depth + 1)
    const start = at
    while (isInside(text.charCodeAt(at))) at++
    const scalar = text.slice(start, at)
    return first === 't' || first === 'f' || first === 'n' ? scalar : normalNumber(scalar, wide)
  }
  /** Returns true if the container that opens at `at` is not empty. Moves `at` to its first member, or past the end. */
  const enter = (depth: number, end: string): boolean => {
    if (depth > deepest) throw new InvalidJson(`nested deeper than ${deepest} levels`)
    at++
    skipSpace()
    if (text[at] !== end) return true
    at++
    return false
  }
  /** Returns true if another member follows. Moves `at` to it, or past the end. */
  const next = (): boolean => {
    skipSpace()
    return text[at++] === ','
  }
  const readArray = (depth: number): Json[] => {
    const items: Json[] = []
    if (enter(depth, ']'))
      do items.push(readValue(depth))
      while (next())
    return items
  }
  const readObject = (depth: number): Map<string, Json> => {
    const members = new Map<string, Json>()
    if (enter(depth, '}'))
      do {
        skipSpace()
        const name = contentOf(readString())
        skipSpace()
        at++
        const value = readValue(depth)
        if (!members.has(name)) members.set(name, value)
      } while (next())
    return members
  }
  return readValue(0)
}

/**
 * Returns true if a number or word continues: the code is not a comma, bracket, brace, whitespace or the end of
 * the text.
 */
function isInside(code: number): boolean {
  return code > 32 && code !== 44 && code !== 93 && code !== 125
}

function isEscaped(text: string, quote: number): boolean {
  let slashes = 0
  while (text.charCodeAt(quote - 1 - slashes) === 92) slashes++
  return slashes % 2 === 1
}

function contentOf(raw: string): string {
  return raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1)
}

/** Returns the string with only the escapes that it needs. */
function normalString(raw: string): string {
  if (!raw.includes('\\')) return raw
  const content = contentOf(raw)
  if (!content.isWellFormed()) throw new InvalidJson('invalid string: surrogates come in pairs')
  return JSON.stringify(content)
}

const surrogate = /[\ud800-\udfff]/

/**
 * Sorts names by code point, which is the order of their UTF-8 bytes. UTF-16 sorts code points above U+FFFF before
 * U+E000.
 */
export function sortedNames(names: readonly string[]): string[] {
  return surrogate.test(names.join(''))
    ? names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    : names.toSorted()
}

const special = /["\\\p{Cc}]/u

function quoted(name: string): string {
  return special.test(name) ? JSON.stringify(name) : `"${name}"`
}

/** Returns the document's text, with its members sorted. */
export function jsonText(value: Json): string {
  if (typeof value === 'string') return value
  let text = ''
  if (Array.isArray(value)) for (const item of value) text += `${text === '' ? '' : ','}${jsonText(item)}`
  else
    for (const name of sortedNames([...value.keys()]))
      text += `${text === '' ? '' : ','}${quoted(name)}:${jsonText(value.get(name)!)}`
  return Array.isArray(value) ? `[${text}]` : `{${text}}`
}

/** Returns the document as BigQuery stores it. Throws InvalidJson. */
export function canonicalJson(text: string, wide: WideNumbers = 'exact'): string {
  return jsonText(readJson(text, wide))
}

/** Returns the document on several lines, without sorting its members. */
export function prettyJson(value: Json, indent = ''): string {
  if (typeof value === 'string') return value
  const inner = `${indent}  `
  const lines = Array.isArray(value)
    ? value.map((item) => prettyJson(item, inner))
    : [...value].map(([name, member]) => `${quoted(name)}: ${prettyJson(member, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  if (lines.length === 0) return `${open}${close}`
  return `${open}\n${inner}${lines.join(`,\n${inner}`)}\n${indent}${close}`
}
