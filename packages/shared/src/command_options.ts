/** Options of commands: parsing and help. Every command has --port, --data-dir and --help. */
import { parseArgs } from 'node:util'
import { UsageError } from './command_errors.ts'

export interface CommandOption {
  /** Placeholder of the value in the help text, such as `<id>`. */
  value: string
  description: string
  default?: string
}

export interface CommandOptions<Name extends string> {
  /** Name of the program, such as `sluice-bigquery-emulator`. */
  name: string
  summary: string
  defaultPort: number
  /** Options of this command alone. */
  options: Readonly<Record<Name, CommandOption>>
  /** Complete command lines. */
  examples: readonly string[]
}

/** Values by option. An option without a value and without a default is absent. */
export type OptionValues<Name extends string> = Readonly<Partial<Record<Name, string>>>

/** True if the arguments ask for help. */
export function isHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h')
}

/** Parses the arguments. Throws a UsageError that names the mistake. */
export function parseOptions<Name extends string>(
  command: CommandOptions<Name>,
  args: readonly string[],
): { port: number; dataDir: string | undefined; values: OptionValues<Name> } {
  const options = optionsOf(command)
  const parsed = parseTexts(Object.keys(options), args)
  const entries = Object.entries(options).map(([name, option]) => [name, parsed[name] ?? option.default])
  const values = Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >
  return {
    port: parsePort(values['port']!),
    dataDir: values['data-dir'],
    values: values as OptionValues<Name>,
  }
}

function optionsOf({
  defaultPort,
  options,
}: CommandOptions<string>): Readonly<Record<string, CommandOption>> {
  return {
    port: {
      value: '<port>',
      description: 'Port on 127.0.0.1; 0 takes a free one.',
      default: `${defaultPort}`,
    },
    'data-dir': {
      value: '<folder>',
      description: 'Keeps the data here. Without it, data is lost when the server stops.',
    },
    ...options,
  }
}

function parseTexts(names: readonly string[], args: readonly string[]): Readonly<Record<string, string>> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  try {
    const { values } = parseArgs({ args: [...args], options })
    return values as Readonly<Record<string, string>>
  } catch (error) {
    // Node's messages continue with advice on `--`, which these commands do not need.
    const [message] = (error as Error).message.split(/\.(?= )|\n/, 1)
    throw new UsageError(`${message?.replace(/\.$/, '')}. See --help.`, { cause: error })
  }
}

function parsePort(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) > 65_535)
    throw new UsageError(`Invalid --port "${text}": expected a number from 0 to 65535.`)
  return Number(text)
}

/** Returns what `--help` prints. */
export function helpText(command: CommandOptions<string>): string {
  const rows = Object.entries(optionsOf(command)).map(
    ([name, { value, description, default: preset }]) =>
      [`--${name} ${value}`, preset ? `${description} Default: ${preset}.` : description] as const,
  )
  const all = [...rows, ['-h, --help', 'Prints this text.'] as const]
  const width = Math.max(...all.map(([option]) => option.length)) + 2
  return [
    `Usage: ${command.name} [options]`,
    '',
    command.summary,
    '',
    'Options:',
    ...all.map(([option, description]) => `  ${option.padEnd(width)}${description}`),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${example}`),
    '',
    'Exit codes: 0 after SIGINT or SIGTERM, 1 if the server cannot start, 2 for a mistake in the options.',
  ].join('\n')
}
