/** Linkage layer: generates the code that writes linked fields as JSON. It does not search strings for characters to escape, which is most of
 * the cost of `JSON.stringify`, so it is only for events whose text `isPlain`.
 *
 * Why this is safe: in JSON, a quote, a backslash, a control character or half of a surrogate pair inside a string needs a backslash. An event
 * whose text has no backslash therefore has no such character in any string, and neither has what a link makes of its strings: normalizing
 * only removes characters, changes the case of letters, and adds `+` and `@`; a hash is hexadecimal. A source that can add other characters,
 * by a constant, a template or the JSON of an object, is not `plain`: its values are written by `JSON.stringify`, as are objects and lists. */
import type { Cast, Constant, Link, Source } from '../../../schemas/link.ts'
import { walk } from '../../../schemas/source_walk.ts'
import type { Members } from '../values.ts'
import { fieldsOf, type LinkField } from '../link_fields.ts'
import { isInherited, literal } from './code.ts'

export type Writer = (fields: Members) => string

/** True if no string in this JSON text contains a character that JSON must escape. */
export function isPlain(text: string): boolean {
  return !text.includes('\\') && text.isWellFormed()
}

/** Generates the function that writes the fields of a link as `JSON.stringify` does. Undefined if fields join objects with unknown members,
 * or have names that objects inherit. */
export function generateWriter(link: Link): Writer | undefined {
  const { fields, join } = fieldsOf(link)
  if (join || fields.some(({ names }) => names.some(isInherited))) return undefined
  const body =
    `'use strict'\nreturn (fields) => {\nlet text = '{', last = 0, value\n${membersCode(fields, 'fields', 0)}` +
    `return text + (last === 1 ? '"}' : '}')\n}`
  // oxlint-disable-next-line typescript/no-implied-eval -- names enter as JSON
  const make = new Function('valueText', body) as (...args: unknown[]) => Writer
  return make(valueText)
}

/** Returns the code that writes the members of the object in expression `of`. Variable `last` is what was written last inside the object: 0
 * nothing; 1 a string without its closing quote, which is written together with what follows; 2 another value. */
function membersCode(fields: readonly LinkField[], of: string, depth: number): string {
  return [...Map.groupBy(fields, ({ names }) => names[depth]!)]
    .map(([name, group]) => {
      const [{ names, source }] = group as [LinkField]
      const value = `${of}[${literal(name)}]`
      if (names.length > depth + 1) {
        const inner = `object${depth}`
        return (
          `const ${inner} = ${value}\nif (${inner} !== undefined) {\n${adding(name, '{')}last = 0\n` +
          `${membersCode(group, inner, depth + 1)}text += last === 1 ? '"}' : '}'\nlast = 2\n}\n`
        )
      }
      const plain = `if (typeof value === 'string') {\n${adding(name, '"', 'value')}last = 1\n} else `
      return (
        `value = ${value}\n${isPlainSource(source) ? plain : ''}` +
        `if (value !== undefined) {\n${adding(name, '', 'valueText(value)')}last = 2\n}\n`
      )
    })
    .map((code) => `{\n${code}}\n`)
    .join('')
}

/** Returns the code that writes a member's name, the opening of its value, and its text. One constant per case, because that is fastest. */
function adding(name: string, opening: string, text?: string): string {
  const add = (before: string): string =>
    `text += ${literal(`${before}${literal(name)}:${opening}`)}${text ? ` + ${text}` : ''}\n`
  return `if (last === 1) ${add('",')}else if (last === 2) ${add(',')}else ${add('')}`
}

/** Writes a value as JSON. Numbers are formatted by a template, because V8 caches their text there but not in `JSON.stringify`. */
function valueText(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null'
  return typeof value === 'boolean' ? `${value}` : JSON.stringify(value)
}

/** Casts that yield no string, or one of digits and punctuation. */
const plainCasts: readonly Cast[] = [
  'number',
  'integer',
  'negative',
  'boolean',
  'money',
  'seconds',
  'milliseconds',
  'microseconds',
  'iso',
  'date',
]

/** True if every string that this source yields for a plain event is plain. */
function isPlainSource(source: Source): boolean {
  if (typeof source === 'object') {
    const { as, values = {}, default: fallback = '' } = source
    if (as !== undefined && !plainCasts.includes(as)) return false
    if (![fallback, ...Object.values(values)].every(isPlainConstant)) return false
  }
  const { yields, constants, reads, parts } = walk(source)
  if (yields !== 'value') return yields !== 'string'
  return (
    constants.every(isPlainConstant) &&
    reads.every(({ path, use }) => use !== 'value' || path !== 'target_event') &&
    parts.every((part) => isPlainSource(part.source))
  )
}

function isPlainConstant(constant: Constant): boolean {
  return isPlain(JSON.stringify(constant))
}
