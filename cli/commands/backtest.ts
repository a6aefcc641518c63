/** Command line: `sluice backtest` counts how often an automated action would have fired. */
import type { Command } from 'commander'
import { addRunOptions, runNotes, type RunVerbOptions } from '../runs/options.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'
import { parseNumber } from '../terminal/values.ts'

interface BacktestOptions extends RunVerbOptions {
  days: number
}

export function addBacktest(program: Command): void {
  const command = program
    .command('backtest')
    .argument('<action>', 'name of an automated action that the settings configure')
    .description('Counts how often an automated action would have fired over past events. Nothing is sent.')
    .option('--days <number>', 'how many days of events', parseNumber, 30)
    .action(async (action: string, options: BacktestOptions, self: Command) => {
      const { runAndFollow } = await import('../runs/follow_run.ts')
      await runAndFollow(options, outputOf(self), {
        kind: 'action',
        request: { action, dry_run: true, days: options.days },
      })
    })
  addExamples(addRunOptions(command), ['npx sluice backtest repeat_buyer --days 90'], runNotes)
}
