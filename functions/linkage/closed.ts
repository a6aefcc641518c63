/** Linkage layer: what a link makes sure of by itself need not be asked of every event again. */
import type { TSchema } from 'typebox'
import type { Link } from '../../schemas/link.ts'
import { keywordsOf } from './keywords.ts'
import { fieldsOf } from './link_fields.ts'

/** The schema for what this link makes: objects that it fills name by name with known members need not be searched for others. */
export function withoutClosing(schema: TSchema, link: Link): TSchema {
  return opened(
    schema,
    fieldsOf(link).fields.map(({ names }) => names),
  )
}

function opened(schema: TSchema, filled: readonly (readonly string[])[]): TSchema {
  const { properties = {}, additionalProperties } = keywordsOf(schema)
  const members = Map.groupBy(filled, ([name]) => name ?? '')
  // A path that ends here: the object comes whole, from who knows where.
  if (members.has('')) return schema
  const isKnown = [...members.keys()].every((name) => Object.hasOwn(properties, name))
  const inner = Object.entries(properties).map(([name, member]) => {
    const below = members.get(name)?.map(([, ...names]) => names)
    return [name, below ? opened(member, below) : member] as const
  })
  return {
    ...schema,
    ...(inner.length > 0 && { properties: Object.fromEntries(inner) }),
    ...(isKnown && additionalProperties === false && { additionalProperties: true }),
  }
}
