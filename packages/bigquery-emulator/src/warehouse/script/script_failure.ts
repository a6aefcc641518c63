/** Script engine: errors of statements, as exception handlers and the job see them. */
import { position, Unsupported } from '../../googlesql/error.ts'
import { ApiError } from '../api_error.ts'
import { toApiError } from '../failure.ts'
import type { Handled } from './frame.ts'

/** An error of RAISE USING MESSAGE. */
export class Raised extends Error {
  readonly text: string | null

  constructor(text: string | null) {
    super(text ?? 'NULL')
    this.name = 'Raised'
    this.text = text
  }
}

/** An error with the statement that it belongs to. */
export class ScriptFailure extends Error {
  readonly error: unknown
  readonly statementText: string | undefined
  /** The place of the statement, as `[line:column]`. */
  readonly place: string

  constructor(error: unknown, statementText: string | undefined, source: string, at: number) {
    super(error instanceof Error ? error.message : String(error))
    this.name = 'ScriptFailure'
    this.error = error
    this.statementText = statementText
    this.place = position(source, at)
  }
}

/** Reasons of errors that are not the statement's own: a handler would hide that this BigQuery could not run it. */
const passing = new Set(['internalError', 'backendError', 'stopped', 'bytesBilledLimitExceeded'])

/** Returns what a handler sees of an error, or undefined if no handler may catch it. */
export function handledBy(failure: ScriptFailure): Handled | undefined {
  const { error, statementText } = failure
  if (error instanceof Raised) return { error: failure, message: error.text, statementText }
  if (error instanceof Unsupported) return undefined
  const { reason, message } = toApiError(error)
  if (passing.has(reason) || message.includes('is not supported by the local BigQuery')) return undefined
  return { error: failure, message: messageOf(failure), statementText }
}

/** Returns the error of the job if no handler catches it. */
export function uncaught(error: unknown): unknown {
  if (!(error instanceof ScriptFailure)) return error
  const { error: own, place } = error
  if (own instanceof Raised) return new ApiError('invalidQuery', `${own.text ?? 'NULL'} at ${place}`, 'query')
  if (own instanceof Unsupported || own instanceof ApiError) return own
  const { reason, location } = toApiError(own)
  return new ApiError(reason, messageOf(error), location)
}

/** Returns the message with the place of the statement, unless it names a place itself. */
function messageOf({ error, place }: ScriptFailure): string {
  const { reason, message } = toApiError(error)
  if (reason !== 'invalidQuery' || message.includes('is not supported by the local BigQuery')) return message
  return `Query error: ${message}${/ at \[\d+:\d+\]$/.test(message) ? '' : ` at ${place}`}`
}
