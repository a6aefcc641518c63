/** Catalogue: an event type as JSON Schema, for producers that check events before they send them. */
import { aliasesOf } from '../aliases.ts'
import { ContextFields } from '../context.ts'
import type { EventType } from '../event_type.ts'

interface Keywords {
  properties?: Readonly<Record<string, object>>
  items?: object
  anyOf?: readonly object[]
}

/** Returns the JSON Schema (draft 2020-12) of an event whose fields are all at the top level, each under its own name or another one that the type
 * accepts. That of a strict type is closed. */
export function eventSchema(type: EventType): object {
  const { name, description, mode, fields, required, status } = type
  const { event_name: eventName, ...context } = plainMembers(ContextFields.properties)
  const own = { ...plainMembers(fields), ...context }
  const aliases = [...aliasesOf(type)]
  const others = aliases.map(([alias, field]) => [alias, { ...own[field], description: otherNameOf(field) }])
  const renamed = required.filter((field) => aliases.some(([, each]) => each === field))
  const anyName = renamed.map((field) => ({
    anyOf: [field, ...aliases.flatMap(([alias, each]) => (each === field ? alias : []))].map((each) => ({
      required: [each],
    })),
  }))
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    description,
    ...(status === 'deprecated' && { deprecated: true }),
    type: 'object',
    required: required.filter((field) => !renamed.includes(field)),
    properties: { event_name: { ...eventName, const: name }, ...own, ...Object.fromEntries(others) },
    ...(anyName.length > 0 && { allOf: anyName }),
    ...(mode === 'strict' && { additionalProperties: false }),
  }
}

/** The description of a member that stands for another one. */
export function otherNameOf(field: string): string {
  return `Another name of ${field}.`
}

/** Removes the keywords of Annotation that JSON Schema does not define: some validators refuse unknown ones. */
export function plainSchema(schema: object): object {
  const { properties, items, anyOf, ...others } = JSON.parse(JSON.stringify(schema)) as Keywords
  const known = Object.entries(others).filter(([keyword]) => keyword !== 'column' && keyword !== 'personal')
  return {
    ...Object.fromEntries(known),
    ...(properties && { properties: plainMembers(properties) }),
    ...(items && { items: plainSchema(items) }),
    ...(anyOf && { anyOf: anyOf.map(plainSchema) }),
  }
}

function plainMembers(schemas: Readonly<Record<string, object>>): Readonly<Record<string, object>> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, plainSchema(schema)]))
}
