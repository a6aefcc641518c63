/** Command line: reads the base port of a local stack. */
import { InvalidArgumentError } from 'commander'
import { CliError } from '../terminal/cli_error.ts'

export function portOfEnvironment(): number {
  const text = process.env['SLUICE_PORT']
  if (text === undefined) return 8080
  if (isBasePort(text)) return Number(text)
  throw new CliError(
    'INVALID_ARGUMENT',
    `SLUICE_PORT should be a port from 1 to 65532, or 0 for free ones; it is "${text}".`,
  )
}

/** Whether the three ports above it exist, too. */
function isBasePort(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) <= 65_532
}

export function parsePort(text: string): number {
  if (isBasePort(text)) return Number(text)
  throw new InvalidArgumentError('Expected a port from 1 to 65532, or 0 for free ones.')
}
