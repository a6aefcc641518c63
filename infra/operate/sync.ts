/** Operating: `npx sluice sync`: runs a sync now, whatever its schedule says. */
import { parseArgs } from 'node:util'
import { runCommand } from './environment.ts'
import { runAndFollow, runHelp, runOptions } from './follow_run.ts'

const help = `npx sluice sync <name> [options]    sends what has changed in the model of a sync since it was last delivered

  --dry-run            only says what has changed, with samples of what would be sent
  --accept-schema      takes the columns of the model as they are now
  --accept-removals    lets more rows be removed than its guards allow
${runHelp}`

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: {
      ...runOptions,
      'dry-run': { type: 'boolean', default: false },
      'accept-schema': { type: 'boolean', default: false },
      'accept-removals': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  if (values.help) return console.log(help)
  const [sync, ...others] = positionals
  if (!sync || others.length > 0)
    throw new Error('Name one sync: npx sluice sync <name>. --help tells the options.')
  await runAndFollow(values, 'sync', {
    sync,
    ...(values['dry-run'] && { dry_run: true }),
    ...(values['accept-schema'] && { accept_schema: true }),
    ...(values['accept-removals'] && { accept_removals: true }),
  })
})
