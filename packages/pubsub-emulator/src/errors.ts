/** Errors of the Pub/Sub API: raised anywhere in the broker, rendered by the REST and the gRPC door. */
import type { StatusCode } from './status.ts'

/** A call that ends with a google.rpc.Status; `details` are google.rpc error detail messages in their JSON form. */
export class RpcError extends Error {
  readonly status: StatusCode
  readonly details: readonly object[]

  constructor(status: StatusCode, message: string, details: readonly object[] = []) {
    super(message)
    this.status = status
    this.details = details
  }
}

/** One field of a request that is wrong, as google.rpc.BadRequest lists them. */
export interface FieldViolation {
  field?: string
  description: string
}

/** INVALID_ARGUMENT with one sentence. */
export function invalidArgument(message: string): RpcError {
  return new RpcError('INVALID_ARGUMENT', message)
}

/** INVALID_ARGUMENT of the JSON front end, which lists every wrong field.
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

/** NOT_FOUND as Pub/Sub words it; names the resource by its last segment. */
export function notFound(name: string): RpcError {
  return new RpcError('NOT_FOUND', `Resource not found (resource=${lastSegment(name)}).`)
}

/** ALREADY_EXISTS as Pub/Sub words it. */
export function alreadyExists(name: string): RpcError {
  return new RpcError(
    'ALREADY_EXISTS',
    `Resource already exists in the project (resource=${lastSegment(name)}).`,
  )
}

/** UNIMPLEMENTED for the parts of Pub/Sub that this embedded one leaves out. */
export function unimplemented(what: string): RpcError {
  return new RpcError('UNIMPLEMENTED', `${what} not supported by the embedded Pub/Sub.`)
}
