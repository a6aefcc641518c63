/** Event bus: the event types that events are checked against, with the fields that people have added to standard ones. Pure. */
import { compareVersions, definitionTextProblem } from '../../schemas/definition.ts'
import { extendedType, extensionProblems } from '../../schemas/definition_extension.ts'
import type { Definition } from '../../schemas/definition_schema.ts'
import type { EventType } from '../../schemas/event_type.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import type { DefinitionRow, SavedDefinitions } from '../event/saved_definitions.ts'

/** Returns the types by name: standard ones in their order, then saved ones by name. */
export function knownEventTypes(saved: SavedDefinitions): ReadonlyMap<string, EventType> {
  const extensions = highestExtensions(saved.extensions)
  const standard = [...eventTypes].map(([name, type]) => {
    const extension = extensions.get(name)
    return [name, extension ? extendedType(extension) : type] as const
  })
  return new Map([...standard, ...currentTypes(saved)])
}

/** The version of each saved type that events are checked against. */
function currentTypes({ versions, registry }: SavedDefinitions): readonly (readonly [string, EventType])[] {
  return [...versions.values()]
    .filter((type) => typeof type !== 'string')
    .filter(({ name, version }) => registry.get(name)?.definition === `${name}@${version}`)
    .map((type) => [type.name, type] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** The highest valid version of each extension, and the oldest row of a version. */
function highestExtensions(rows: readonly DefinitionRow[]): ReadonlyMap<string, Definition> {
  const highest = new Map<string, Definition>()
  for (const { name, version, definition: text } of rows.toSorted((a, b) => a.createdAt - b.createdAt)) {
    const before = highest.get(name)
    if (before && compareVersions(before.version, version) >= 0) continue
    const extension = readExtension(text)
    if (extension?.name === name && extension.version === version) highest.set(name, extension)
  }
  return highest
}

/** Returns undefined for a row that was saved under other rules. */
function readExtension(text: string): Definition | undefined {
  if (definitionTextProblem(text) !== undefined) return undefined
  try {
    const extension = JSON.parse(text) as Definition
    return extensionProblems(extension).length === 0 ? extension : undefined
  } catch {
    return undefined
  }
}
