/** Event types: the other names that a definition accepts for its fields, and their check. Pure. */
import { contextNames } from './context.ts'
import { contextAliases } from './context/aliases.ts'
import type { EventType } from './event_type.ts'
import { nearest } from './nearest.ts'

/** Members of an event that are no fields, and the field that chooses the definition. */
const unusable = new Set(['event_name', 'event_data', 'contextFields'])

/** Returns other name → field for the events of a type: the names that the definition accepts, then those that all types accept for context fields.
 * A field of the type, and a name of the definition, stand for themselves. */
export function aliasesOf(
  { aliases, fields }: Pick<EventType, 'aliases' | 'fields'>,
  ofContext: Readonly<Record<string, string>> = contextAliases,
): ReadonlyMap<string, string> {
  const common = Object.entries(ofContext).filter(
    ([alias]) => !Object.hasOwn(fields, alias) && !Object.hasOwn(aliases, alias),
  )
  return new Map([...Object.entries(aliases), ...common])
}

/** Returns one sentence per error, each with the path; empty if the aliases are valid. */
export function aliasProblems({
  aliases = {},
  fields,
}: {
  aliases?: EventType['aliases']
  fields: object
}): readonly string[] {
  const known = [...Object.keys(fields), ...contextNames]
  return Object.entries(aliases).flatMap(([alias, field]) => {
    if (known.includes(alias) || unusable.has(alias))
      return [`aliases.${alias} is the name of a field already, so that it cannot stand for another one.`]
    if (known.includes(field) && !unusable.has(field)) return []
    const near = nearest(field, known)
    return [
      `aliases.${alias} names "${field}", which is neither an event field nor a context field${near === undefined ? '' : `; did you mean "${near}"?`}`,
    ]
  })
}
