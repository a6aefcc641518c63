/** Catalogue: the event types of the code, and those that were saved in the console. */
import { computed } from '@preact/signals'
import type { Definition } from '../../schemas/definition_schema.ts'
import type { EventType } from '../../schemas/event_type.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { latestEvent, savedTypes } from '../creator/saved.ts'

export interface KnownType {
  type: EventType
  /** The saved definition; undefined for a standard type. */
  definition: Definition | undefined
}

/** By name. */
export const cataloguedTypes = computed<ReadonlyMap<string, KnownType>>(
  () =>
    new Map(
      [
        ...[...eventTypes.values()].map((type) => ({ type, definition: undefined })),
        ...savedTypes.value.map((type) => ({ type, definition: latestEvent(type.name) })),
      ].map((known) => [known.type.name, known]),
    ),
)

/** One event field, in words. */
export interface KnownField {
  name: string
  type: string
  description: string
  isRequired: boolean
  isPersonal: boolean
  /** JSON text. */
  example: string
}

export function knownFieldsOf({ fields, required }: EventType): readonly KnownField[] {
  return Object.entries(fields).map(([name, schema]) => ({
    name,
    type: typeText(schema),
    description: schema.description,
    isRequired: required.includes(name),
    isPersonal: schema.personal,
    example: JSON.stringify(schema.examples[0]),
  }))
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
