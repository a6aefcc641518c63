/** Command line: `sluice demo` runs a shop with thirty days of events and with live traffic on this machine. */
import { InvalidArgumentError, type Command } from 'commander'
import { demoDirOf } from '../environment/local_stack.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'
import { parsePort, portOfEnvironment } from '../environment/ports.ts'

interface DemoCommandOptions {
  port?: number
  dataDir?: string
  days: number
  /** False with `--no-live`. */
  live: boolean
  reset?: boolean
}

const defaultDays = 30

export function addDemo(program: Command): void {
  const command = program
    .command('demo')
    .description(
      'Runs a shop on this machine, with thirty days of events and with live traffic, until Ctrl-C.',
    )
    .option('--port <number>', 'base port, as of "sluice start" (default: SLUICE_PORT, or 8080)', parsePort)
    .option(
      '--data-dir <folder>',
      'data of the demo (default: SLUICE_DATA_DIR, or .local/demo of the checkout)',
    )
    .option('--days <number>', 'length of the history that a new demo gets, 1 to 30', parseDays, defaultDays)
    .option('--no-live', 'send no events while it runs')
    .option('--reset', 'remove the data of the demo, and end')
    .action(async (options: DemoCommandOptions, self: Command) => {
      const dir = demoDirOf(options.dataDir)
      const output = outputOf(self)
      if (options.reset) {
        const { removeDemo } = await import('../../local/demo/folder.ts')
        const removed = await removeDemo(dir)
        output.result({ dir, removed }, removed ? `Removed ${dir}.` : `There is no demo in ${dir}.`)
        return
      }
      await runDemo({ ...options, dir })
    })
  addExamples(
    command,
    ['npx sluice demo', 'npx sluice demo --days 7 --port 9080', 'npx sluice demo --reset'],
    [
      'The data of "sluice start" is not touched: the demo has a folder and settings (Pulumi.demo.yaml) of its own.',
    ],
  )
}

/** Starts the demo, prints its addresses, and ends it on a signal. */
export async function runDemo({
  port,
  dir,
  days = defaultDays,
  live = true,
}: Partial<DemoCommandOptions> & { dir: string }): Promise<void> {
  const [{ startDemo }, { demoGreeting }, { endOnSignal }, { alertText }] = await Promise.all([
    import('../../local/demo/start.ts'),
    import('../../local/demo/greeting.ts'),
    import('../../local/end_on_signal.ts'),
    import('../../local/alert_text.ts'),
  ])
  console.log(`Starting the demo in ${dir}: the stack, then ${days} days of events …\n`)
  const begun = performance.now()
  const stack = await startDemo({
    port: port ?? portOfEnvironment(),
    dir,
    days,
    live,
    log: (line) => console.error(alertText(line) ?? line),
  })
  console.log(demoGreeting(stack, dir, (performance.now() - begun) / 1000))
  endOnSignal(stack.close)
}

function parseDays(text: string): number {
  const days = Number(text)
  if (/^\d+$/.test(text) && days >= 1 && days <= 30) return days
  throw new InvalidArgumentError('Expected a number of days from 1 to 30.')
}
