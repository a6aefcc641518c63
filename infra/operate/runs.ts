/** Operating: `npx sluice runs`: lists the latest runs over the warehouse, or follows one. */
import { parseArgs } from 'node:util'
import type { ConsoleRun } from './console_api.ts'
import { runCommand } from './environment.ts'
import { consoleHelp, follow, openConsole, runOptions } from './follow_run.ts'
import { countsText, titleOf } from './run_text.ts'

const help = `npx sluice runs [options]         the latest runs: syncs, actions, replays, reprocessing, erasures
npx sluice runs <id> [options]    one run, with what it found; one that goes on is followed

  --kind <kind>      only those of this kind: sync, action, replay, reprocess, erasure
${consoleHelp}`

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { ...runOptions, kind: { type: 'string', default: '' } },
    allowPositionals: true,
  })
  if (values.help) return console.log(help)
  const api = await openConsole(values)
  const [id] = positionals
  if (id !== undefined) {
    // Throws for a run that there is not, instead of waiting for it.
    const told = (await api.get(`runs/${encodeURIComponent(id)}`)) as ConsoleRun
    console.log(`${titleOf(told)}, asked for at ${told.requested_at}`)
    return follow(api, id)
  }
  const { runs } = (await api.get(`runs?${new URLSearchParams({ kind: values.kind })}`)) as {
    runs: readonly ConsoleRun[]
  }
  if (runs.length === 0) console.log('There are no runs.')
  for (const told of runs) {
    const { run_id, requested_at, state, reason, counts } = told
    const why = reason === null ? '' : `: ${reason}`
    console.log(`${run_id}  ${requested_at}  ${titleOf(told)}  ${state}${why}  ${countsText(counts)}`)
  }
})
