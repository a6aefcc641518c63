/** `npx sluice compact`: takes what was deleted, and messages that were delivered, off the disk: after an erasure, for example. */
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { compactDatabase } from '../packages/bigquery-emulator/src/duckdb/compact.ts'
import { lock } from './lock.ts'
import { compactPubsub } from '../packages/pubsub-emulator/src/compact.ts'

const dir = resolve(process.env['SLUICE_DATA_DIR'] ?? '.local')

try {
  await stat(dir)
  const unlock = await lock(dir)
  await compactDatabase(join(dir, 'bigquery', 'warehouse.duckdb'))
  await compactPubsub(join(dir, 'pubsub'))
  await unlock()
  console.log(
    `${dir} holds nothing any more of what was deleted. Messages of topics with a retention stay for its time.`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
