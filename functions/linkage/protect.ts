/** Linkage layer: normalizes and hashes the values of personal fields. The target's schema decides, so no link can put a plain value into a
 * hashed field. */
import type { TSchema } from 'typebox'
import { normalisers, type NormaliserName } from '../privacy/normalize.ts'
import { digestOf } from '../privacy/digest.ts'
import { isPlainObject, type Members } from './values.ts'
import { keywordsOf } from './keywords.ts'

/** Returns undefined for a value that cannot be normalized; its field is omitted. */
export type Protection = (value: unknown) => unknown

/** The protection of each type of value. */
interface Parts {
  text: Protection | undefined
  list: Protection | undefined
  object: Protection | undefined
}

/** Returns the protection of a value and everything in it; undefined if the schema has no personal field. A personal string may also be a
 * list of strings, which are protected each. Values of other types are removed. */
export function protection(schema: TSchema | undefined): Protection | undefined {
  if (!schema) return undefined
  const { text, list = text && ofList(text), object } = partsOf(schema)
  if (!text && !list && !object) return undefined
  return (value) => {
    if (Array.isArray(value)) return list ? list(value) : value
    if (isPlainObject(value)) return object ? object(value) : text ? undefined : value
    return text ? text(value) : value
  }
}

function partsOf(schema: TSchema): Parts {
  const { normalize, hash: hashed = false, items, anyOf = [] } = keywordsOf(schema)
  const parts = anyOf.map(partsOf)
  const ofItems = items && protection(items)
  return {
    text: normalize ? ofText(normalize, hashed) : parts.find(({ text }) => text)?.text,
    list: ofItems ? ofList(ofItems) : parts.find(({ list }) => list)?.list,
    object: ofObject(schema) ?? parts.find(({ object }) => object)?.object,
  }
}

function ofText(name: NormaliserName, hashed: boolean): Protection {
  const write = hashed ? digestOf(name) : normalisers[name]
  return (value) => write(typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')
}

function ofList(protect: Protection): Protection {
  return (value) => {
    const elements: unknown[] = []
    for (const element of value as readonly unknown[]) {
      const result = protect(element)
      if (result !== undefined) elements.push(result)
    }
    return elements.length > 0 ? elements : undefined
  }
}

function ofObject(schema: TSchema): Protection | undefined {
  const { properties = {}, patternProperties = {}, additionalProperties } = keywordsOf(schema)
  const members = new Map(Object.entries(properties).map(([name, member]) => [name, protection(member)]))
  const others = [...Object.values(patternProperties), additionalProperties]
    .map((other) => (typeof other === 'object' ? protection(other) : undefined))
    .find((protect) => protect !== undefined)
  if (!others && [...members.values()].every((protect) => !protect)) return undefined
  return (object) => {
    const entries = Object.entries(object as Members)
      .map(([name, value]) => {
        const protect = members.has(name) ? members.get(name) : others
        return [name, protect ? protect(value) : value] as const
      })
      .filter(([, value]) => value !== undefined)
    return entries.length > 0 ? Object.fromEntries(entries) : undefined
  }
}

/** Returns the schema for protected values, without the patterns of hashes, which are true by construction. */
export function withoutHashPatterns(schema: TSchema): TSchema {
  return JSON.parse(JSON.stringify(schema), (_, part: unknown) =>
    isPlainObject(part) && part['hash'] === true && 'normalize' in part ? { type: 'string' } : part,
  ) as TSchema
}
