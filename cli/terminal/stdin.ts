/** Command line: values of options that are read from stdin, so that they are in no history of a shell and in no list of processes. */
import { text } from 'node:stream/consumers'
import { CliError } from './cli_error.ts'

/** Replaces `-` by the text of stdin, without spaces around it. Throws if several values are `-`, or stdin is empty. */
export async function oneStdin(
  values: readonly (string | undefined)[],
): Promise<readonly (string | undefined)[]> {
  const asked = values.filter((value) => value === '-').length
  if (asked === 0) return values
  if (asked > 1) throw new CliError('INVALID_ARGUMENT', 'Only one option can be read from stdin.')
  const read = (await text(process.stdin)).trim()
  if (read === '') throw new CliError('INVALID_ARGUMENT', 'Stdin is empty: expected the value of the option.')
  return values.map((value) => (value === '-' ? read : value))
}
