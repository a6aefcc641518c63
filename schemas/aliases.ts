/** Event types: checks the other names that a definition accepts for its fields. Pure. */
import { contextNames } from './context.ts'
import type { EventType } from './event_type.ts'
import { nearest } from './nearest.ts'

/** Members of an event that are no fields, and the field that chooses the definition. */
const unusable = new Set(['event_name', 'event_data', 'contextFields'])

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
