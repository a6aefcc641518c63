/** Operating: `npx sluice replay`: sends events of the warehouse to one destination again. */
import { parseArgs } from 'node:util'
import { defaultRatePerSecond } from '../../schemas/default_rate.ts'
import { runCommand } from './environment.ts'
import { runAndFollow, runHelp, runOptions } from './follow_run.ts'
import { timeOption, number } from './options.ts'

const help = `npx sluice replay --destination <id> --from <time> [options]    sends stored events to a destination again

  --destination <id>   where to
  --from <time>        events that the bus accepted at this time or later, such as 2026-03-14T09:00:00Z
  --to <time>          and before this time (default: now)
  --where <condition>  GoogleSQL condition on the row of an event, such as "event_name = 'purchase'"
  --outcome <outcome>  only events of which this has become: skipped, refused, dead, restricted, undecided, delivered;
                       pending, deferred: what the bus still has, unless its subscription was lost. Can be given several times
                       (default: skipped, refused, dead, restricted and undecided)
  --again              also what is delivered already
  --rate <number>      events per second (default: ${defaultRatePerSecond})
  --dry-run            only says how many would be sent
${runHelp}`

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      ...runOptions,
      destination: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string', default: new Date().toISOString() },
      where: { type: 'string' },
      outcome: { type: 'string', multiple: true },
      again: { type: 'boolean', default: false },
      rate: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(help)
  const { destination, where, outcome, rate } = values
  if (!destination) throw new Error('Say where to: --destination <id>. --help tells the options.')
  await runAndFollow(values, 'replay', {
    destination,
    from: timeOption('from', values.from),
    to: timeOption('to', values.to),
    where,
    outcomes: outcome,
    ...(rate !== undefined && { rate: number('rate', rate) }),
    ...(values.again && { again: true }),
    ...(values['dry-run'] && { dry_run: true }),
  })
})
