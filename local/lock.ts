/** Local stack: locks the data folder for one running stack. */
import { lockDirectory } from '../packages/shared/src/directory_lock.ts'

/** Another running stack uses the folder. */
export class FolderLockedError extends Error {
  override readonly name = 'FolderLockedError'
}

/** Locks the folder. Throws FolderLockedError if another running stack holds the lock. Resolves to the function that releases it. */
export async function lock(dir: string): Promise<() => Promise<void>> {
  const release = await lockDirectory(dir)
  if (!release)
    throw new FolderLockedError(
      `Another stack uses ${dir}. Stop it, or choose another folder with SLUICE_DATA_DIR or --data-dir.`,
    )
  return release
}
