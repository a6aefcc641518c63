/** Saved translations: the form of a path into a record, and of the type that its text is read as. */
import { Type } from 'typebox'
import { fieldTypes, sourcePath, type MinorUnits } from './input.ts'

export const Path = Type.String({
  pattern: sourcePath,
  maxLength: 512,
  description:
    'Dotted path into a record. Names have letters, digits and underscores; a path through a list reads its elements.',
})

const Currency = Type.String({ pattern: '^[A-Z]{3}$', description: 'Currency, ISO 4217.' })

export const Reading = Type.Union([
  Type.Enum([...fieldTypes]),
  Type.Unsafe<MinorUnits>(
    Type.Object(
      {
        type: Type.Literal('minor_units'),
        currency: Type.Union([Path, Type.Object({ const: Currency }, { additionalProperties: false })]),
        exponents: Type.Optional(
          Type.Record(Currency, Type.Integer({ minimum: 0, maximum: 4 }), { additionalProperties: false }),
        ),
      },
      {
        additionalProperties: false,
        description: 'An amount in the minor unit of its currency. The result is in the major unit.',
      },
    ),
  ),
])
