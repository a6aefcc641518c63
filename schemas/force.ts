/** Saved translations: says which major version the address without a version serves: rows of kind `force` in table `definitions`. Pure. */
import { compareVersions } from './definition.ts'

/** The latest row of a connection counts. */
export interface Force {
  /** The address serves the newest minor version of this major version; null: the connection is retired. */
  major: number | null
  /** Told to senders of a retired connection. At most `maxForceReason` characters. */
  reason: string
}

export const maxForceReason = 200

/** Column `version` of the row of a retired connection. The row of another one has the number of the major version. */
export const noVersion = 'none'

/** Reads column `definition`; undefined if it is invalid. */
export function readForce(text: string): Force | undefined {
  try {
    const { major, reason } = JSON.parse(text) as { major?: unknown; reason?: unknown }
    const isKnown = major === null || (Number.isInteger(major) && (major as number) >= 0)
    return isKnown
      ? { major: major as number | null, reason: typeof reason === 'string' ? reason : '' }
      : undefined
  } catch {
    return undefined
  }
}

export function majorOf(version: string): number {
  return Number(version.split('.', 1)[0])
}

/** Returns the version that the address without a version serves. Without a `force` row it is the highest, as it was before such rows
 * existed; the first save of another major version adds the row, so that the address goes on as it is. Undefined if there is none. */
export function servedVersion(
  versions: readonly string[],
  force: Pick<Force, 'major'> | undefined,
): string | undefined {
  return versions
    .filter((version) => force === undefined || majorOf(version) === force.major)
    .toSorted((a, b) => compareVersions(b, a))[0]
}
