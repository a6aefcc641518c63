/** Event: makes the registry of what the table `definitions` holds. Pure. */
import { compareVersions, definitionProblems, type Definition } from '../../schemas/definition.ts'
import { eventTypeOf } from '../../schemas/definition_event.ts'
import type { EventType } from '../../schemas/event_type.ts'
import { codeRegistry, withSaved, type Registry } from './registry.ts'

/** A row of the table `definitions`, as far as it counts. */
export interface DefinitionRow {
  name: string
  version: string
  /** µs since 1970. */
  createdAt: number
  /** The definition as JSON. */
  definition: string
}

/** What is known of the saved definitions. */
export interface SavedDefinitions {
  registry: Registry
  /** `name@version` → the event type, or what is wrong with the row. A version never changes, so it is read once. */
  versions: ReadonlyMap<string, EventType | string>
}

export const noSavedDefinitions: SavedDefinitions = { registry: codeRegistry, versions: new Map() }

/** Of each name the highest version counts that is a definition, and of rows with the same version the first. A name that has moved into the
 * code since is the code's. */
export function readSavedDefinitions(
  rows: readonly DefinitionRow[],
  before: SavedDefinitions = noSavedDefinitions,
): SavedDefinitions {
  const versions = new Map<string, EventType | string>()
  const current = new Map<string, EventType>()
  for (const row of rows.toSorted((a, b) => a.createdAt - b.createdAt)) {
    const key = `${row.name}@${row.version}`
    if (versions.has(key) || codeRegistry.get(row.name)) continue
    const type = before.versions.get(key) ?? readRow(row)
    versions.set(key, type)
    if (typeof type === 'string') continue
    const other = current.get(row.name)
    if (!other || compareVersions(other.version, type.version) < 0) current.set(row.name, type)
  }
  return { registry: withSaved(current.values(), before.registry), versions }
}

function readRow({ name, version, definition }: DefinitionRow): EventType | string {
  const value = parse(definition)
  const [problem] = definitionProblems(value)
  if (problem !== undefined) return problem
  const found = value as Definition
  return found.name === name && found.version === version
    ? eventTypeOf(found)
    : `It describes ${found.name}@${found.version}.`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
