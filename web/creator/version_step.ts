/** Creator: gives a draft the version that its changes need. Pure. */
import { bumpOf, nextVersion, type Bump, type DefinitionChange } from '../../schemas/version_change.ts'

/** A draft with its version and its changes since the latest saved version. */
export interface VersionStep<Content> {
  content: Content
  before: string | undefined
  changes: readonly DefinitionChange[]
  bump: Bump | undefined
}

export function stepOf<Content extends { version: string }>(
  content: Content,
  before: Content | undefined,
  changesBetween: (before: Content, after: Content) => readonly DefinitionChange[],
): VersionStep<Content> {
  if (!before) return { content, before: undefined, changes: [], bump: undefined }
  const changes = changesBetween(before, content)
  const bump = bumpOf(changes)
  const version = bump ? nextVersion(before.version, bump) : before.version
  return { content: { ...content, version }, before: before.version, changes, bump }
}

/** True if the step makes a new version. */
export function isNew(step: VersionStep<unknown> | undefined): boolean {
  return step !== undefined && (step.before === undefined || step.bump !== undefined)
}
