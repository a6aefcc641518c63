/** Command line: `sluice health` checks the health now, as the scheduled run does. */
import type { Command } from 'commander'
import { addRunOptions, runNotes, type RunVerbOptions } from '../runs/options.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'

export function addHealth(program: Command): void {
  const command = program
    .command('health')
    .description('Checks the destinations, the quarantine and the number of events, and lists the problems.')
    .action(async (options: RunVerbOptions, self: Command) => {
      const { runAndFollow } = await import('../runs/follow_run.ts')
      await runAndFollow(options, outputOf(self), { kind: 'health', request: {} })
    })
  addExamples(
    addRunOptions(command),
    ['npx sluice health', 'npx sluice health --project acme-events-prod --json'],
    runNotes,
  )
}
