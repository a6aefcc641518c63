/** Proof: compares the event types of the code with `infra/locks/definitions.json`, the committed definitions, so that each change raises the
 * version and producers can rely on it. Pure. */
import { canonicalJson } from '../../schemas/canonical_json.ts'
import { definitionChanges } from '../../schemas/definition_change.ts'
import { eventTypeOf } from '../../schemas/definition_event.ts'
import { codeDefinitionOf, type CodeDefinition } from '../../schemas/code_definition.ts'
import type { EventType } from '../../schemas/event_type.ts'
import {
  major,
  majorFirst,
  minor,
  versionProblem,
  type DefinitionChange,
} from '../../schemas/version_change.ts'

/** Event type → its definition. */
export type DefinitionLock = Readonly<Record<string, CodeDefinition>>

const lockFile = 'infra/locks/definitions.json'
const writing = 'run npx sluice locks --write'

export function definitionLock(types: Iterable<EventType>): DefinitionLock {
  return Object.fromEntries(
    Array.from(types, (type): [string, CodeDefinition] => [type.name, codeDefinitionOf(type)]).toSorted(
      ([a], [b]) => a.localeCompare(b),
    ),
  )
}

/** Returns one line for each change without the version that it needs, and for each event type that was removed too early. `now`: in ms
 * since 1970. */
export function definitionFaults(
  lock: DefinitionLock,
  types: readonly EventType[],
  now: number,
): readonly string[] {
  const known = new Map(types.map((type) => [type.name, type]))
  return [
    ...types.filter((type) => !isComparable(type)).map(({ name }) => `${fileOf(name)}: ${incomparable}`),
    ...Object.values(lock).flatMap((before) => {
      const type = known.get(before.name)
      if (!type) return removalFault(before, now)
      const problem = versionProblem(
        before.version,
        type.version,
        codeChanges(before, codeDefinitionOf(type)),
      )
      return problem === undefined
        ? []
        : [`${fileOf(before.name)}: version: ${problem} Change it, and ${writing}.`]
    }),
  ]
}

/** Returns one line for each definition that the lock does not have as it is now: the next change of it would not be noticed. */
export function outdatedDefinitions(lock: DefinitionLock, types: readonly EventType[]): readonly string[] {
  return Object.entries({ ...lock, ...definitionLock(types) })
    .filter(([name, now]) => canonicalJson(lock[name]) !== canonicalJson(now))
    .map(
      ([name, { version }]) => `${fileOf(name)}: ${lockFile} does not have ${name} ${version}: ${writing}.`,
    )
}

function codeChanges(before: CodeDefinition, after: CodeDefinition): readonly DefinitionChange[] {
  return majorFirst([
    ...definitionChanges(before, after),
    ...(canonicalJson(before.uniqueBy) === canonicalJson(after.uniqueBy)
      ? []
      : [major('uniqueBy', 'is changed: other events count once.')]),
    ...(before.updatesProfile === after.updatesProfile
      ? []
      : [minor('updatesProfile', `is now ${after.updatesProfile ?? false}.`)]),
  ])
}

function removalFault({ name, deprecation }: CodeDefinition, now: number): readonly string[] {
  if (deprecation && now >= Date.parse(deprecation.sunset)) return []
  const when = deprecation ? `its sunset is ${deprecation.sunset}` : 'it is not deprecated'
  return [
    `event type ${name} is missing, and ${when}: its events would go to quarantine. Restore it, and deprecate it first (docs/versions.md). ` +
      `If nobody sends it, delete "${name}" from ${lockFile} and ${writing}.`,
  ]
}

const incomparable =
  'its fields have keywords that the lock cannot compare. Use the functions of schemas/context/field.ts with the keywords of a saved definition.'

/** True if the definition has everything that the type checks. */
function isComparable(type: EventType): boolean {
  return canonicalJson(eventTypeOf(codeDefinitionOf(type)).schema) === canonicalJson(type.schema)
}

function fileOf(name: string): string {
  return `schemas/events/${name}.ts`
}
