/** Command line: the exit codes of `sluice`, as `sluice --help` and docs/operations.md list them. */
import type { StatusCode } from '../../schemas/status.ts'

export const exitCodes = {
  done: 0,
  /** The command did its work, and the result is negative. */
  negative: 1,
  usage: 2,
  notFound: 3,
  denied: 4,
  failed: 5,
  bug: 70,
  interrupted: 130,
} as const

/** Meaning of each exit code, in one line. */
export const exitCodeMeanings: Readonly<Record<number, string>> = {
  [exitCodes.done]: 'Done.',
  [exitCodes.negative]:
    'The command worked, and the result is negative: a run did not finish, doctor found differences, check found problems, a promise is broken, an event is invalid.',
  [exitCodes.usage]: 'Usage: an unknown verb or option, or an invalid value.',
  [exitCodes.notFound]: 'Not found: a destination, run, event, stack or file does not exist.',
  [exitCodes.denied]: 'Not signed in, or a permission is missing.',
  [exitCodes.failed]: 'The command could not do its work, for example because a service does not answer.',
  [exitCodes.bug]: 'A bug in Sluice. --debug prints the stack trace.',
  [exitCodes.interrupted]: 'Interrupted with Ctrl-C.',
}

/** The exit code for an error with this status. */
export function exitCodeOf(status: StatusCode): number {
  if (status === 'INVALID_ARGUMENT' || status === 'OUT_OF_RANGE') return exitCodes.usage
  if (status === 'NOT_FOUND') return exitCodes.notFound
  if (status === 'PERMISSION_DENIED' || status === 'UNAUTHENTICATED') return exitCodes.denied
  if (status === 'CANCELLED') return exitCodes.interrupted
  return exitCodes.failed
}
