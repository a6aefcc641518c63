/** Command line: `sluice requeue` publishes dead letters again. */
import type { Command } from 'commander'
import { addConsoleOptions, type ConsoleOptions } from '../runs/options.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'
import { parseTime } from '../terminal/values.ts'

interface RequeueOptions extends ConsoleOptions {
  destination?: string
  subscription?: string
  from?: string
  to?: string
  dryRun?: boolean
}

export function addRequeue(program: Command): void {
  const command = program
    .command('requeue')
    .description('Publishes dead letters again, each for the one it could not be delivered to.')
    .option('--destination <id>', 'only dead letters of this destination')
    .option('--subscription <id>', 'only dead letters of this subscription, such as events-store')
    .option('--from <time>', 'dead letters of this time or later (default: 31 days ago)', parseTime)
    .option('--to <time>', 'dead letters before this time (default: now)', parseTime)
    .option('--dry-run', 'count the dead letters, and publish none')
    .action(async (options: RequeueOptions, self: Command) => {
      const [{ openEnvironment }, { recorded }, { readDeadLetters, republishDeadLetters }] =
        await Promise.all([
          import('../environment/environment.ts'),
          import('../environment/recorded.ts'),
          import('../events/dead_letters.ts'),
        ])
      const { note, progress, result } = outputOf(self)
      const { destination = null, subscription = null, dryRun = false } = options
      const from = options.from ?? new Date(Date.now() - 31 * 86_400_000).toISOString()
      const to = options.to ?? new Date().toISOString()
      const environment = await openEnvironment(options, note)
      const letters = await readDeadLetters(environment, { destination, subscription, from, to })
      const total = letters.length
      if (dryRun)
        return result(
          { dead_letters: total, requeued: 0, dry_run: true },
          `${total} dead letters would be requeued.`,
        )
      const facts = { operation: 'requeue', target: destination ?? subscription ?? undefined } as const
      const requeued = await recorded(environment, options.console, facts, () =>
        republishDeadLetters(environment, letters, (done) =>
          progress.show(`requeued ${done} of ${total} dead letters`),
        ),
      )
      result(
        { dead_letters: total, requeued, dry_run: false },
        `Requeued ${requeued} of ${total} dead letters.`,
      )
    })
  addExamples(
    addConsoleOptions(command),
    ['npx sluice requeue --destination crm --dry-run', 'npx sluice requeue --subscription events-store'],
    [
      'A (event, destination) pair that was delivered since is left out. Fix the cause first: an event that fails again becomes a dead',
      'letter again.',
    ],
  )
}
