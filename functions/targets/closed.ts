/** Target layer: objects of a vendor's form, which take the members that the vendor names and no other. */
import { Type, type TObject, type TObjectOptions, type TProperties } from 'typebox'

/** What the vendor requires, what it takes besides, and what it says of the object as a whole. */
export function strictObject(
  required: TProperties,
  optional: TProperties = {},
  options: TObjectOptions = {},
): TObject {
  const others = Object.entries(optional).map(([name, member]) => [name, Type.Optional(member)])
  return Type.Object(
    { ...required, ...(Object.fromEntries(others) as TProperties) },
    { additionalProperties: false, ...options },
  )
}

/** Any text but the empty one. */
export const ShortText = Type.String({ minLength: 1 })

/** ISO 4217. */
export const Currency = Type.String({ pattern: '^[A-Z]{3}$' })

/** Unix time in whole seconds or milliseconds. */
export const Epoch = Type.Integer({ minimum: 0 })
