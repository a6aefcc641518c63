/** Command line: the options of the commands that work with runs. */
import type { Command } from 'commander'
import { addEnvironmentOptions, type EnvironmentOptions } from '../environment/options.ts'
import { parseUrl } from '../terminal/values.ts'

export interface ConsoleOptions extends EnvironmentOptions {
  console?: string
}

export interface RunVerbOptions extends ConsoleOptions {
  wait: boolean
}

export function addConsoleOptions(command: Command): Command {
  return addEnvironmentOptions(
    command.option(
      '--console <url>',
      'address of the console, if an edge stands before it or you may not look it up (pulumi stack output consoleUrl)',
      parseUrl,
    ),
  )
}

export function addRunOptions(command: Command): Command {
  return addConsoleOptions(command.option('--no-wait', 'do not follow the run'))
}

/** What the help of each command that requests a run says. */
export const runNotes = [
  'The run works in the cloud, with the rights of Sluice. Requesting one takes sluice:operators.',
  'The command follows the run until it ends, and exits with 1 unless the run has finished. Ctrl-C stops following, not the run.',
] as const
