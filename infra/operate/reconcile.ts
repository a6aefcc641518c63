/** Operating: `npx sluice reconcile`: checks now whether the promises hold, as the daily run does. */
import { parseArgs } from 'node:util'
import { dailyCheck } from '../../schemas/daily_check.ts'
import { runCommand } from './environment.ts'
import { runAndFollow, runHelp, runOptions } from './follow_run.ts'
import { number } from './options.ts'

const help = `npx sluice reconcile [options]    checks whether the promises hold; ends with 1 and the broken counts when one does not

  --days <number>    how many days before today are checked, ${dailyCheck.maxDays} at most (default: ${dailyCheck.days})
${runHelp}`

await runCommand(async () => {
  const { values } = parseArgs({ options: { ...runOptions, days: { type: 'string' } } })
  if (values.help) return console.log(help)
  await runAndFollow(values, 'reconcile', {
    ...(values.days !== undefined && { days: number('days', values.days) }),
  })
})
