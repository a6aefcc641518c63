/** Errors of the Pub/Sub API: raised anywhere in the broker, rendered by the REST and the gRPC door. */
import type { Code } from '../../schemas/status.ts'

/** A call that ends with a google.rpc.Status; `details` are google.rpc error detail messages in their JSON form. */
export class RpcError extends Error {
  readonly status: Code
  readonly details: readonly object[]

  constructor(status: Code, message: string, details: readonly object[] = []) {
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
export const invalidArgument = (message: string): RpcError => new RpcError('INVALID_ARGUMENT', message)

/** INVALID_ARGUMENT of the JSON front end, which lists every wrong field.
 * https://cloud.google.com/apis/design/errors#error_details */
export const badRequest = (fieldViolations: readonly FieldViolation[]): RpcError =>
  new RpcError('INVALID_ARGUMENT', fieldViolations.map((violation) => violation.description).join('\n'), [
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations },
  ])

const lastSegment = (name: string): string => name.slice(name.lastIndexOf('/') + 1)

/** NOT_FOUND as Pub/Sub words it; names the resource by its last segment. */
export const notFound = (name: string): RpcError =>
  new RpcError('NOT_FOUND', `Resource not found (resource=${lastSegment(name)}).`)

/** ALREADY_EXISTS as Pub/Sub words it. */
export const alreadyExists = (name: string): RpcError =>
  new RpcError('ALREADY_EXISTS', `Resource already exists in the project (resource=${lastSegment(name)}).`)

/** UNIMPLEMENTED for the parts of Pub/Sub that this embedded one leaves out. */
export const unimplemented = (what: string): RpcError =>
  new RpcError('UNIMPLEMENTED', `${what} not supported by the embedded Pub/Sub.`)
