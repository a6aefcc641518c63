/** Command line: the options of the commands that read stored events. */
import { Option, type Command } from 'commander'
import { outcomes } from '../../schemas/outcome.ts'
import { addConsoleOptions, type ConsoleOptions } from '../runs/options.ts'
import { parseAmount } from '../terminal/values.ts'

export interface EventOptions extends ConsoleOptions {
  personal?: boolean
  maxBytes?: number
}

/** `limits`: what --max-bytes limits. */
export function addEventOptions(command: Command, limits: string): Command {
  return addConsoleOptions(
    command
      .option('--personal', 'show values that may identify a person (default: hidden)')
      .option('--max-bytes <amount>', limits, parseAmount),
  )
}

/** What one query may read. */
export const maxBytesOfQuery = 'bytes that one query may read, such as 500M (default: 1 GiB, at most 20 GiB)'

export function outcomeOption(): Option {
  return new Option('--outcome <outcome>', 'only events with this outcome at a destination').choices([
    ...Object.keys(outcomes),
    'pending',
  ])
}

/** What the help of each of these commands says. */
export const eventNotes = [
  'The console answers, with your own rights: reading events takes sluice:analysts.',
  'Values that may identify a person are hidden unless --personal is given: what a terminal shows is copied into tickets and logs.',
] as const
