/** Linkage layer: reads the JSON Schema of a target's fields. */
import type { TSchema } from 'typebox'
import type { Personal } from '../targets/personal.ts'

/** The JSON Schema keywords that targets use. */
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
  maxItems?: number
  pattern?: string
  format?: string
  maxLength?: number
  /** True for an identifier: a text beyond `maxLength` is left out, not cut. */
  whole?: boolean
}

export function keywordsOf(schema: TSchema): Keywords {
  return schema
}

/** Returns the schema of a member of an object, without `anyOf`; undefined if the schema does not define the member. */
export function ownMemberOf(schema: TSchema, name: string): TSchema | undefined {
  const { properties = {}, patternProperties = {}, additionalProperties } = keywordsOf(schema)
  if (Object.hasOwn(properties, name)) return properties[name]
  const matching = Object.entries(patternProperties).find(([pattern]) => regExpOf(pattern).test(name))
  if (matching) return matching[1]
  return typeof additionalProperties === 'object' ? additionalProperties : undefined
}

const regExps = new Map<string, RegExp>()

/** The patterns are those of targets, so there are few. */
function regExpOf(pattern: string): RegExp {
  let regExp = regExps.get(pattern)
  if (!regExp) regExps.set(pattern, (regExp = new RegExp(pattern)))
  return regExp
}

/** Returns the schema of a member of an object, also from its `anyOf` alternatives. */
export function memberOf(schema: TSchema, name: string): TSchema | undefined {
  const own = ownMemberOf(schema, name)
  if (own) return own
  for (const alternative of keywordsOf(schema).anyOf ?? []) {
    const member = memberOf(alternative, name)
    if (member) return member
  }
  return undefined
}

/** Returns the schema of the field at a dotted path. */
export function fieldAt(schema: TSchema | undefined, path: string): TSchema | undefined {
  return path
    .split('.')
    .reduce<TSchema | undefined>((at, name) => (at === undefined ? undefined : memberOf(at, name)), schema)
}

/** Returns the schema of a list's elements. */
export function itemsOf(schema: TSchema): TSchema | undefined {
  const { items, anyOf = [] } = keywordsOf(schema)
  return items ?? anyOf.map(itemsOf).find((each) => each !== undefined)
}
