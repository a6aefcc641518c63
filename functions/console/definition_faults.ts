/** Console: checks that a version may follow the latest one. */
import type { Definition } from '../../schemas/definition_schema.ts'
import { definitionChanges, translationChanges } from '../../schemas/definition_change.ts'
import type { Translation } from '../../schemas/translation.ts'
import { versionProblem, type DefinitionChange } from '../../schemas/version_change.ts'
import { invalid } from './definition_request.ts'
import { versionKindsOf, type SavedDefinition, type VersionKind } from './definition_queries.ts'

interface Latest {
  version: string
  definition?: string
}

/** Throws INVALID_ARGUMENT for a version that is lower than the latest one, or that does not raise the number that its changes need. */
export function changeFaults(
  saved: SavedDefinition,
  latestOf: (kind: VersionKind) => Latest | undefined,
): void {
  for (const kind of versionKindsOf(saved)) {
    const latest = latestOf(kind)
    if (!latest) continue
    const changes = changesBetween(saved, kind, latest.definition ?? '')
    const description = versionProblem(latest.version, saved[kind]!.version, changes)
    if (description !== undefined) throw invalid([{ field: `${kind}.version`, description }])
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
