/** Google APIs: what every fault of insertAll means for the rows, in one table. The first line that fits counts.
 * https://cloud.google.com/bigquery/docs/error-messages https://cloud.google.com/bigquery/docs/write-api-rest#troubleshooting */

/** `again`: the row may fit later. `invalid`: it will never fit. `too_large`: it would, were it smaller. */
export type RowDisposition = 'again' | 'invalid' | 'too_large'

interface Fault {
  /** HTTP status, or none when no answer came. */
  status?: number
  /** `reason` of the first error in the answer. */
  reason?: string
  message?: RegExp
}

/** A fault of a whole request. One of several rows may be the culprit where `alone` is given: the rows are sent again in halves,
 * and a row that stands alone has that fate. Every other request is repeated by whoever sent the rows. */
interface RequestFault extends Fault {
  fate?: 'again'
  alone?: Exclude<RowDisposition, 'again'>
  /** Whether the token was not accepted, so that a new one must be fetched. */
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
  { status: 400, message: /has no schema|not a table/i, fate: 'again', because: 'the table is at fault' },
  { status: 400, reason: 'failedPrecondition', fate: 'again', because: 'the project is at fault' },
  { status: 400, alone: 'invalid', because: 'the body is no JSON that insertAll can read' },
  { status: 401, fate: 'again', renew: true, because: 'the token has ended or was revoked' },
  { status: 403, reason: 'rateLimitExceeded', fate: 'again', because: 'too many requests for now' },
  { status: 403, reason: 'quotaExceeded', fate: 'again', because: 'the quota grows back' },
  {
    status: 403,
    reason: 'responseTooLarge',
    alone: 'too_large',
    because: 'too many errors to tell them all',
  },
  { status: 403, fate: 'again', because: 'rights can be granted and billing enabled' },
  { status: 404, fate: 'again', because: 'a table just made is unknown to streaming for minutes' },
  { status: 408, fate: 'again', because: 'the request took too long to arrive' },
  { status: 409, fate: 'again', because: 'the table is being changed' },
  { status: 413, alone: 'too_large', because: 'a front end refuses the size' },
  { status: 429, fate: 'again', because: 'too many requests for now' },
  { status: 500, fate: 'again', because: 'a fault of BigQuery' },
  { status: 502, fate: 'again', because: 'a fault of BigQuery' },
  { status: 503, fate: 'again', because: 'BigQuery is not available' },
  { status: 504, fate: 'again', because: 'BigQuery took too long' },
  {
    fate: 'again',
    because: 'no answer came, or one that is not known: whether the rows are written is open',
  },
]

/** A fault of one row. */
interface RowFault extends Fault {
  fate: RowDisposition
  because: string
}

export const rowFaults: readonly RowFault[] = [
  {
    reason: 'invalid',
    message: /^no such field/,
    fate: 'again',
    because: 'a column just added is unknown to streaming for minutes',
  },
  {
    reason: 'invalid',
    message: /row size exceeded|too large/i,
    fate: 'too_large',
    because: 'the row is larger than BigQuery takes',
  },
  { reason: 'invalid', fate: 'invalid', because: 'a value does not fit its column' },
  { reason: 'stopped', fate: 'again', because: 'another row stopped the request' },
  { reason: 'timeout', fate: 'again', because: 'the row was not written in time' },
  { reason: 'backendError', fate: 'again', because: 'a fault of BigQuery' },
  { reason: 'internalError', fate: 'again', because: 'a fault of BigQuery' },
  { reason: 'quotaExceeded', fate: 'again', because: 'the quota grows back' },
  { reason: 'rateLimitExceeded', fate: 'again', because: 'too many rows for now' },
  { fate: 'again', because: 'the reason is not known, so nothing may be given up' },
]

function fits(line: Fault, { status, reason, message = '' }: Answered): boolean {
  return (
    (line.status === undefined || line.status === status) &&
    (line.reason === undefined || line.reason === reason) &&
    (line.message === undefined || line.message.test(message))
  )
}

interface Answered {
  status?: number | undefined
  reason?: string | undefined
  message?: string | undefined
}

/** What an answer other than 200 means; no status stands for no answer. */
export function requestFault(answered: Answered): RequestFault {
  return requestFaults.find((line) => fits(line, answered))!
}

/** What the errors of one row mean: it may fit later if one of them says so. */
export function rowDisposition(errors: readonly Answered[]): RowDisposition {
  const fates = new Set(errors.map((error) => rowFaults.find((line) => fits(line, error))!.fate))
  if (fates.size === 0 || fates.has('again')) return 'again'
  return fates.has('too_large') ? 'too_large' : 'invalid'
}
