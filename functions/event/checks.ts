/** Event: checks fields against their definitions, one compiled check a field, so that naming what is wrong with a bad
 * event costs no more than accepting a good one. */
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { contextColumns, ContextFields } from '../../schemas/context.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { normalTime } from './time.ts'

/** What is wrong with one field. Never holds the value itself. */
export interface Violation {
  field: string
  expected: string
  got: string
}

type Check = (value: unknown) => boolean

const compile = (schema: TSchema): Check => {
  const compiled = Compile(schema)
  return (value) => compiled.Check(value)
}

/** What a context field must satisfy. */
export interface ContextCheck {
  accepts: Check
  expected: string
  /** Whether its value is a point in time, in one of the forms producers write. */
  isTime: boolean
}

/** Context field name → its check. */
export const contextChecks: ReadonlyMap<string, ContextCheck> = new Map(
  contextColumns.map(({ name, column }) => {
    const schema = ContextFields.properties[name as keyof typeof ContextFields.properties]
    const isTime = column === 'TIMESTAMP'
    const accepts = isTime ? (value: unknown) => normalTime(value) !== undefined : compile(schema)
    return [name, { accepts, expected: expectation(schema), isTime }]
  }),
)

interface EventCheck {
  accepts: Check
  fields: readonly { name: string; accepts: Check; expected: string; required: boolean }[]
}

const eventChecks: ReadonlyMap<string, EventCheck> = new Map(
  [...eventTypes.values()].map(({ name, schema, fields, required }) => [
    name,
    {
      accepts: compile(schema),
      fields: Object.entries(fields).map(([field, fieldSchema]) => ({
        name: field,
        accepts: compile(fieldSchema),
        expected: expectation(fieldSchema),
        required: required.includes(field),
      })),
    },
  ]),
)

/** What is wrong with the event-specific fields of an event of a known type. */
export const eventViolations = (
  eventName: string,
  data: Readonly<Record<string, unknown>>,
): readonly Violation[] => {
  const check = eventChecks.get(eventName)
  if (!check || check.accepts(data)) return []
  return check.fields.flatMap(({ name, accepts, expected, required }) => {
    const value = Object.hasOwn(data, name) ? data[name] : undefined
    if (value === undefined ? !required : accepts(value)) return []
    return [{ field: `event_data.${name}`, expected, got: kindOf(value) }]
  })
}

/** What a schema asks for, in few words: its type and the keywords that narrow it. */
function expectation(schema: TSchema): string {
  const {
    type,
    anyOf,
    enum: values,
    ...keywords
  } = schema as TSchema & {
    type?: string
    anyOf?: readonly TSchema[]
    enum?: readonly unknown[]
  } & Readonly<Record<string, unknown>>
  if (anyOf) return anyOf.map(expectation).join(' or ')
  if (values) return `one of ${values.join(', ')}`
  const narrowing = [
    'format',
    'pattern',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'minItems',
    'maxItems',
  ]
    .filter((keyword) => keyword in keywords)
    .map((keyword) => `${keyword} ${String(keywords[keyword])}`)
  return [type ?? 'any value', ...narrowing].join(', ')
}

/** The kind of a value: of a wrong one this is all that is told. */
export const kindOf = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'string' ? `string of ${value.length} characters` : typeof value
}
