/** Saved definitions: describes an event type as JSON, as the console saves it in table `definitions`. */
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/schema'
import { Value } from 'typebox/value'
import { contextNames } from './context.ts'
import { eventTypeOf } from './definition_event.ts'
import { patternProblem, patternTextLength } from './definition_pattern.ts'
import { nameProblems } from './event_type.ts'
import { eventTypes } from './event_types.ts'

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
      pattern: '^(0|[1-9]\\d{0,3})\\.(0|[1-9]\\d{0,3})$',
      description:
        '`major.minor`. Added fields raise minor; a change that makes valid events invalid raises major.',
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
  },
  { additionalProperties: false },
)
export type Definition = Static<typeof Definition>

// Compiled on first use, so that instances start faster.
let compiled: ReturnType<typeof Compile<typeof Definition>> | undefined

/** Returns one sentence per error of a definition, each with the path; empty if it is valid. */
export function definitionProblems(value: unknown): readonly string[] {
  if (!(compiled ??= Compile(Definition)).Check(value)) {
    return Value.Errors(Definition, value).map(
      ({ instancePath, message }) => `${instancePath || 'The definition'} ${message}.`,
    )
  }
  const { name, fields, required = [] } = value
  const problems = [
    ...nameProblems(name).map((problem) => `${problem}.`),
    ...(eventTypes.has(name) ? [`'${name}' is a built-in event type and cannot be redefined.`] : []),
    ...required
      .filter((field) => !Object.hasOwn(fields, field))
      .map((field) => `required names ${field}, which is not a field.`),
    ...Object.keys(fields)
      .filter((field) => contextNames.has(field))
      .map((field) => `fields.${field} is a context field; every event has it.`),
    ...Object.entries(fields).flatMap(([field, about]) => fieldProblems(about, `fields.${field}`, 1)),
  ]
  return problems.length > 0 ? problems : exampleProblems(value)
}

const maxDepth = 5

function fieldProblems(field: FieldDefinition, place: string, depth: number): readonly string[] {
  const { type, pattern, maxLength, items, fields = {} } = field
  if (depth > maxDepth) return [`${place} is nested deeper than ${maxDepth} levels.`]
  const invalidPattern = pattern === undefined ? undefined : patternProblem(pattern)
  return [
    ...misplaced(field).map((keyword) => `${place}.${keyword} does not apply to a field of type ${type}.`),
    ...(invalidPattern === undefined ? [] : [`${place}.pattern ${invalidPattern}.`]),
    ...(pattern !== undefined && (maxLength ?? 0) > patternTextLength
      ? [`${place}.maxLength is ${maxLength}; the maximum with a pattern is ${patternTextLength}.`]
      : []),
    ...(type === 'array' && !items ? [`${place}.items is missing; it describes the elements.`] : []),
    ...(items ? fieldProblems(items, `${place}.items`, depth + 1) : []),
    ...Object.entries(fields).flatMap(([name, member]) =>
      fieldProblems(member, `${place}.fields.${name}`, depth + 1),
    ),
  ]
}

const typesOf: Readonly<Record<string, readonly FieldDefinition['type'][]>> = {
  format: ['string'],
  pattern: ['string'],
  enum: ['string'],
  maxLength: ['string'],
  minimum: ['integer', 'number'],
  maximum: ['integer', 'number'],
  items: ['array'],
  fields: ['object'],
}

/** Keywords that do not apply to the type. With `enum`, no other keyword of a string applies. */
function misplaced(field: FieldDefinition): readonly string[] {
  return Object.keys(field).filter(
    (keyword) =>
      typesOf[keyword]?.includes(field.type) === false ||
      (field.enum && ['format', 'pattern', 'maxLength'].includes(keyword)),
  )
}

function exampleProblems(definition: Definition): readonly string[] {
  return Object.entries(eventTypeOf(definition).fields)
    .filter(([, schema]) => !Value.Check(schema, schema.examples[0]))
    .map(([name]) => `fields.${name}.example is not valid for the field.`)
}

/** Compares versions: negative if `a` is older. */
export function compareVersions(a: string, b: string): number {
  const [majorA = 0, minorA = 0] = a.split('.').map(Number)
  const [majorB = 0, minorB = 0] = b.split('.').map(Number)
  return majorA - majorB || minorA - minorB
}
