/** Local stack: allows one stack at a time over one folder. */
import { lockDirectory } from '../packages/shared/src/directory_lock.ts'

/** Locks the folder. Returns a function that releases it. Throws if another running stack has it. */
export async function lock(dir: string): Promise<() => Promise<void>> {
  const release = await lockDirectory(dir)
  if (!release)
    throw new Error(
      `Another stack runs over ${dir}. End it, or choose another folder: SLUICE_DATA_DIR=… npm start.`,
    )
  return release
}
