/** Operating: `npx sluice backtest`: tells how often an automated action would have fired, before it is put in force. */
import { parseArgs } from 'node:util'
import { runCommand } from './environment.ts'
import { runAndFollow, runHelp, runOptions } from './follow_run.ts'
import { number } from './options.ts'

const help = `npx sluice backtest <action> [options]    goes through the events of the last days; nothing is sent

  --days <number>    how many days (default: 30)
${runHelp}`

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { ...runOptions, days: { type: 'string', default: '30' } },
    allowPositionals: true,
  })
  if (values.help) return console.log(help)
  const [action, ...others] = positionals
  if (!action || others.length > 0)
    throw new Error('Name one action: npx sluice backtest <action>. --help tells the options.')
  await runAndFollow(values, 'action', { action, dry_run: true, days: number('days', values.days) })
})
