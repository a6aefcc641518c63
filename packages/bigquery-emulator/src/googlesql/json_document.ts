/** JSON documents as BigQuery keeps them: members sorted by name, the first of those of one name, no white space. https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#json_type */
import { InvalidJson, normalNumber, type WideNumbers } from './json_number.ts'

/** A document without loss: a scalar is its own text. */
export type Json = string | Json[] | Map<string, Json>

/** https://cloud.google.com/bigquery/docs/json-data#limitations */
const deepest = 500

/** Throws InvalidJson. */
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
  /** Whether the container that opens here has a member; leaves `at` before it, or after the end. */
  const enter = (depth: number, end: string): boolean => {
    if (depth > deepest) throw new InvalidJson(`nested deeper than ${deepest} levels`)
    at++
    skipSpace()
    if (text[at] !== end) return true
    at++
    return false
  }
  /** Whether another member follows; leaves `at` before it, or after the end. */
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

/** Whether a number or a word goes on: no comma, bracket, brace or white space, nor the end of the text. */
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

/** The string with those escapes alone that it needs. */
function normalString(raw: string): string {
  if (!raw.includes('\\')) return raw
  const content = contentOf(raw)
  if (!content.isWellFormed()) throw new InvalidJson('invalid string: surrogates come in pairs')
  return JSON.stringify(content)
}

const surrogate = /[\ud800-\udfff]/

/** By code points, as UTF-8's bytes sort; UTF-16 has those beyond U+FFFF before U+E000. */
export function sortedNames(names: readonly string[]): string[] {
  return surrogate.test(names.join(''))
    ? names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    : names.toSorted()
}

const special = /["\\\p{Cc}]/u

function quoted(name: string): string {
  return special.test(name) ? JSON.stringify(name) : `"${name}"`
}

/** The document's text, its members sorted. */
export function jsonText(value: Json): string {
  if (typeof value === 'string') return value
  let text = ''
  if (Array.isArray(value)) for (const item of value) text += `${text === '' ? '' : ','}${jsonText(item)}`
  else
    for (const name of sortedNames([...value.keys()]))
      text += `${text === '' ? '' : ','}${quoted(name)}:${jsonText(value.get(name)!)}`
  return Array.isArray(value) ? `[${text}]` : `{${text}}`
}

/** The document as BigQuery keeps it; throws InvalidJson. */
export function canonicalJson(text: string, wide: WideNumbers = 'exact'): string {
  return jsonText(readJson(text, wide))
}

/** The document over several lines, its members in the order they are in. */
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
