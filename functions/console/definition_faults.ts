/** Console: checks that a version may follow the latest one. */
import { compareVersions } from '../../schemas/definition.ts'
import type { Definition } from '../../schemas/definition_schema.ts'
import {
  bumpOf,
  definitionChanges,
  nextVersion,
  translationChanges,
  type DefinitionChange,
} from '../../schemas/definition_change.ts'
import { majorOf } from '../../schemas/force.ts'
import type { Translation } from '../../schemas/translation.ts'
import { invalid } from './definition_request.ts'
import { versionKindsOf, type SavedDefinition, type VersionKind } from './definition_queries.ts'

interface Latest {
  version: string
  definition?: string
}

/** Throws INVALID_ARGUMENT for a version that is lower than the latest one, or that has a breaking change without a new major version. */
export function changeFaults(
  saved: SavedDefinition,
  latestOf: (kind: VersionKind) => Latest | undefined,
): void {
  for (const kind of versionKindsOf(saved)) {
    const latest = latestOf(kind)
    if (!latest) continue
    const { version } = saved[kind]!
    const field = `${kind}.version`
    if (compareVersions(version, latest.version) < 0)
      throw invalid([
        { field, description: `Expected a version after ${latest.version}, the latest; got ${version}.` },
      ])
    const changes = changesBetween(saved, kind, latest.definition ?? '')
    const majorChange = changes.find(({ bump }) => bump === 'major')
    if (bumpOf(changes) === 'major' && majorOf(version) === majorOf(latest.version))
      throw invalid([
        {
          field,
          description: `Expected ${nextVersion(latest.version, 'major')}, since ${majorChange!.field} ${majorChange!.why} Got ${version}.`,
        },
      ])
  }
}

function changesBetween(
  saved: SavedDefinition,
  kind: VersionKind,
  latest: string,
): readonly DefinitionChange[] {
  return kind === 'translation'
    ? translationChanges(JSON.parse(latest) as Translation, saved.translation!)
    : definitionChanges(JSON.parse(latest) as Definition, saved[kind]!)
}
