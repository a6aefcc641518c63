/** Google APIs: maps every error of insertAll to what happens with the rows, in one table. The first line that fits counts.
 * https://cloud.google.com/bigquery/docs/error-messages https://cloud.google.com/bigquery/docs/write-api-rest#troubleshooting */

/** `retry`: the row may be written later. `invalid`: it never fits the table. `too_large`: it is larger than a row can be. */
export type RowDisposition = 'retry' | 'invalid' | 'too_large'

interface Fault {
  /** HTTP status; undefined if there was no response. */
  status?: number
  /** `reason` of the first error in the response. */
  reason?: string
  message?: RegExp
}

/** An error of a whole request. With `alone`, one of the rows may be the cause: the rows are sent again in halves, and a single row gets
 * that disposition. All other requests are retried by the caller. */
interface RequestFault extends Fault {
  disposition?: 'retry'
  alone?: Exclude<RowDisposition, 'retry'>
  /** True if the token was not accepted and a new one must be fetched. */
  renew?: true
  because: string
}

export const requestFaults: readonly RequestFault[] = [
  {
    status: 400,
    message: /payload size exceeds|too large/i,
    alone: 'too_large',
    because: 'the request is larger than 10 MB',
  },
  {
    status: 400,
    message: /has no schema|not a table/i,
    disposition: 'retry',
    because: 'the table has no schema, or is not a table',
  },
  { status: 400, reason: 'failedPrecondition', disposition: 'retry', because: 'the project is not ready' },
  { status: 400, alone: 'invalid', because: 'insertAll cannot read the body' },
  { status: 401, disposition: 'retry', renew: true, because: 'the token has expired or was revoked' },
  { status: 403, reason: 'rateLimitExceeded', disposition: 'retry', because: 'too many requests' },
  {
    status: 403,
    reason: 'quotaExceeded',
    disposition: 'retry',
    because: 'the quota is exhausted, and is refilled',
  },
  {
    status: 403,
    reason: 'responseTooLarge',
    alone: 'too_large',
    because: 'too many errors for one response',
  },
  { status: 403, disposition: 'retry', because: 'a missing role or disabled billing can be fixed' },
  { status: 404, disposition: 'retry', because: 'streaming does not see a new table for some minutes' },
  { status: 408, disposition: 'retry', because: 'the request took too long to arrive' },
  { status: 409, disposition: 'retry', because: 'the table is being changed' },
  { status: 413, alone: 'too_large', because: 'a front end refuses the size' },
  { status: 429, disposition: 'retry', because: 'too many requests' },
  { status: 500, disposition: 'retry', because: 'an error of BigQuery' },
  { status: 502, disposition: 'retry', because: 'an error of BigQuery' },
  { status: 503, disposition: 'retry', because: 'BigQuery is not available' },
  { status: 504, disposition: 'retry', because: 'BigQuery took too long' },
  {
    disposition: 'retry',
    because: 'no response, or an unknown one: the rows may or may not be written',
  },
]

/** An error of one row. */
interface RowFault extends Fault {
  disposition: RowDisposition
  because: string
}

export const rowFaults: readonly RowFault[] = [
  {
    reason: 'invalid',
    message: /^no such field/,
    disposition: 'retry',
    because: 'streaming does not see a new column for some minutes',
  },
  {
    reason: 'invalid',
    message: /row size exceeded|too large/i,
    disposition: 'too_large',
    because: 'the row is larger than BigQuery accepts',
  },
  { reason: 'invalid', disposition: 'invalid', because: 'a value does not fit its column' },
  { reason: 'stopped', disposition: 'retry', because: 'another row stopped the request' },
  { reason: 'timeout', disposition: 'retry', because: 'the row was not written in time' },
  { reason: 'backendError', disposition: 'retry', because: 'an error of BigQuery' },
  { reason: 'internalError', disposition: 'retry', because: 'an error of BigQuery' },
  { reason: 'quotaExceeded', disposition: 'retry', because: 'the quota is exhausted, and is refilled' },
  { reason: 'rateLimitExceeded', disposition: 'retry', because: 'too many rows' },
  { disposition: 'retry', because: 'the reason is unknown, and no row may be lost' },
]

function fits(line: Fault, { status, reason, message = '' }: ReceivedError): boolean {
  return (
    (line.status === undefined || line.status === status) &&
    (line.reason === undefined || line.reason === reason) &&
    (line.message === undefined || line.message.test(message))
  )
}

interface ReceivedError {
  status?: number | undefined
  reason?: string | undefined
  message?: string | undefined
}

/** Returns the line for a response other than 200. No status means no response. */
export function requestFault(error: ReceivedError): RequestFault {
  return requestFaults.find((line) => fits(line, error))!
}

/** Returns what happens with a row that has these errors: `retry` if one of them can pass. */
export function rowDisposition(errors: readonly ReceivedError[]): RowDisposition {
  const dispositions = new Set(
    errors.map((error) => rowFaults.find((line) => fits(line, error))!.disposition),
  )
  if (dispositions.size === 0 || dispositions.has('retry')) return 'retry'
  return dispositions.has('too_large') ? 'too_large' : 'invalid'
}
