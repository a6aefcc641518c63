/** Linkage layer: writes personal values as the target's fields ask for them, normalised and hashed, on their way out and nowhere else.
 * It goes by the target's schema, so no link can bring a plain value where a hash belongs. */
import type { TSchema } from 'typebox'
import { normalisers, type NormaliserName } from '../privacy/normalize.ts'
import { digestOf } from '../privacy/digest.ts'
import { isPlainObject, type Members } from './values.ts'
import { keywordsOf } from './keywords.ts'

/** Gives undefined for a value that cannot be normalised: the field is left out. */
export type Protection = (value: unknown) => unknown

/** What is done to each kind of value. */
interface Parts {
  text: Protection | undefined
  list: Protection | undefined
  object: Protection | undefined
}

/** What the schema asks for, of the value itself and of all that lies in it; undefined when it has no personal field. A text's
 * schema takes a list of texts for as many; no other kind of value passes where a personal text belongs. */
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
  const { normalise, hash: hashed = false, items, anyOf = [] } = keywordsOf(schema)
  const parts = anyOf.map(partsOf)
  const ofItems = items && protection(items)
  return {
    text: normalise ? ofText(normalise, hashed) : parts.find(({ text }) => text)?.text,
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
    const kept: unknown[] = []
    for (const element of value as readonly unknown[]) {
      const written = protect(element)
      if (written !== undefined) kept.push(written)
    }
    return kept.length > 0 ? kept : undefined
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

/** The schema for values that have been protected: that a hashed field holds a hash need not be asked again. */
export function withoutHashPatterns(schema: TSchema): TSchema {
  return JSON.parse(JSON.stringify(schema), (_, part: unknown) =>
    isPlainObject(part) && part['hash'] === true && 'normalise' in part ? { type: 'string' } : part,
  ) as TSchema
}
