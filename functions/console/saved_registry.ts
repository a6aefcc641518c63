/** Console: makes a registry of the saved event types and of a draft. Pure. */
import { eventTypeOf } from '../../schemas/definition_event.ts'
import type { Definition } from '../../schemas/definition_schema.ts'
import { withSaved, type Registry } from '../event/registry.ts'
import { readSavedDefinitions } from '../event/saved_definitions.ts'
import { columnText, type ResultRow } from './rows.ts'

/** Makes a registry of the saved definitions. A draft replaces the saved versions of its name. */
export function savedRegistry(rows: readonly ResultRow[], draft: Definition | undefined): Registry {
  const definitions = rows
    .filter(({ kind, name }) => kind === 'event' && name !== draft?.name)
    .map(({ name, version, created_at, definition }) => ({
      name: columnText(name),
      version: columnText(version),
      createdAt: Date.parse(columnText(created_at)),
      definition: columnText(definition),
    }))
  const types = [...readSavedDefinitions(definitions).versions.values()].filter(
    (type) => typeof type !== 'string',
  )
  return withSaved(draft ? [...types, eventTypeOf(draft)] : types)
}
