/** Catalogue: the event types of the code, and those that were saved in the console. */
import { computed } from '@preact/signals'
import { extendedType, extensionProblems } from '../../schemas/definition_extension.ts'
import type { Definition } from '../../schemas/definition_schema.ts'
import type { EventType } from '../../schemas/event_type.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { latestEvent, latestExtension, savedTypes } from '../creator/saved.ts'

export interface KnownType {
  type: EventType
  /** The saved definition; undefined for a standard type. */
  definition: Definition | undefined
  /** The fields of the user's own that a standard type was given in the creator. */
  extension?: Definition | undefined
}

/** By name. */
export const cataloguedTypes = computed<ReadonlyMap<string, KnownType>>(
  () =>
    new Map(
      [
        ...[...eventTypes.values()].map(standardType),
        ...savedTypes.value.map((type) => ({ type, definition: latestEvent(type.name) })),
      ].map((known) => [known.type.name, known]),
    ),
)

function standardType(type: EventType): KnownType {
  const extension = latestExtension(type.name)
  return extension && extensionProblems(extension).length === 0
    ? { type: extendedType(extension), definition: undefined, extension }
    : { type, definition: undefined }
}

/** One event field, in words. */
export interface KnownField {
  name: string
  type: string
  description: string
  isRequired: boolean
  isPersonal: boolean
  /** True if it is no field of the standard event type, but of its extension. */
  isOwn: boolean
  /** JSON text. */
  example: string
}

export function knownFieldsOf({ name: typeName, fields, required }: EventType): readonly KnownField[] {
  const standard = eventTypes.get(typeName)
  return Object.entries(fields).map(([name, schema]) => ({
    name,
    type: typeText(schema),
    description: schema.description,
    isRequired: required.includes(name),
    isPersonal: schema.personal,
    isOwn: standard !== undefined && !Object.hasOwn(standard.fields, name),
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
