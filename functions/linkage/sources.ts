/** Linkage layer: lists what a link can read: context fields and event fields, with their schemas. */
import { Type, type TSchema } from 'typebox'
import { ContextFields } from '../../schemas/context.ts'
import { derivedTypes } from '../../schemas/derived_types.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { itemsOf, keywordsOf } from './keywords.ts'

/** Schemas by name, of the event or, inside `each`, of the element. */
export type Sources = Readonly<Record<string, TSchema>>

/** Times among the context fields are stored as RFC 3339 text. */
const Time = Type.String({ format: 'date-time' })

const context: Sources = Object.fromEntries(
  Object.entries<TSchema & { column?: string }>(ContextFields.properties).map(([name, field]) => [
    name,
    field.column === 'TIMESTAMP' ? Time : field,
  ]),
)

/** Returns what links for an event type can read, or for any type if `*`. Undefined for an unknown event type. `isList`: for a list of people,
 * which gets events of syncs only. */
export function sourcesOf(eventName: string, isList = false): Sources | undefined {
  const types =
    eventName === '*'
      ? [...(isList ? derivedTypes : eventTypes).values()]
      : [eventTypes.get(eventName) ?? derivedTypes.get(eventName)]
  const fields: Record<string, TSchema> = {}
  for (const type of types) {
    if (!type) return undefined
    for (const [name, field] of Object.entries(type.fields)) fields[name] ??= field
  }
  return { target_event: Type.String(), ...fields, ...context, event_data: Type.Object(fields) }
}

/** Returns every path into the schemas, including elements of lists: `items.item_id`. */
export function pathsOf(schemas: Sources, before = ''): string[] {
  return Object.entries(schemas).flatMap(([name, schema]) => {
    const { properties = {} } = keywordsOf(itemsOf(schema) ?? schema)
    return [before + name, ...pathsOf(properties, `${before}${name}.`)]
  })
}
