/** Event: the registry of event definitions, those of the code and those that people saved, under the same rules. */
import type { EventType } from '../../schemas/event_type.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { nearestAmong } from '../../schemas/nearest.ts'
import type { Violation } from '../../schemas/warehouse/violations.ts'
import { valueViolations, compile, describeGot, type FieldCheck } from './violations.ts'

/** An event type, ready to check events. */
export interface CompiledEventType {
  /** `name@version` */
  definition: string
  /** Whether an event that breaks the definition goes to quarantine. */
  strict: boolean
  /** What is wrong with the event-specific fields of an event. Among them may be context fields that were moved there. */
  violationsOf: (data: Readonly<Record<string, unknown>>, moved: readonly string[]) => readonly Violation[]
}

export interface Registry {
  get: (name: string) => CompiledEventType | undefined
  /** The name that an unknown one most likely means. */
  nearest: (name: string) => string | undefined
  size: number
}

const none: readonly Violation[] = []

/** The checks are compiled when the first event of the type comes: an instance meets few of all types. */
function knownType(type: EventType): CompiledEventType {
  const { name, version, fields, required, mode, schema } = type
  const strict = mode === 'strict'
  let accepts: FieldCheck | undefined
  const parts = Object.entries(fields).map(([field, fieldSchema]) => ({
    field,
    path: `event_data.${field}`,
    fieldSchema,
    isRequired: required.includes(field),
    check: undefined as FieldCheck | undefined,
  }))
  const broken = (data: Readonly<Record<string, unknown>>): Violation[] => {
    const found: Violation[] = []
    for (const part of parts) {
      const value = Object.hasOwn(data, part.field) ? data[part.field] : undefined
      const isFine =
        value === undefined ? !part.isRequired : (part.check ??= compile(part.fieldSchema))(value)
      if (!isFine) found.push(...valueViolations(part.fieldSchema, part.path, value))
    }
    return found
  }
  return {
    definition: `${name}@${version}`,
    strict,
    violationsOf: (data, moved) => {
      accepts ??= compile(schema)
      const found = accepts(data) ? none : broken(data)
      return strict ? [...found, ...unlisted(fields, data, moved)] : found
    },
  }
}

function unlisted(
  fields: object,
  data: Readonly<Record<string, unknown>>,
  moved: readonly string[],
): Violation[] {
  return Object.keys(data)
    .filter((name) => !Object.hasOwn(fields, name) && !moved.includes(name))
    .map((name) => ({
      field: `event_data.${name}`,
      code: 'unlisted',
      expected: 'a field of the definition',
      got: describeGot(data[name]),
    }))
}

function registryOf(known: ReadonlyMap<string, CompiledEventType>): Registry {
  let nearest: ReturnType<typeof nearestAmong> | undefined
  return {
    get: (name) => known.get(name),
    nearest: (name) => (nearest ??= nearestAmong(known.keys()))(name),
    size: known.size,
  }
}

const codeTypes: ReadonlyMap<string, CompiledEventType> = new Map(
  [...eventTypes].map(([name, type]) => [name, knownType(type)]),
)

/** The definitions of the code alone. */
export const codeRegistry: Registry = registryOf(codeTypes)

/** The definitions of the code and the saved ones, which have other names. A version never changes, so what `before` has
 * compiled of it stands. */
export function withSaved(saved: Iterable<EventType>, before: Registry = codeRegistry): Registry {
  const known = new Map(codeTypes)
  for (const type of saved) {
    const earlier = before.get(type.name)
    const same = earlier?.definition === `${type.name}@${type.version}`
    known.set(type.name, same ? earlier : knownType(type))
  }
  return registryOf(known)
}
