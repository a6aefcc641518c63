/** `npx sluice compact`: takes what was deleted, and messages that were delivered, off the disk: after an erasure, for example. */
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { compactBigquery } from '../packages/bigquery-emulator/src/index.ts'
import { lock } from './lock.ts'
import { compactPubsub } from '../packages/pubsub-emulator/src/index.ts'

const dir = resolve(process.env['SLUICE_DATA_DIR'] ?? '.local')

try {
  await stat(dir)
  const unlock = await lock(dir)
  await compactBigquery(join(dir, 'bigquery'))
  await compactPubsub(join(dir, 'pubsub'))
  await unlock()
  console.log(
    `${dir} holds nothing any more of what was deleted. Messages of topics with a retention stay for its time.`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
