/** Operating: `npx sluice reprocess`: processes messages of the quarantine again, once what was wrong with them is mended. */
import { parseArgs } from 'node:util'
import { defaultRatePerSecond } from '../../schemas/default_rate.ts'
import { runCommand } from './environment.ts'
import { runAndFollow, runHelp, runOptions } from './follow_run.ts'
import { timeOption, number } from './options.ts'

const help = `npx sluice reprocess --from <time> [options]    makes events of quarantined messages that can be read now

  --from <time>        messages that the bus accepted at this time or later, such as 2026-03-14T09:00:00Z
  --to <time>          and before this time (default: now)
  --where <condition>  GoogleSQL condition on the row in quarantine, such as "reason = 'unknown_event' AND event_name = 'order_shipped'"
  --rate <number>      messages per second (default: ${defaultRatePerSecond})
  --dry-run            only says what would become of them
${runHelp}`

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      ...runOptions,
      from: { type: 'string' },
      to: { type: 'string', default: new Date().toISOString() },
      where: { type: 'string' },
      rate: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(help)
  const { where, rate } = values
  await runAndFollow(values, 'reprocess', {
    from: timeOption('from', values.from),
    to: timeOption('to', values.to),
    where,
    ...(rate !== undefined && { rate: number('rate', rate) }),
    ...(values['dry-run'] && { dry_run: true }),
  })
})
