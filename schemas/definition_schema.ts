/** Definitions: the form of a saved definition of an event type. */
import { Type, type Static } from 'typebox'
import { lifecycleMembers } from './lifecycle.ts'

const sentence = Type.String({ minLength: 1, maxLength: 1024, description: 'One plain sentence.' })
const fieldName = '^[a-z][a-z0-9_]{0,62}$'

/** One field. `fields` describes the members of an object, `items` the elements of an array. */
export const FieldDefinition = Type.Cyclic(
  {
    Field: Type.Object(
      {
        type: Type.Enum(['string', 'integer', 'number', 'boolean', 'timestamp', 'date', 'object', 'array']),
        description: sentence,
        example: Type.Unknown({ description: 'A realistic value, valid for the field.' }),
        personal: Type.Optional(
          Type.Boolean({ description: 'True if it helps to identify a person. Default: false.' }),
        ),
        format: Type.Optional(
          Type.Enum(['email', 'uri', 'uuid', 'ipv4', 'ipv6', 'hostname', 'time', 'duration'], {
            description: 'Format of a string.',
          }),
        ),
        pattern: Type.Optional(
          Type.String({ minLength: 1, description: 'Regular expression that a string must match.' }),
        ),
        enum: Type.Optional(
          Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
            minItems: 1,
            maxItems: 200,
            uniqueItems: true,
            description: 'Allowed values of a string.',
          }),
        ),
        minimum: Type.Optional(Type.Number({ description: 'Minimum of an integer or number.' })),
        maximum: Type.Optional(Type.Number({ description: 'Maximum of an integer or number.' })),
        maxLength: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 65_536,
            description: 'Maximum length in characters. Default: 1024.',
          }),
        ),
        items: Type.Optional(Type.Ref('Field')),
        fields: Type.Optional(
          Type.Record(Type.String({ pattern: fieldName }), Type.Ref('Field'), {
            additionalProperties: false,
            maxProperties: 200,
          }),
        ),
      },
      { additionalProperties: false },
    ),
  },
  'Field',
)

export type FieldDefinition = Static<typeof FieldDefinition>

/** One version of an event type. */
export const Definition = Type.Object(
  {
    name: Type.String({ description: 'Name of the event type.' }),
    version: Type.String({
      pattern: '^(0|[1-9]\\d{0,3})\\.(0|[1-9]\\d{0,3})(\\.[1-9]\\d{0,3})?$',
      description:
        '`major.minor` or `major.minor.patch`. Texts raise patch, added fields minor; a change that makes valid events invalid raises major.',
    }),
    description: sentence,
    mode: Type.Optional(
      Type.Enum(['open', 'strict'], {
        description:
          'An event with violations is stored (open) or goes to quarantine (strict). Default: open.',
      }),
    ),
    fields: Type.Record(Type.String({ pattern: fieldName }), FieldDefinition, {
      additionalProperties: false,
      maxProperties: 200,
    }),
    required: Type.Optional(Type.Array(Type.String(), { description: 'Names of the required fields.' })),
    aliases: Type.Optional(
      Type.Record(Type.String({ pattern: '^.{1,64}$' }), Type.String(), {
        additionalProperties: false,
        maxProperties: 100,
        description: 'Other names that events may use: name → event field or context field. Default: none.',
      }),
    ),
    ...lifecycleMembers,
  },
  { additionalProperties: false },
)

export type Definition = Static<typeof Definition>
