/** Linkage layer: generates the code that writes what a link makes as JSON. It looks for nothing to escape, which is most of what
 * `JSON.stringify` does, so it is only for events whose own text `isPlain`.
 *
 * Why nothing is missed: JSON writes a quote, a backslash, a control character or half of a surrogate pair inside a string with a backslash
 * only, so an event whose text has none has none of these characters in any string. What a link makes of such strings has none either.
 * Normalising only cuts off, leaves out and changes the case of letters, and adds `+` and `@`; a hash is hexadecimal. A source that can bring
 * other characters in, by a constant, a template or the JSON of an object, is not `plain`: its values go through `JSON.stringify`, as do
 * objects and lists. */
import type { Cast, Constant, Link, Source } from '../../../schemas/link.ts'
import { walk } from '../../../schemas/source_walk.ts'
import type { Members } from '../values.ts'
import { fieldsOf, type LinkField } from '../link_fields.ts'
import { isInherited, literal } from './code.ts'

export type Writer = (fields: Members) => string

/** Whether no string of the value that this JSON text stands for has a character that JSON must escape. */
export function isPlain(text: string): boolean {
  return !text.includes('\\') && text.isWellFormed()
}

/** The function that writes the fields of a link as `JSON.stringify` does; undefined for a link whose fields join objects of unknown
 * members, or have names that every object inherits. */
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

/** Writes the members of the object that `of` stands for. `last` says what was written last inside the object: 0 nothing; 1 a string,
 * whose closing quote comes with what follows it; 2 another value. */
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

/** Adds a member's name, the opening of its value, and its text. A constant for each case: the engine joins those quickest. */
function adding(name: string, opening: string, text?: string): string {
  const add = (before: string): string =>
    `text += ${literal(`${before}${literal(name)}:${opening}`)}${text ? ` + ${text}` : ''}\n`
  return `if (last === 1) ${add('",')}else if (last === 2) ${add(',')}else ${add('')}`
}

/** The engine remembers the texts of numbers, but not for `JSON.stringify`. */
function valueText(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null'
  return typeof value === 'boolean' ? `${value}` : JSON.stringify(value)
}

/** These write no text, or one of digits and punctuation. */
const plainCasts: readonly Cast[] = [
  'number',
  'integer',
  'boolean',
  'money',
  'seconds',
  'milliseconds',
  'microseconds',
  'iso',
  'date',
]

/** Whether a text that this source yields is one of a plain event, or a constant as plain. */
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
