/** Command line: `sluice start` runs the whole of Sluice on this machine. */
import { join } from 'node:path'
import type { Command } from 'commander'
import { dataDirOf, demoDirOf, readStackInfo } from '../environment/local_stack.ts'
import { dataDirOption } from '../environment/options.ts'
import { parsePort, portOfEnvironment } from '../environment/ports.ts'
import { CliError } from '../terminal/cli_error.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'

interface StartCommandOptions {
  port?: number
  dataDir?: string
  config?: string
  /** True without a function. */
  inspect?: string | true
  watch?: boolean
  demo?: boolean
  /** False with `--no-schedules`. */
  schedules: boolean
}

export function addStart(program: Command): void {
  const command = program
    .command('start')
    .description('Runs the whole of Sluice on this machine until Ctrl-C. The data stays.')
    .option(
      '--port <number>',
      'base port; Pub/Sub, BigQuery and the third party take the next three. 0 takes free ones (default: SLUICE_PORT, or 8080)',
      parsePort,
    )
    .addOption(dataDirOption())
    .option(
      '--config <file>',
      'settings in the form of Pulumi.<stack>.yaml (default: SLUICE_CONFIG, or Pulumi.local.yaml)',
    )
    .option('--inspect [function[=port]]', 'let a debugger attach to a function, or to all of them')
    .option('--no-schedules', 'start no run by its schedule: syncs, actions and checks run when asked')
    .option('--demo', 'as "sluice demo": a shop with thirty days of events, in a folder of its own')
    .option('--watch', 'rebuild and restart a function when its code changes')
    .action(
      async (
        { port, dataDir, config, inspect, watch, demo, schedules }: StartCommandOptions,
        self: Command,
      ) => {
        if (demo) {
          const { runDemo } = await import('./demo.ts')
          return runDemo({ ...(port !== undefined && { port }), dir: demoDirOf(dataDir) })
        }
        const dir = dataDirOf(dataDir)
        process.env['SLUICE_DATA_DIR'] = dir
        process.env['SLUICE_PORT'] = String(port ?? portOfEnvironment())
        if (config !== undefined) process.env['SLUICE_CONFIG'] = config
        const { json } = self.optsWithGlobals<{ json?: boolean }>()
        // With --json stdout is for the document alone.
        if (json) console.log = console.error
        const { start } = await import('../../local/start.ts')
        await start({ inspect: inspect === true ? '' : inspect, watch, schedules })
        if (!json) return
        const stack = await readStackInfo(dir)
        if (!stack)
          throw new CliError('UNAVAILABLE', `There is no ${join(dir, 'stack.json')}: the stack has ended.`)
        outputOf(self).result(stack, '')
      },
    )
  addExamples(
    command,
    [
      'npx sluice start',
      'npx sluice start --port 9080 --data-dir ../sluice-data',
      'npx sluice start --watch --inspect store=9229',
    ],
    [
      'Needs no cloud account. With --json it prints one document once the stack runs: what stack.json in the data folder holds, tokens',
      'included. The lines of the functions go to stderr.',
    ],
  )
}
