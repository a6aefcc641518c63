/** Test support: keeps statements that a program generates apart from those that a person wrote, where they are recorded. */
import { join } from 'node:path'
import { recordingFolder } from '../../src/recording.ts'

/** Folder, within the folder of recorded statements, of the generated ones. */
export const generatedFolder = 'generated'

/** Records the statements of the surrounding `describe` in a folder of their own: they test what the emulator accepts and refuses,
 * so a check of the recorded statements must not expect that Google accepts each of them. Does nothing where nothing is recorded. */
export function recordAsGenerated(): void {
  let folder: string | undefined
  before(() => {
    folder = process.env[recordingFolder]
    if (folder !== undefined) process.env[recordingFolder] = join(folder, generatedFolder)
  })
  after(() => {
    if (folder !== undefined) process.env[recordingFolder] = folder
  })
}
