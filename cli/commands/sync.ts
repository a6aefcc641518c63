/** Command line: `sluice sync` runs a sync now, independent of its schedule. */
import type { Command } from 'commander'
import { addRunOptions, runNotes, type RunVerbOptions } from '../runs/options.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'

interface SyncOptions extends RunVerbOptions {
  destination?: string
  dryRun?: boolean
  acceptSchema?: boolean
  acceptRemovals?: boolean
}

export function addSync(program: Command): void {
  const command = program
    .command('sync')
    .argument('<name>', 'name of a sync that the settings configure')
    .description(
      'Sends the rows of a sync that differ from what was last delivered, to each of its destinations.',
    )
    .option('--destination <id>', 'only to this destination')
    .option('--dry-run', 'count the differences, with samples of what would be sent')
    .option('--accept-schema', 'accept the columns that the model has now')
    .option('--accept-removals', 'remove more rows than the guards of the sync allow')
    .action(async (name: string, options: SyncOptions, self: Command) => {
      const { runAndFollow, syncAndFollow } = await import('../runs/follow_run.ts')
      const { destination, dryRun, acceptSchema, acceptRemovals } = options
      const request = {
        sync: name,
        ...(destination !== undefined && { destination }),
        ...(dryRun && { dry_run: true }),
        ...(acceptSchema && { accept_schema: true }),
        ...(acceptRemovals && { accept_removals: true }),
      }
      const output = outputOf(self)
      await (destination === undefined
        ? syncAndFollow(options, output, request)
        : runAndFollow(options, output, { kind: 'sync', request }))
    })
  addExamples(
    addRunOptions(command),
    [
      'npx sluice sync customer_profiles --dry-run',
      'npx sluice sync customer_profiles --destination crm',
      'npx sluice sync customer_profiles --json',
    ],
    runNotes,
  )
}
