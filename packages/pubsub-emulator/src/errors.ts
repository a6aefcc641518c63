/** Errors of the Pub/Sub API, which the REST and the gRPC server send to the caller. */
import type { StatusCode } from './status.ts'

/** An error that is sent as a google.rpc.Status. `details` are google.rpc error details in their JSON form. */
export class RpcError extends Error {
  readonly status: StatusCode
  readonly details: readonly object[]

  constructor(status: StatusCode, message: string, details: readonly object[] = []) {
    super(message)
    this.status = status
    this.details = details
  }
}

/** One invalid field of a request, as in google.rpc.BadRequest. */
export interface FieldViolation {
  field?: string
  description: string
}

/** Returns INVALID_ARGUMENT with a message. */
export function invalidArgument(message: string): RpcError {
  return new RpcError('INVALID_ARGUMENT', message)
}

/** Returns INVALID_ARGUMENT as the JSON front end does, with a list of all invalid fields.
 * https://cloud.google.com/apis/design/errors#error_details */
export function badRequest(fieldViolations: readonly FieldViolation[]): RpcError {
  return new RpcError(
    'INVALID_ARGUMENT',
    fieldViolations.map((violation) => violation.description).join('\n'),
    [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }],
  )
}

function lastSegment(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

/** Returns NOT_FOUND with Pub/Sub's message, which contains the last segment of the name. */
export function notFound(name: string): RpcError {
  return new RpcError('NOT_FOUND', `Resource not found (resource=${lastSegment(name)}).`)
}

/** Returns ALREADY_EXISTS with Pub/Sub's message. */
export function alreadyExists(name: string): RpcError {
  return new RpcError(
    'ALREADY_EXISTS',
    `Resource already exists in the project (resource=${lastSegment(name)}).`,
  )
}

/** Returns UNIMPLEMENTED for a part of Pub/Sub that this emulator does not have. `subject` ends with is or are. */
export function unimplemented(subject: string): RpcError {
  return new RpcError('UNIMPLEMENTED', `${subject} not supported by the embedded Pub/Sub.`)
}
