/** Linkage layer: reads the schema of a target's fields, as JSON Schema writes it. */
import type { TSchema } from 'typebox'
import type { Personal } from '../targets/personal.ts'

/** The keywords that targets' fields use. */
export interface Keywords extends Partial<Personal> {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly TSchema[]
  allOf?: readonly TSchema[]
  if?: TSchema
  then?: TSchema
  else?: TSchema
  properties?: Readonly<Record<string, TSchema>>
  patternProperties?: Readonly<Record<string, TSchema>>
  additionalProperties?: boolean | TSchema
  propertyNames?: TSchema
  minProperties?: number
  maxProperties?: number
  required?: readonly string[]
  dependentRequired?: Readonly<Record<string, readonly string[]>>
  items?: TSchema
}

export function keywordsOf(schema: TSchema): Keywords {
  return schema
}

/** The schema of a member of an object, by what the schema itself says; undefined when it says nothing of it. */
export function ownMemberOf(schema: TSchema, name: string): TSchema | undefined {
  const { properties = {}, patternProperties = {}, additionalProperties } = keywordsOf(schema)
  if (Object.hasOwn(properties, name)) return properties[name]
  const matching = Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern).test(name))
  if (matching) return matching[1]
  return typeof additionalProperties === 'object' ? additionalProperties : undefined
}

/** The same, by its alternatives as well. */
export function memberOf(schema: TSchema, name: string): TSchema | undefined {
  const own = ownMemberOf(schema, name)
  if (own) return own
  for (const alternative of keywordsOf(schema).anyOf ?? []) {
    const member = memberOf(alternative, name)
    if (member) return member
  }
  return undefined
}

/** The schema of the field at a dotted path. */
export function fieldAt(schema: TSchema | undefined, path: string): TSchema | undefined {
  return path
    .split('.')
    .reduce<TSchema | undefined>((at, name) => (at === undefined ? undefined : memberOf(at, name)), schema)
}

/** The schema of a list's elements. */
export function itemsOf(schema: TSchema): TSchema | undefined {
  const { items, anyOf = [] } = keywordsOf(schema)
  return items ?? anyOf.map(itemsOf).find((each) => each !== undefined)
}
