/** Command line: `sluice reconcile` checks now whether the promises hold, as the daily run does. */
import type { Command } from 'commander'
import { dailyCheck } from '../../schemas/daily_check.ts'
import { addRunOptions, runNotes, type RunVerbOptions } from '../runs/options.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'
import { parseNumber } from '../terminal/values.ts'

interface ReconcileOptions extends RunVerbOptions {
  days?: number
}

export function addReconcile(program: Command): void {
  const command = program
    .command('reconcile')
    .description('Checks whether the promises hold. Exits with 1 and the broken counts if one does not.')
    .option(
      '--days <number>',
      `how many days before today are checked, at most ${dailyCheck.maxDays} (default: ${dailyCheck.days})`,
      parseNumber,
    )
    .action(async (options: ReconcileOptions, self: Command) => {
      const { runAndFollow } = await import('../runs/follow_run.ts')
      const { days } = options
      await runAndFollow(options, outputOf(self), { kind: 'reconcile', request: { days } })
    })
  addExamples(addRunOptions(command), ['npx sluice reconcile', 'npx sluice reconcile --days 30'], runNotes)
}
