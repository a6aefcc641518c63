/** Command line: `sluice cost` calculates what a month of a stack costs. */
import { Option, type Command } from 'commander'
import { dataDirOption, localOption } from '../environment/options.ts'
import type { CostOptions } from '../inspect/cost_report.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'
import { parseAmount, parseBytes, parseDays, parsePositive, parseTable } from '../terminal/values.ts'

export function addCost(program: Command): void {
  const command = program
    .command('cost')
    .description('Calculates what a month of a stack costs, item by item, in US dollars.')
    .option(
      '--events <number>',
      'events of a month: 50M, 200k or 1500 (default: those of the last 30 days of the environment)',
      parseAmount,
    )
    .option(
      '--bytes <number>',
      'bytes of an event as JSON (default: the mean of the environment, or 550)',
      parseAmount,
    )
    .option(
      '--destinations <number>',
      'how many destinations an event goes to (default: the mean of the environment, or as many as the stack has)',
      parseAmount,
    )
    .option('--per-request <number>', 'how many events producers send in a request', parsePositive, 1)
    .addOption(
      new Option(
        '--mode <mode>',
        'how store and forward get their messages (default: as the stack says)',
      ).choices(['push', 'drain']),
    )
    .option(
      '--region <region>',
      'Cloud Run region with whose prices to calculate (default: as the stack says)',
    )
    .option(
      '--retention <days>',
      'days for which rows are kept, 0 for no limit (default: sluice:retention of the stack)',
      parseDays,
    )
    .option(
      '--queries <bytes>',
      'what analysts’ queries read in a month: 2TiB, 500GiB (default: 0)',
      parseBytes,
    )
    .option(
      '--compression <ratio>',
      'logical bytes of rows to their physical bytes, for storage that is billed by physical bytes',
      parsePositive,
    )
    .option(
      '--events-per-user <number>',
      'events of a user in a month, for prices by users',
      parsePositive,
      100,
    )
    .option(
      '--billing-table <table>',
      'billing export, project.dataset.table, whose last 30 days are shown beside the estimate',
      parseTable,
    )
    .option(
      '--scale',
      'prints instances, backlogs and quotas for 1M, 100M and 1B events a day, or for --events',
    )
    .option('--stack <name>', 'the stack of Pulumi.<name>.yaml (default: of the environment, or example)')
    .addOption(
      new Option(
        '--project <id>',
        'Google Cloud project whose last 30 days are calculated (default: GOOGLE_CLOUD_PROJECT)',
      ),
    )
    .addOption(localOption())
    .addOption(dataDirOption())
    .action(async (options: CostOptions & { scale?: boolean }, self: Command) => {
      const { note, result } = outputOf(self)
      if (options.scale) {
        const { scaleReport } = await import('../inspect/scale_report.ts')
        const { document, text } = await scaleReport(options)
        return result(document, text)
      }
      const [{ costReport }, { formatCost }, { formatCeiling, formatReal, formatBilled }] = await Promise.all(
        [
          import('../inspect/cost_report.ts'),
          import('../inspect/cost_text.ts'),
          import('../inspect/cost_beside.ts'),
        ],
      )
      const { calculation, real, billed, webDoors } = await costReport(options, note)
      result(
        {
          ...calculation,
          ...(real && { real }),
          ...(billed && { billed }),
          ...(webDoors && { webDoors }),
        },
        [
          ...(real ? [formatReal(real)] : []),
          formatCost(calculation),
          ...(billed ? [formatBilled(billed, calculation)] : []),
          ...(webDoors ? [formatCeiling(webDoors)] : []),
        ].join('\n\n'),
      )
    })
  addExamples(
    command,
    [
      'npx sluice cost --events 50M',
      'npx sluice cost --events 1G --mode drain --per-request 100 --queries 2TiB',
      'npx sluice cost --events 200k --bytes 900 --destinations 3 --stack prod --region europe-west3',
      'npx sluice cost --scale --stack prod',
      'npx sluice cost --project acme-events-prod --json',
      'npx sluice cost --project acme-events-prod --billing-table acme-billing.billing.gcp_billing_export_v1_012345',
    ],
    ['Without --events it reads hourly counts of the environment, megabytes, and no event.'],
  )
}
