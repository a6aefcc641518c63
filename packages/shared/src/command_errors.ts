/** Errors that a command prints without a stack trace. */

/** A mistake in the command line. The process exits with 2. */
export class UsageError extends Error {}

/** A failure that the user can correct, such as a data directory in use. The process exits with 1. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
