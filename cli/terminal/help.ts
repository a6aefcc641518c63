/** Command line: the parts of a help text that commander does not write. */
import type { Command } from 'commander'
import { CliError } from './cli_error.ts'

/** Adds examples, one command a line, and notes below the options. */
export function addExamples(
  command: Command,
  examples: readonly string[],
  notes: readonly string[] = [],
): Command {
  const lines = ['', 'Examples:', ...examples.map((example) => `  ${example}`)]
  if (notes.length > 0) lines.push('', ...notes)
  return command.addHelpText('after', lines.join('\n'))
}

/** Throws for the first of the options that is missing. Commander's own check comes before that of unknown options, so that a misspelt
 * required option would be missing instead of misspelt. */
export function requireOptions(command: Command, ...names: readonly string[]): void {
  const missing = names.find((name) => command.getOptionValue(name) === undefined)
  if (missing === undefined) return
  const flags = command.options.find((option) => option.attributeName() === missing)?.flags ?? `--${missing}`
  throw new CliError(
    'INVALID_ARGUMENT',
    `Missing option: ${flags}. See "npx sluice ${command.name()} --help".`,
  )
}
