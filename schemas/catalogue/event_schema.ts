/** Catalogue: an event type as JSON Schema, for producers that check events before they send them. */
import { ContextFields } from '../context.ts'
import type { EventType } from '../event_type.ts'

interface Keywords {
  properties?: Readonly<Record<string, object>>
  items?: object
  anyOf?: readonly object[]
}

/** Returns the JSON Schema (draft 2020-12) of an event whose fields are all at the top level. That of a strict type is closed. */
export function eventSchema({ name, description, mode, fields, required }: EventType): object {
  const { event_name: eventName, ...context } = plainMembers(ContextFields.properties)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    description,
    type: 'object',
    required: [...required],
    properties: { event_name: { ...eventName, const: name }, ...plainMembers(fields), ...context },
    ...(mode === 'strict' && { additionalProperties: false }),
  }
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
