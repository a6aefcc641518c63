/** Test support: records the statements that the embedded BigQuery of every test process accepts, for `npm run lint:googlesql`. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recordingFolder } from '../../packages/bigquery-emulator/src/recording.ts'

/** Folder with the statements of the last test run. */
export const recordings = fileURLToPath(
  new URL('../../node_modules/.cache/sluice/statements', import.meta.url),
)

/** Subfolder with generated statements. */
export const generated = 'generated'

process.env[recordingFolder] ??= recordings

/** Mocha calls it once before the first test. https://mochajs.org/explainers/global-fixtures */
export async function mochaGlobalSetup(): Promise<void> {
  await rm(recordings, { recursive: true, force: true })
}

/** Records the statements of the surrounding `describe` separately. They are generated to test that the embedded BigQuery accepts or
 * refuses them without a failure, even if Google would not. The differential test compares them. */
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
