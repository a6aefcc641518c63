/** Catalogue: the event types of the code, and those that were saved in the console. */
import { computed } from '@preact/signals'
import { describedFields, type DescribedField } from '../../schemas/catalogue/described_field.ts'
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
export interface KnownField extends DescribedField {
  /** True if it is no field of the standard event type, but of its extension. */
  isOwn: boolean
}

export function knownFieldsOf(type: EventType): readonly KnownField[] {
  const standard = eventTypes.get(type.name)
  return describedFields(type).map((field) => ({
    ...field,
    isOwn: standard !== undefined && !Object.hasOwn(standard.fields, field.name),
  }))
}
