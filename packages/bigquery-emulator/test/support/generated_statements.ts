/** Test support: records generated statements apart from handwritten ones. */
import { join } from 'node:path'
import { recordingFolder } from '../../src/recording.ts'

/** Folder of the generated statements, inside the folder of recorded statements. */
export const generatedFolder = 'generated'

/** Records the statements of the surrounding `describe` in their own folder: Google does not accept all of them, so the check of
 * recorded statements must not expect that. Does nothing if recording is off. */
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
