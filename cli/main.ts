/** Command line: runs one command, prints its error for a person or as JSON, and sets the exit code. */
import { CommanderError, type Command } from 'commander'
import { createProgram } from './program.ts'
import { CliError } from './terminal/cli_error.ts'
import { exitCodeOf, exitCodes } from './terminal/exit_codes.ts'
import { explainError } from './terminal/explain_error.ts'

interface GlobalOptions {
  json?: boolean
  debug?: boolean
}

/** `args` are those after the name of the command. */
export async function main(args: readonly string[]): Promise<void> {
  // The reader of the output has ended, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? exitCodes.done : exitCodes.failed)
  })
  const program = createProgram()
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError && isHelp(error)) {
      process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage
      return
    }
    printError(error, program)
    // What the command has opened may keep the process alive, such as the servers of a stack that could not start.
    await Promise.all([process.stdout, process.stderr].map(flushed))
    process.exit()
  }
}

/** Resolves once what was written is handed to the system. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()))
}

/** Whether commander has printed a help text or the version. */
function isHelp({ code }: CommanderError): boolean {
  return ['commander.helpDisplayed', 'commander.help', 'commander.version'].includes(code)
}

function printError(error: unknown, program: Command): void {
  const { json, debug } = program.opts<GlobalOptions>()
  const explained = error instanceof CommanderError ? usageError(error, program) : explainError(error)
  process.exitCode = explained ? exitCodeOf(explained.status) : exitCodes.bug
  const shown = explained ?? new CliError('INTERNAL', bugMessage(error), { cause: error })
  if (json) process.stdout.write(`${JSON.stringify(shown.body, null, 2)}\n`)
  else process.stderr.write(`Error: ${shown.message}\n`)
  if (debug) process.stderr.write(`${stackOf(error)}\n`)
}

/** `error: unknown option '--form'\n(Did you mean --from?)` → `Unknown option '--form'. Did you mean --from? See …` */
function usageError({ message }: CommanderError, program: Command): CliError {
  const [text = '', meant] = message.replace(/^error: /, '').split('\n')
  const verb = program.args.find((each) => program.commands.some((command) => command.name() === each))
  const help = ['npx sluice', ...(verb === undefined ? [] : [verb]), '--help'].join(' ')
  const sentences = [
    `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/\.?$/, '.'),
    ...(meant === undefined ? [] : [meant.replace(/^\((.*)\)$/, '$1')]),
    `See "${help}".`,
  ]
  return new CliError('INVALID_ARGUMENT', sentences.join(' '))
}

function bugMessage(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return `sluice failed unexpectedly: ${text}\nThis is a bug. Run the command again with --debug for the stack trace.`
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = error.stack ?? error.message
  return error.cause === undefined ? own : `${own}\nCaused by: ${stackOf(error.cause)}`
}
