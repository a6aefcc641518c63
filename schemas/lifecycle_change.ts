/** Saved definitions: compares who answers for two versions and how far each can be relied on. Pure. */
import { canonicalJson } from './canonical_json.ts'
import type { Lifecycle } from './lifecycle.ts'
import { major, minor, patch, type DefinitionChange } from './version_change.ts'

type Stated = Partial<Lifecycle>

/** A deprecation is a minor change: https://semver.org/#spec-item-7 */
export function lifecycleChanges(before: Stated, after: Stated): readonly DefinitionChange[] {
  const { status: was = 'live' } = before
  const { status: is = 'live' } = after
  return [
    ...(was === is
      ? []
      : is === 'draft'
        ? [major('status', 'is now draft: producers rely on it.')]
        : [minor('status', `is now ${is}.`)]),
    ...(was === is && canonicalJson(before.deprecation) !== canonicalJson(after.deprecation)
      ? [deprecationChange(before, after)]
      : []),
    ...(before.owner === after.owner ? [] : [patch('owner', 'is changed.')]),
    ...(before.supersedes === after.supersedes ? [] : [patch('supersedes', 'is changed.')]),
  ]
}

function deprecationChange({ deprecation: was }: Stated, { deprecation: is }: Stated): DefinitionChange {
  return is && was && is.sunset < was.sunset
    ? major('deprecation.sunset', 'is earlier: producers rely on the date that they were given.')
    : minor('deprecation', 'is changed.')
}
