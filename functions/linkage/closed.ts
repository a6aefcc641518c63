/** Linkage layer: relaxes the schema of a target by what its link already guarantees, which makes validation cheaper. */
import type { TSchema } from 'typebox'
import type { Link } from '../../schemas/link.ts'
import { keywordsOf } from './keywords.ts'
import { fieldsOf } from './link_fields.ts'

/** Returns the schema for the fields that this link makes. An object that the link fills only with known members is not searched for
 * unknown ones. */
export function withoutClosing(schema: TSchema, link: Link): TSchema {
  return relaxed(
    schema,
    fieldsOf(link).fields.map(({ names }) => names),
  )
}

function relaxed(schema: TSchema, filled: readonly (readonly string[])[]): TSchema {
  const { properties = {}, additionalProperties } = keywordsOf(schema)
  const members = Map.groupBy(filled, ([name]) => name ?? '')
  // The link fills the whole object from one source, so its members are unknown.
  if (members.has('')) return schema
  const isKnown = [...members.keys()].every((name) => Object.hasOwn(properties, name))
  const inner = Object.entries(properties).map(([name, member]) => {
    const below = members.get(name)?.map(([, ...names]) => names)
    return [name, below ? relaxed(member, below) : member] as const
  })
  return {
    ...schema,
    ...(inner.length > 0 && { properties: Object.fromEntries(inner) }),
    ...(isKnown && additionalProperties === false && { additionalProperties: true }),
  }
}
