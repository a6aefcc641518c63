/** Event: builds the registry of event types from the definitions in code and the saved ones, which follow the same rules. */
import type { EventType } from '../../schemas/event_type.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import type { Lifecycle } from '../../schemas/lifecycle.ts'
import { nearestAmong } from '../../schemas/nearest.ts'
import type { Violation } from '../../schemas/warehouse/violations.ts'
import { compileAliases } from './aliases.ts'
import { compileHints } from './hints.ts'
import { valueViolations, compile, describeGot, type FieldCheck } from './violations.ts'

/** An event type, ready to check events. */
export interface CompiledEventType extends Pick<Lifecycle, 'status' | 'deprecation'> {
  /** `name@version` */
  definition: string
  /** True if an event that breaks the definition is quarantined. */
  strict: boolean
  /** Returns the violations of the event-specific fields. `moved` names context fields among them that break their definition. */
  violationsOf: (data: Readonly<Record<string, unknown>>, moved: readonly string[]) => readonly Violation[]
  /** Returns the fields of an event whose names are probably meant as others. */
  nearFields: ReturnType<typeof compileHints>
  /** Gives fields that the definition accepts under other names their own names; undefined for a definition without aliases. */
  rename: ReturnType<typeof compileAliases>
}

export interface Registry {
  get: (name: string) => CompiledEventType | undefined
  /** Returns the known name that an unknown one most likely means. */
  nearest: (name: string) => string | undefined
  size: number
}

const none: readonly Violation[] = []

/** Compiles the checks with the first event of the type: an instance sees few of all types. */
function compiledType(type: EventType): CompiledEventType {
  const { name, version, fields, required, mode, schema, status, deprecation } = type
  const strict = mode === 'strict'
  let accepts: FieldCheck | undefined
  const parts = Object.entries(fields).map(([field, fieldSchema]) => ({
    field,
    path: `event_data.${field}`,
    fieldSchema,
    isRequired: required.includes(field),
    check: undefined as FieldCheck | undefined,
  }))
  const fieldViolations = (data: Readonly<Record<string, unknown>>): Violation[] => {
    const violations: Violation[] = []
    for (const part of parts) {
      const value = Object.hasOwn(data, part.field) ? data[part.field] : undefined
      const isValid =
        value === undefined ? !part.isRequired : (part.check ??= compile(part.fieldSchema))(value)
      if (!isValid) violations.push(...valueViolations(part.fieldSchema, part.path, value))
    }
    return violations
  }
  return {
    definition: `${name}@${version}`,
    status,
    deprecation,
    strict,
    violationsOf: (data, moved) => {
      accepts ??= compile(schema)
      const violations = accepts(data) ? none : fieldViolations(data)
      return strict ? [...violations, ...unlisted(fields, data, moved)] : violations
    },
    nearFields: compileHints(type),
    rename: compileAliases(type),
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

function registryOf(types: ReadonlyMap<string, CompiledEventType>): Registry {
  let nearest: ReturnType<typeof nearestAmong> | undefined
  return {
    get: (name) => types.get(name),
    nearest: (name) => (nearest ??= nearestAmong(types.keys()))(name),
    size: types.size,
  }
}

const codeTypes: ReadonlyMap<string, CompiledEventType> = new Map(
  [...eventTypes].map(([name, type]) => [name, compiledType(type)]),
)

/** The definitions in code. */
export const codeRegistry: Registry = registryOf(codeTypes)

/** Returns the definitions in code and the saved ones, which have other names. Versions are immutable, so those that `before` has
 * compiled are reused. */
export function withSaved(saved: Iterable<EventType>, before: Registry = codeRegistry): Registry {
  const types = new Map(codeTypes)
  for (const type of saved) {
    const earlier = before.get(type.name)
    const isSame = earlier?.definition === `${type.name}@${type.version}`
    types.set(type.name, isSame ? earlier : compiledType(type))
  }
  return registryOf(types)
}
