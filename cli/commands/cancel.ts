/** Command line: `sluice cancel` stops a run. Events that it has sent are not recalled. */
import type { Command } from 'commander'
import { addConsoleOptions, type ConsoleOptions } from '../runs/options.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'

interface CancelOptions extends ConsoleOptions {
  wait: boolean
}

export function addCancel(program: Command): void {
  const command = program
    .command('cancel')
    .argument('<id>', 'id of the run; "npx sluice runs" lists them')
    .description('Stops a run, and waits until it has stopped. Events already sent are not recalled.')
    .option('--no-wait', 'do not wait')
    .action(async (id: string, options: CancelOptions, self: Command) => {
      const [{ follow, openConsole }, { endingOf }] = await Promise.all([
        import('../runs/follow_run.ts'),
        import('../runs/run_text.ts'),
      ])
      const output = outputOf(self)
      const api = await openConsole(options, output)
      const path = `runs/${encodeURIComponent(id)}`
      // Throws for a run that does not exist.
      await api.get(path)
      await api.post(`${path}:cancel`, {})
      const requested = `Requested that run ${id} stops.`
      if (!options.wait) return output.result({ run_id: id, state: 'cancel_requested' }, requested)
      output.note(requested)
      const run = await follow(api, id, output)
      output.result(run, endingOf(run))
    })
  addExamples(addConsoleOptions(command), ['npx sluice cancel 1795278760050019'])
}
