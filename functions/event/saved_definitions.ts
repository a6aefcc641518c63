/** Event: builds the registry from the rows of table `definitions`. Pure. */
import { compareVersions, definitionTextProblem, usableDefinition } from '../../schemas/definition.ts'
import { eventTypeOf } from '../../schemas/definition_event.ts'
import type { EventType } from '../../schemas/event_type.ts'
import { codeRegistry, withSaved, type Registry } from './registry.ts'

/** The columns of table `definitions` that are read. */
export interface DefinitionRow {
  name: string
  version: string
  /** µs since 1970. */
  createdAt: number
  /** The definition as JSON. */
  definition: string
}

/** The saved definitions, compiled. */
export interface SavedDefinitions {
  registry: Registry
  /** `name@version` → the event type, or the problem with the row. Versions are immutable, so each is read once. */
  versions: ReadonlyMap<string, EventType | string>
  /** `name@version` → its patterns that cannot be used, one sentence each. Its events are checked without them. */
  ignoredPatterns: ReadonlyMap<string, readonly string[]>
  /** The extensions of standard event types, unread: they check nothing. */
  extensions: readonly DefinitionRow[]
}

const noSavedDefinitions: SavedDefinitions = {
  registry: codeRegistry,
  versions: new Map(),
  ignoredPatterns: new Map(),
  extensions: [],
}

/** Reads the highest valid version of each name, and the oldest row of each version. A definition in code takes precedence over a saved
 * one of the same name. */
export function readSavedDefinitions(
  rows: readonly DefinitionRow[],
  before: SavedDefinitions = noSavedDefinitions,
  extensions: readonly DefinitionRow[] = [],
): SavedDefinitions {
  const versions = new Map<string, EventType | string>()
  const ignoredPatterns = new Map<string, readonly string[]>()
  const current = new Map<string, EventType>()
  for (const row of rows.toSorted((a, b) => a.createdAt - b.createdAt)) {
    const key = `${row.name}@${row.version}`
    if (versions.has(key) || codeRegistry.get(row.name)) continue
    const known = before.versions.get(key)
    const { type, ignored } = known ? { type: known, ignored: before.ignoredPatterns.get(key) } : readRow(row)
    versions.set(key, type)
    if (ignored) ignoredPatterns.set(key, ignored)
    if (typeof type === 'string') continue
    const highest = current.get(row.name)
    if (!highest || compareVersions(highest.version, type.version) < 0) current.set(row.name, type)
  }
  return { registry: withSaved(current.values(), before.registry), versions, ignoredPatterns, extensions }
}

function readRow({ name, version, definition: text }: DefinitionRow): {
  type: EventType | string
  ignored: readonly string[] | undefined
} {
  const tooLarge = definitionTextProblem(text)
  if (tooLarge) return { type: tooLarge, ignored: undefined }
  const usable = usableDefinition(parse(text))
  if ('problems' in usable) return { type: usable.problems[0]!, ignored: undefined }
  const { definition, ignored } = usable
  const type =
    definition.name === name && definition.version === version
      ? eventTypeOf(definition)
      : `The row is of ${name}@${version}, but its definition is of ${definition.name}@${definition.version}.`
  return { type, ignored: ignored.length > 0 ? ignored : undefined }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
