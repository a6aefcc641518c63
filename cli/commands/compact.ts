/** Command line: `sluice compact` removes deleted data from the disk of the local stack, after an erasure for example. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { dataDirOf } from '../environment/local_stack.ts'
import { dataDirOption } from '../environment/options.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'

export function addCompact(program: Command): void {
  const command = program
    .command('compact')
    .description('Removes deleted rows and delivered messages from the disk of the local stack.')
    .addOption(dataDirOption())
    .action(async ({ dataDir }: { dataDir?: string }, self: Command) => {
      const [{ compactBigquery }, { compactPubsub }, { lock }] = await Promise.all([
        import('../../packages/bigquery-emulator/src/index.ts'),
        import('../../packages/pubsub-emulator/src/index.ts'),
        import('../../local/lock.ts'),
      ])
      const dir = dataDirOf(dataDir)
      await stat(dir)
      const unlock = await lock(dir)
      await compactBigquery(join(dir, 'bigquery'))
      await compactPubsub(join(dir, 'pubsub'))
      await unlock()
      outputOf(self).result(
        { directory: dir, compacted: true },
        `Compacted ${dir}: no deleted data is left. Messages of topics with a retention stay for its time.`,
      )
    })
  addExamples(command, ['npx sluice compact'], ['Stop the local stack first.'])
}
