/** Command line: `sluice runs` lists the latest runs, or follows one. */
import type { Command } from 'commander'
import { workKinds, type RunSummary } from '../../schemas/run_summary.ts'
import type { ConsoleApi } from '../environment/console_api.ts'
import { addConsoleOptions, type ConsoleOptions } from '../runs/options.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf, type Output } from '../terminal/output.ts'

interface RunsOptions extends ConsoleOptions {
  kind?: string
}

export function addRuns(program: Command): void {
  const command = program
    .command('runs')
    .argument('[id]', 'id of a run: shows it with its result, and follows it while it works')
    .description('Lists the latest runs: syncs, actions, replays, reprocessing, erasures, checks.')
    .option('--kind <kind>', `only runs of this kind: ${workKinds.join(', ')}`)
    .action(async (id: string | undefined, options: RunsOptions, self: Command) => {
      const { openConsole } = await import('../runs/follow_run.ts')
      const output = outputOf(self)
      const api = await openConsole(options, output)
      await (id === undefined ? list(api, options.kind ?? '', output) : show(api, id, output))
    })
  addExamples(
    addConsoleOptions(command),
    [
      'npx sluice runs --kind erasure',
      'npx sluice runs 1795278760050019',
      `npx sluice runs --json | jq '.runs[] | select(.state == "failed") | .run_id'`,
    ],
    ['With an id, the command exits with 1 unless the run has finished.'],
  )
}

async function list(api: ConsoleApi, kind: string, output: Output): Promise<void> {
  const { titleOf, countsText, openText } = await import('../runs/run_text.ts')
  const { runs } = (await api.get(`runs?${new URLSearchParams({ kind })}`)) as { runs: readonly RunSummary[] }
  const lines = runs.map((run) => {
    const { run_id, requested_at, state, reason, counts } = run
    if (run.finished_at === null) return `${run_id}  ${requested_at}  ${titleOf(run)}  ${openText(run)}`
    const why = reason === null ? '' : `: ${reason}`
    return `${run_id}  ${requested_at}  ${titleOf(run)}  ${state}${why}  ${countsText(counts)}`
  })
  output.result({ runs }, runs.length === 0 ? 'There are no runs.' : lines)
}

async function show(api: ConsoleApi, id: string, output: Output): Promise<void> {
  const [{ follow, printEnd }, { titleOf }] = await Promise.all([
    import('../runs/follow_run.ts'),
    import('../runs/run_text.ts'),
  ])
  // Throws for a run that does not exist, instead of waiting for it.
  const run = (await api.get(`runs/${encodeURIComponent(id)}`)) as RunSummary
  output.note(`${titleOf(run)}, requested at ${run.requested_at}`)
  printEnd(run.finished_at === null ? await follow(api, id, output) : run, output)
}
