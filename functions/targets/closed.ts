/** Target layer: schemas of a vendor's objects, which allow only the members that the vendor documents. */
import { Type, type TObject, type TObjectOptions, type TProperties } from 'typebox'

/** Returns the schema of an object with required and optional members. `options` are keywords for the object as a whole. */
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

/** A string that is not empty. */
export const ShortText = Type.String({ minLength: 1 })

/** An ISO 4217 code. */
export const Currency = Type.String({ pattern: '^[A-Z]{3}$' })

/** Unix time in whole seconds or milliseconds. */
export const Epoch = Type.Integer({ minimum: 0 })
