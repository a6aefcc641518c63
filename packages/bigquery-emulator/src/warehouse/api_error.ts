/** Errors in the format of the REST API. https://cloud.google.com/bigquery/docs/error-messages */

/** BigQuery's reasons with their HTTP status and google.rpc status. */
const reasons = {
  invalid: [400, 'INVALID_ARGUMENT'],
  invalidQuery: [400, 'INVALID_ARGUMENT'],
  bytesBilledLimitExceeded: [400, 'INVALID_ARGUMENT'],
  stopped: [400, 'CANCELLED'],
  resourceInUse: [400, 'FAILED_PRECONDITION'],
  required: [400, 'INVALID_ARGUMENT'],
  parseError: [400, 'INVALID_ARGUMENT'],
  authError: [401, 'UNAUTHENTICATED'],
  accessDenied: [403, 'PERMISSION_DENIED'],
  rateLimitExceeded: [403, 'PERMISSION_DENIED'],
  quotaExceeded: [403, 'PERMISSION_DENIED'],
  notFound: [404, 'NOT_FOUND'],
  duplicate: [409, 'ALREADY_EXISTS'],
  conditionNotMet: [412, 'FAILED_PRECONDITION'],
  requestTooLarge: [413, 'INVALID_ARGUMENT'],
  notImplemented: [501, 'UNIMPLEMENTED'],
  internalError: [500, 'INTERNAL'],
  backendError: [503, 'UNAVAILABLE'],
} as const satisfies Record<string, readonly [number, string]>

export type Reason = keyof typeof reasons

export function isReason(reason: string): reason is Reason {
  return Object.hasOwn(reasons, reason)
}

export class ApiError extends Error {
  readonly reason: Reason
  readonly status: number
  /** The location of the error, such as `query`. */
  readonly location: string | undefined

  constructor(reason: Reason, message: string, location?: string, status: number = reasons[reason][0]) {
    super(message)
    this.name = 'ApiError'
    this.reason = reason
    this.status = status
    this.location = location
  }

  /** The error inside a job's status. */
  get proto(): { reason: string; message: string; location?: string } {
    const { reason, message, location } = this
    return location === undefined ? { reason, message } : { reason, message, location }
  }

  /** The body of an HTTP response. */
  get body(): unknown {
    const { status, message, reason, location } = this
    const detail = { message, domain: 'global', reason, ...(location === undefined ? {} : { location }) }
    return { error: { code: status, message, errors: [detail], status: reasons[reason][1] } }
  }
}
