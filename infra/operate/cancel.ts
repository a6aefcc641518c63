/** Operating: `npx sluice cancel`: asks a run over the warehouse to stop. What it has sent stays sent. */
import { parseArgs } from 'node:util'
import { runCommand } from './environment.ts'
import { consoleHelp, follow, openConsole, runOptions } from './follow_run.ts'

const help = `npx sluice cancel <id> [options]    asks a run to stop, and waits until it has

  --no-wait          does not wait
${consoleHelp}`

await runCommand(async () => {
  const { values, positionals } = parseArgs({ options: runOptions, allowPositionals: true })
  if (values.help) return console.log(help)
  const [id, ...others] = positionals
  if (!id || others.length > 0)
    throw new Error('Name one run: npx sluice cancel <id>. "npx sluice runs" lists them.')
  const api = await openConsole(values)
  await api.get(`runs/${encodeURIComponent(id)}`)
  await api.post(`runs/${encodeURIComponent(id)}:cancel`, {})
  console.log(`Run ${id} is asked to stop.`)
  if (values['no-wait']) return
  await follow(api, id)
  // It was to stop, and has.
  process.exitCode = 0
})
