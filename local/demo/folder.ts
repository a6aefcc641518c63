/** Demo: marks the data folder of a demo, so that no other folder is ever taken for one. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lock } from '../lock.ts'

/** `none`: nothing is there, or an empty folder. `begun`: a demo whose history is not complete. `other`: data of something else. */
type DemoFolder = 'none' | 'begun' | 'filled' | 'other'

/** The folder has data that no demo has written. */
export class NotADemoError extends Error {
  override readonly name = 'NotADemoError'
}

const marker = 'demo.json'

interface Mark {
  kind: 'sluice demo'
  isFilled: boolean
}

/** Returns what the folder holds. */
async function demoFolderAt(dir: string): Promise<DemoFolder> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.length === 0) return 'none'
  const text = names.includes(marker) ? await readFile(join(dir, marker), 'utf8') : ''
  const mark = markOf(text)
  if (mark?.kind !== 'sluice demo') return 'other'
  return mark.isFilled ? 'filled' : 'begun'
}

function markOf(text: string): Partial<Mark> | undefined {
  try {
    return (JSON.parse(text) as Partial<Mark> | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Returns what the folder holds of a demo. Throws NotADemoError for a folder with other data. */
export async function requireDemo(dir: string): Promise<Exclude<DemoFolder, 'other'>> {
  const found = await demoFolderAt(dir)
  if (found !== 'other') return found
  throw new NotADemoError(
    `${dir} has data that is not of a demo. Nothing was changed. Choose another folder with --data-dir.`,
  )
}

/** Marks the folder, and creates it if it is missing. */
export async function markDemo(dir: string, isFilled: boolean): Promise<void> {
  await mkdir(dir, { recursive: true })
  await writeFile(join(dir, marker), `${JSON.stringify({ kind: 'sluice demo', isFilled } satisfies Mark)}\n`)
}

/** Removes the data of a demo that is not running. Returns false if there is none. Throws NotADemoError for a folder with other data, and
 * FolderLockedError if the demo runs. */
export async function removeDemo(dir: string): Promise<boolean> {
  if ((await requireDemo(dir)) === 'none') return false
  const unlock = await lock(dir)
  await unlock()
  await rm(dir, { recursive: true })
  return true
}
