/** Tests: every process that a test starts records the statements that its BigQuery accepts, for `npm run lint:googlesql`. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recordingFolder } from '../../packages/bigquery-emulator/src/recording.ts'

/** Folder with the statements of the last run of the tests. */
export const recordings = fileURLToPath(
  new URL('../../node_modules/.cache/sluice/statements', import.meta.url),
)

/** Folder, in a folder of statements, with those that a program made up. */
export const generated = 'generated'

process.env[recordingFolder] ??= recordings

/** Mocha calls it once, before the first test. https://mochajs.org/explainers/global-fixtures */
export async function mochaGlobalSetup(): Promise<void> {
  await rm(recordings, { recursive: true, force: true })
}

/** Keeps the statements of the surrounding `describe` apart: a program makes them up to see that the embedded BigQuery takes
 *  or refuses them in good order, whether or not Google would take them. The differential test compares such statements. */
export function recordAsGenerated(): void {
  let folder: string
  before(() => {
    folder = process.env[recordingFolder]!
    process.env[recordingFolder] = join(folder, generated)
  })
  after(() => {
    process.env[recordingFolder] = folder
  })
}
