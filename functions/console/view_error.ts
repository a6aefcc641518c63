/** Console: makes the error response for a failed query. */
import { StatusError, type HandlerResponse } from '../serving/answer.ts'
import { bytesLimitReason, callerErrorResponse, concernsCaller, sectionError } from './query_error.ts'
import type { QueryResult } from './run_query.ts'

export type FailedQuery = Exclude<QueryResult, { kind: 'rows' }>

/** Makes the error response for a failed query. `maxBytes` is its limit. */
export function viewError(
  result: FailedQuery,
  email: string | undefined,
  maxBytes?: number,
): HandlerResponse {
  if (concernsCaller(result)) return callerErrorResponse(result, email)
  const { message, reason } = sectionError(result, maxBytes)
  if (reason === bytesLimitReason)
    throw new StatusError('FAILED_PRECONDITION', message, {
      details: [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'READ_LIMIT', domain: 'sluice' },
      ],
    })
  throw new StatusError(reason === 'unreachable' ? 'UNAVAILABLE' : 'FAILED_PRECONDITION', message)
}

export function emailOf(result: QueryResult): string | undefined {
  const email = result.kind === 'rows' ? result.rows[0]?.['email'] : undefined
  return typeof email === 'string' ? email : undefined
}
