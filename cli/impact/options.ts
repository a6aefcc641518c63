/** Command line: the options of `sluice plan --impact`. */
import { InvalidArgumentError, type Command } from 'commander'
import { dataDirOption, localOption } from '../environment/options.ts'
import { parseAmount, parseTime } from '../terminal/values.ts'

export function addImpactOptions(command: Command): Command {
  return command
    .option(
      '--impact <period>',
      'what would change for the stored events of this period: 30m, 24h or 7d',
      parsePeriod,
    )
    .option('--base <commit>', 'what the impact is compared with: a commit, or a file with settings', 'HEAD')
    .option('--settings <file>', 'file with the changed settings, in place of Pulumi.<stack>.yaml')
    .option('--at <time>', 'end of the period, and the clock for the age of events (default: now)', parseTime)
    .option(
      '--max-events <number>',
      'examine a random sample of at most so many events',
      parseAmount,
      100_000,
    )
    .option('--max-bytes <number>', 'bytes that BigQuery may read: 500M or 20G', parseAmount, 20e9)
    .option('--max-seconds <number>', 'stop after so many seconds, with the sample so far', parseAmount, 120)
    .option('--examples', 'with the ids of some events')
    .option('--project <id>', 'Google Cloud project with the events (default: that of the settings)')
    .addOption(localOption())
    .addOption(dataDirOption())
}

/** Length of each unit in ms. */
const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** `24h` → ms. */
function parsePeriod(text: string): number {
  const [, digits, unit] = /^(\d{1,4})([mhd])$/.exec(text) ?? []
  const length = Number(digits) * (units[unit as keyof typeof units] ?? 0)
  if (length > 0) return length
  throw new InvalidArgumentError('Expected a period such as 30m, 24h or 7d.')
}
