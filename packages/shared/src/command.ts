/** Commands: start a server over a data directory, print its environment variables, and stop it on SIGINT or SIGTERM. */
import { openDataDirectory } from './data_directory.ts'
import { isHelp, helpText, parseOptions, type CommandOptions, type OptionValues } from './command_options.ts'
import { StartError, UsageError } from './command_errors.ts'

export interface Command<Name extends string> extends CommandOptions<Name> {
  start: (settings: ServerSettings<Name>) => Promise<RunningServer>
}

export interface ServerSettings<Name extends string> {
  port: number
  /** The data directory. It exists, and no other process has it open. */
  dir: string
  /** The values of the command's own options. */
  values: OptionValues<Name>
}

export interface RunningServer {
  /** What runs where, such as `BigQuery emulator of project p on http://127.0.0.1:9050`. */
  status: string
  /** The environment variables that make clients use the server. */
  environment: Readonly<Record<string, string>>
  close: () => Promise<void>
}

/** Runs the command until SIGINT or SIGTERM. A second signal ends the process at once. */
export async function runCommand<Name extends string>(
  command: Command<Name>,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  try {
    if (isHelp(args)) console.log(helpText(command))
    else await serve(command, args)
  } catch (error) {
    console.error(`${command.name}: ${messageOf(error)}`)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

async function serve<Name extends string>(command: Command<Name>, args: readonly string[]): Promise<void> {
  const { port, dataDir, values } = parseOptions(command, args)
  const stopped = nextSignal()
  const directory = await openDataDirectory(dataDir)
  try {
    const { status, environment, close } = await command.start({ port, dir: directory.path, values })
    const variables = Object.entries(environment).map(([name, value]) => `export ${name}=${value}`)
    console.log([`${status}, ${directory.description}. Ctrl+C stops it.`, ...variables].join('\n'))
    await stopped
    await close()
  } finally {
    await directory.release()
  }
}

function nextSignal(): Promise<void> {
  return new Promise((resolve) => {
    function stop(): void {
      process.off('SIGINT', stop).off('SIGTERM', stop)
      resolve()
    }
    process.on('SIGINT', stop).on('SIGTERM', stop)
  })
}

/** A failure that the user can correct needs no stack trace. Any other is a bug, and the trace says where. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error)
    return `Port ${String(error.port)} is in use. Choose another one with --port, or a free one with --port 0.`
  const isCorrectable = error instanceof UsageError || error instanceof StartError || 'syscall' in error
  return isCorrectable ? error.message : (error.stack ?? error.message)
}
