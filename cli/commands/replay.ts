/** Command line: `sluice replay` sends stored events to one destination again. */
import type { Command } from 'commander'
import { defaultRatePerSecond } from '../../schemas/default_rate.ts'
import { addRunOptions, runNotes, type RunVerbOptions } from '../runs/options.ts'
import { addExamples, requireOptions } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'
import { parseRepeated, parseNumber, parseTime } from '../terminal/values.ts'

interface ReplayOptions extends RunVerbOptions {
  destination: string
  from: string
  to?: string
  where?: string
  outcome?: readonly string[]
  again?: boolean
  rate?: number
  dryRun?: boolean
}

const outcomesHelp =
  'only events with this outcome: skipped, refused, dead, restricted, undecided, delivered; pending or deferred if the subscription was ' +
  'lost. Repeatable (default: skipped, refused, dead, restricted and undecided)'

export function addReplay(program: Command): void {
  const command = program
    .command('replay')
    .description('Sends stored events to a destination again.')
    .option('--destination <id>', 'destination that gets the events (required)')
    .option(
      '--from <time>',
      'events that the bus accepted at or after this time, such as 2026-03-14T09:00:00Z (required)',
      parseTime,
    )
    .option('--to <time>', 'events accepted before this time (default: now)', parseTime)
    .option('--where <condition>', 'GoogleSQL condition on the row of an event')
    .option('--outcome <outcome>', outcomesHelp, parseRepeated)
    .option('--again', 'include events that are delivered already')
    .option('--rate <number>', `events per second (default: ${defaultRatePerSecond})`, parseNumber)
    .option('--dry-run', 'count the events, and send none')
    .action(async (options: ReplayOptions, self: Command) => {
      requireOptions(self, 'destination', 'from')
      const { runAndFollow } = await import('../runs/follow_run.ts')
      const {
        destination,
        from,
        to = new Date().toISOString(),
        where,
        outcome,
        again,
        rate,
        dryRun,
      } = options
      await runAndFollow(options, outputOf(self), {
        kind: 'replay',
        request: {
          destination,
          from,
          to,
          where,
          outcomes: outcome,
          rate,
          ...(again && { again: true }),
          ...(dryRun && { dry_run: true }),
        },
      })
    })
  addExamples(
    addRunOptions(command),
    [
      'npx sluice replay --destination crm --from 2026-03-14 --to 2026-03-15 --dry-run',
      `npx sluice replay --destination crm --from 2026-03-14 --where "event_name = 'purchase'" --rate 50`,
    ],
    runNotes,
  )
}
