/** Command line: `sluice sync` runs a sync now, independent of its schedule. */
import type { Command } from 'commander'
import { addRunOptions, runNotes, type RunVerbOptions } from '../runs/options.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'

interface SyncOptions extends RunVerbOptions {
  dryRun?: boolean
  acceptSchema?: boolean
  acceptRemovals?: boolean
}

export function addSync(program: Command): void {
  const command = program
    .command('sync')
    .argument('<name>', 'name of a sync that the settings configure')
    .description('Sends the rows of a sync that differ from what was last delivered.')
    .option('--dry-run', 'count the differences, with samples of what would be sent')
    .option('--accept-schema', 'accept the columns that the model has now')
    .option('--accept-removals', 'remove more rows than the guards of the sync allow')
    .action(async (name: string, options: SyncOptions, self: Command) => {
      const { runAndFollow } = await import('../runs/follow_run.ts')
      const { dryRun, acceptSchema, acceptRemovals } = options
      await runAndFollow(options, outputOf(self), {
        kind: 'sync',
        request: {
          sync: name,
          ...(dryRun && { dry_run: true }),
          ...(acceptSchema && { accept_schema: true }),
          ...(acceptRemovals && { accept_removals: true }),
        },
      })
    })
  addExamples(
    addRunOptions(command),
    ['npx sluice sync customer_profiles --dry-run', 'npx sluice sync customer_profiles --json'],
    runNotes,
  )
}
