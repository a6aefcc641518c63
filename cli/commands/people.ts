/** Command line: `sluice people` searches the new events for links between identifiers now, as the scheduled run does. */
import type { Command } from 'commander'
import { addRunOptions, runNotes, type RunVerbOptions } from '../runs/options.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'

export function addPeople(program: Command): void {
  const command = program
    .command('people')
    .description('Searches the new events for identifiers of one person, which view people shows.')
    .action(async (options: RunVerbOptions, self: Command) => {
      const { runAndFollow } = await import('../runs/follow_run.ts')
      await runAndFollow(options, outputOf(self), { kind: 'people', request: {} })
    })
  addExamples(
    addRunOptions(command),
    ['npx sluice people', 'npx sluice people --project acme-events-prod --json'],
    runNotes,
  )
}
