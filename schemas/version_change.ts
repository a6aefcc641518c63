/** Versions: finds the number of a version that changes raise, and checks that it was raised. Pure. https://semver.org/ */
import { compareVersions } from './definition.ts'

export type Bump = 'major' | 'minor' | 'patch'

export interface DefinitionChange {
  /** Path in the definition or translation. */
  field: string
  bump: Bump
  /** What changed and, for a major change, what it breaks. One sentence that follows the path. */
  why: string
}

export function major(field: string, why: string): DefinitionChange {
  return { field, bump: 'major', why }
}

export function minor(field: string, why: string): DefinitionChange {
  return { field, bump: 'minor', why }
}

export function patch(field: string, why: string): DefinitionChange {
  return { field, bump: 'patch', why }
}

const bumps = ['major', 'minor', 'patch'] as const

/** The bump that a list of differences needs; undefined if it is empty. */
export function bumpOf(changes: readonly DefinitionChange[]): Bump | undefined {
  return bumps.find((each) => changes.some(({ bump }) => bump === each))
}

/** The next version: 1.4.2 → 2.0, 1.5 or 1.4.3. */
export function nextVersion(version: string, bump: Bump): string {
  const [majorPart, minorPart, patchPart] = numbersOf(version)
  if (bump === 'major') return `${majorPart + 1}.0`
  return bump === 'minor' ? `${majorPart}.${minorPart + 1}` : `${majorPart}.${minorPart}.${patchPart + 1}`
}

/** Returns why a version may not follow another one with these changes; undefined if it may. */
export function versionProblem(
  before: string,
  after: string,
  changes: readonly DefinitionChange[],
): string | undefined {
  if (compareVersions(after, before) < 0)
    return `Expected a version after ${before}, the latest; got ${after}.`
  const bump = bumpOf(changes)
  if (!bump || isRaised(before, after, bump)) return undefined
  const { field, why } = changes.find((change) => change.bump === bump)!
  return `Expected ${nextVersion(before, bump)}, since ${field} ${why} Got ${after}.`
}

function isRaised(before: string, after: string, bump: Bump): boolean {
  const [majorBefore, minorBefore] = numbersOf(before)
  const [majorAfter, minorAfter] = numbersOf(after)
  if (majorAfter > majorBefore) return true
  return bump === 'minor' ? minorAfter > minorBefore : bump === 'patch' && compareVersions(after, before) > 0
}

function numbersOf(version: string): readonly [major: number, minor: number, patch: number] {
  const [majorPart = 0, minorPart = 0, patchPart = 0] = version.split('.').map(Number)
  return [majorPart, minorPart, patchPart]
}

/** The differences in the order of their bumps, major ones first. */
export function majorFirst(changes: readonly DefinitionChange[]): readonly DefinitionChange[] {
  return changes.toSorted((a, b) => bumps.indexOf(a.bump) - bumps.indexOf(b.bump))
}
