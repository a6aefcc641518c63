/** Test support: records the statements that the embedded BigQuery of every test process accepts, for `npm run lint:googlesql`. */
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { recordingFolder } from '../../packages/bigquery-emulator/src/recording.ts'

/** Folder with the statements of the last test run. */
export const recordings = fileURLToPath(
  new URL('../../node_modules/.cache/sluice/statements', import.meta.url),
)

/** False in a test run that a test starts: its statements belong to the outer run. */
const isOuterRun = process.env[recordingFolder] === undefined
process.env[recordingFolder] ??= recordings

/** Mocha calls it once before the first test. https://mochajs.org/explainers/global-fixtures */
export async function mochaGlobalSetup(): Promise<void> {
  if (isOuterRun) await rm(recordings, { recursive: true, force: true })
}
