/** Catalogue: describes fields in words, for the console, the front door and the documentation. */
import { Type, type Static } from 'typebox'
import { ContextFields } from '../context.ts'
import type { Annotation } from '../context/field.ts'
import type { EventType } from '../event_type.ts'

/** One field, in words. */
export const DescribedField = Type.Object({
  name: Type.String(),
  type: Type.String({ description: 'Such as `text, at most 256 characters`.' }),
  description: Type.String({ description: 'What the field means, in one sentence.' }),
  required: Type.Boolean({ description: 'True if an event without the field breaks its definition.' }),
  personal: Type.Boolean({ description: 'True if the field helps to identify a person.' }),
  example: Type.Unknown({ description: 'A realistic value.' }),
})

export type DescribedField = Static<typeof DescribedField>

/** The event fields of a type. */
export function describedFields({ fields, required }: EventType): readonly DescribedField[] {
  return describedMembers(fields, required)
}

/** The members of an object, such as an item. */
export function describedMembers(
  members: Readonly<Record<string, Described>>,
  required: readonly string[] = [],
): readonly DescribedField[] {
  return Object.entries(members).map(([name, schema]) => describe(name, schema, required.includes(name)))
}

type Described = Pick<Annotation, 'description' | 'examples' | 'personal'>

/** The fields that all event types share. */
export const describedContext: readonly DescribedField[] = describedMembers(ContextFields.properties)

function describe(name: string, schema: Described, required: boolean): DescribedField {
  const { description, personal, examples } = schema
  return { name, type: typeText(schema), description, required, personal, example: examples[0] }
}

interface Keywords {
  type?: string
  enum?: readonly unknown[]
  anyOf?: readonly object[]
  maxLength?: number
  maxItems?: number
  format?: string
  items?: object
}

/** `text, at most 256 characters`, `list of objects`, `one of a, b`. */
function typeText(schema: object): string {
  const { type, enum: choices, anyOf, maxLength, maxItems, format, items } = schema as Keywords
  if (choices) return `one of ${choices.map(String).join(', ')}`
  if (anyOf) return [...new Set(anyOf.map(typeText))].join(' or ')
  if (type === 'string')
    return format ?? (maxLength === undefined ? 'text' : `text, at most ${maxLength} characters`)
  if (type === 'array') {
    const of = items ? ` of ${plural(typeText(items))}` : ''
    return `list${of}${maxItems === undefined ? '' : `, at most ${maxItems}`}`
  }
  return type ?? 'any'
}

function plural(text: string): string {
  return text === 'object' ? 'objects' : text
}
