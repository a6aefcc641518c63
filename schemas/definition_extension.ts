/** Saved definitions: describes fields of the user's own beside those of a standard event type. They get columns in a view of their own; the
 * standard event type stays as it is, and so do the checks of its events. */
import { definitionProblems } from './definition.ts'
import { eventTypeOf } from './definition_event.ts'
import type { Definition } from './definition_schema.ts'
import type { EventType } from './event_type.ts'
import { eventTypes } from './event_types.ts'

/** The name of the view with the fields of the standard event type and those of the extension. No event type has such a name: it has two
 * underscores in a row. */
export function extendedViewName(eventName: string): string {
  return `${eventName}__extended`
}

/** Stands for the name of the standard event type in the checks, which a definition of the user's own must not have. */
const anyName = 'standard_event'

/** Returns one sentence per error of an extension, each with the path; empty if it is valid. */
export function extensionProblems(value: unknown): readonly string[] {
  const { name, ...content } = (typeof value === 'object' && value !== null ? value : {}) as Definition
  const standard = eventTypes.get(name)
  if (!standard) return ['name is not that of a standard event type. Only those can be extended.']
  const problems = definitionProblems({ ...content, name: anyName })
  if (problems.length > 0) return problems
  return [
    ...(content.required?.length ? ['required must be empty: fields of an extension are optional.'] : []),
    ...(content.aliases === undefined
      ? []
      : ['aliases are those of the standard event type: leave them out.']),
    ...(['mode', 'owner', 'status', 'deprecation', 'supersedes'] as const)
      .filter((member) => content[member] !== undefined)
      .map((member) => `${member} is that of the standard event type: leave it out.`),
    ...Object.keys(content.fields)
      .filter((field) => Object.hasOwn(standard.fields, field))
      .map((field) => `fields.${field} is a field of ${name} already, and stays as it is.`),
  ]
}

/** The standard event type with the fields of a valid extension. A field that the standard has got since stays the standard one. */
export function extendedType(extension: Definition): EventType {
  const standard = eventTypes.get(extension.name)!
  return { ...standard, fields: { ...eventTypeOf(extension).fields, ...standard.fields } }
}
