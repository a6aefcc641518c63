/** Event: prepares a schema so that its compiled check takes a bounded time on any value: patterns run in linear time, and the length of a list
 * is checked before its elements. It accepts the same values. Pure. */
import type { TSchema } from 'typebox'
import { compilePattern, PatternError } from '../../schemas/pattern.ts'
import { isLinearInCode } from '../../schemas/pattern_shape.ts'

/** typebox takes a pattern as text or as a RegExp, of which it calls `test`. */
class LinearRegExp extends RegExp {
  readonly #test: (text: string) => boolean

  constructor(pattern: string) {
    super('')
    this.#test = compilePattern(pattern).test
  }

  override test(text: string): boolean {
    return this.#test(text)
  }
}

/** Returns the schema as it is if nothing in it needs a bound. */
export function boundedSchema<Schema extends TSchema>(schema: Schema): Schema {
  return bounded(schema) as Schema
}

function bounded(value: unknown): unknown {
  if (Array.isArray(value)) return sameOr(value, value.map(bounded))
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value
  const { items, ...others } = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, converted(name, member)]),
  )
  const all = { ...others, ...(items !== undefined && { items }) }
  if (items === undefined || !('maxItems' in value)) return sameMembers(value, all) ? value : all
  const { allOf = [] } = others as { allOf?: readonly unknown[] }
  // Keywords of a list are checked in a fixed order, elements first; `allOf` comes after them.
  return { ...others, allOf: [...allOf, { items }] }
}

function converted(keyword: string, value: unknown): unknown {
  // Its members are named by the fields, not by keywords.
  if (keyword === 'properties') return boundedMembers(value as Readonly<Record<string, TSchema>>)
  if (keyword === 'pattern' && typeof value === 'string')
    return isLinearInCode(value) ? value : linearOr(value)
  // What is not a schema stays as it is.
  return keyword === 'examples' || keyword === 'enum' || keyword === 'const' ? value : bounded(value)
}

/** Patterns in code that RE2 does not take stay as they are, because a pattern must not stop `store`. The check of the event types and a test of
 * the targets find them. */
function linearOr(pattern: string): RegExp | string {
  try {
    return new LinearRegExp(pattern)
  } catch (error) {
    if (error instanceof PatternError) return pattern
    throw error
  }
}

function boundedMembers(schemas: Readonly<Record<string, TSchema>>): unknown {
  const all = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, bounded(schema)]))
  return sameMembers(schemas, all) ? schemas : all
}

function sameMembers(before: object, after: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(before).every(([name, value]) => after[name] === value)
}

function sameOr(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  return after.every((value, index) => value === before[index]) ? before : after
}
