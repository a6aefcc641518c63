/** Command line: an error whose message tells a person what is wrong and what to do next. It is printed without a stack trace. */
import { codes, type ErrorBody, type StatusCode } from '../../schemas/status.ts'

export class CliError extends Error {
  readonly status: StatusCode
  readonly details: readonly object[]

  /** `details` are those of google.rpc.Status, for --json. */
  constructor(
    status: StatusCode,
    message: string,
    { cause, details = [] }: { cause?: unknown; details?: readonly object[] } = {},
  ) {
    super(message, { cause })
    this.name = 'CliError'
    this.status = status
    this.details = details
  }

  /** The error as the APIs of Google and of Sluice answer it. */
  get body(): ErrorBody {
    const { status, message, details } = this
    return { error: { code: codes[status].http, message, status, ...(details.length > 0 && { details }) } }
  }
}

/** Calls a function, and turns what it throws into a CliError with the same message. */
export async function withStatus<Result>(
  status: StatusCode,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Error ? new CliError(status, error.message, { cause: error }) : error
  }
}
