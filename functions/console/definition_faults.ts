/** Console: whether a version may follow the one before it. */
import { compareVersions, type Definition } from '../../schemas/definition.ts'
import {
  bumpOf,
  definitionChanges,
  nextVersion,
  translationChanges,
  type Change,
} from '../../schemas/definition_change.ts'
import type { Translation } from '../../schemas/translation.ts'
import { invalid } from './definition_request.ts'
import { kindsOf, type Kind, type Saved } from './definition_queries.ts'

interface Latest {
  version: string
  definition?: string
}

/** Throws INVALID_ARGUMENT for a version that does not follow the latest one, or follows it as a minor one although what was
 * valid no longer is. */
export function changeFaults(saved: Saved, latestOf: (kind: Kind) => Latest | undefined): void {
  for (const kind of kindsOf(saved)) {
    const latest = latestOf(kind)
    if (!latest) continue
    const { version } = saved[kind]!
    const field = `${kind}.version`
    if (compareVersions(version, latest.version) < 0)
      throw invalid([
        { field, description: `Expected a version after ${latest.version}, the latest; got ${version}.` },
      ])
    const changes = changesBetween(saved, kind, latest.definition ?? '')
    const grave = changes.find(({ bump }) => bump === 'major')
    if (bumpOf(changes) === 'major' && majorOf(version) === majorOf(latest.version))
      throw invalid([
        {
          field,
          description: `Expected ${nextVersion(latest.version, 'major')}, since ${grave!.field} ${grave!.why} Got ${version}.`,
        },
      ])
  }
}

function majorOf(version: string): string {
  return version.split('.', 1)[0]!
}

function changesBetween(saved: Saved, kind: Kind, latest: string): readonly Change[] {
  return kind === 'event'
    ? definitionChanges(JSON.parse(latest) as Definition, saved.event!)
    : translationChanges(JSON.parse(latest) as Translation, saved.translation!)
}
