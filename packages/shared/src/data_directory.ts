/** The data directory of a command: a given one, which is locked, or a temporary one, which is removed at the end. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { StartError } from './command_errors.ts'
import { lockDirectory } from './directory_lock.ts'

export interface DataDirectory {
  path: string
  /** For a status line, such as `data in /home/ada/data`. */
  description: string
  /** Unlocks the directory, or removes a temporary one. */
  release: () => Promise<void>
}

/** Opens the directory. It is created if it does not exist. Throws a StartError if another process has it open. */
export async function openDataDirectory(dir: string | undefined): Promise<DataDirectory> {
  if (dir === undefined) {
    const path = await mkdtemp(join(tmpdir(), 'sluice-'))
    const release = (): Promise<void> => rm(path, { recursive: true, force: true })
    return { path, description: 'temporary data', release }
  }
  const path = resolve(dir)
  await mkdir(path, { recursive: true })
  const release = await lockDirectory(path)
  if (!release)
    throw new StartError(`Another process has ${path} open. Stop it, or choose another --data-dir.`)
  return { path, description: `data in ${path}`, release }
}
