/** Command line: `sluice reprocess` publishes quarantined messages that are valid now. */
import type { Command } from 'commander'
import { defaultRatePerSecond } from '../../schemas/default_rate.ts'
import { addRunOptions, runNotes, type RunVerbOptions } from '../runs/options.ts'
import { addExamples, requireOptions } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'
import { parseNumber, parseTime } from '../terminal/values.ts'

interface ReprocessOptions extends RunVerbOptions {
  from: string
  to?: string
  where?: string
  rate?: number
  dryRun?: boolean
}

export function addReprocess(program: Command): void {
  const command = program
    .command('reprocess')
    .description('Republishes quarantined messages that are valid now.')
    .option(
      '--from <time>',
      'messages that the bus accepted at or after this time, such as 2026-03-14T09:00:00Z (required)',
      parseTime,
    )
    .option('--to <time>', 'messages accepted before this time (default: now)', parseTime)
    .option('--where <condition>', 'GoogleSQL condition on the row in quarantine')
    .option('--rate <number>', `messages per second (default: ${defaultRatePerSecond})`, parseNumber)
    .option('--dry-run', 'count the messages, and publish none')
    .action(async (options: ReprocessOptions, self: Command) => {
      requireOptions(self, 'from')
      const { runAndFollow } = await import('../runs/follow_run.ts')
      const { from, to = new Date().toISOString(), where, rate, dryRun } = options
      await runAndFollow(options, outputOf(self), {
        kind: 'reprocess',
        request: { from, to, where, rate, ...(dryRun && { dry_run: true }) },
      })
    })
  addExamples(
    addRunOptions(command),
    [
      'npx sluice reprocess --from 2026-03-14 --dry-run',
      `npx sluice reprocess --from 2026-03-14 --where "reason = 'unknown_event' AND event_name = 'order_shipped'"`,
    ],
    runNotes,
  )
}
