/** Console: makes the error response for a failed query. */
import { StatusError, type HandlerResponse } from '../serving/answer.ts'
import { callerErrorResponse, concernsCaller, sectionError } from './query_error.ts'
import type { QueryResult } from './run_query.ts'

export type FailedQuery = Exclude<QueryResult, { kind: 'rows' }>

/** Makes the error response for a failed query. */
export function viewError(result: FailedQuery, email: string | undefined): HandlerResponse {
  if (concernsCaller(result)) return callerErrorResponse(result, email)
  const { message, reason } = sectionError(result)
  throw new StatusError(reason === 'unreachable' ? 'UNAVAILABLE' : 'FAILED_PRECONDITION', message)
}

export function emailOf(result: QueryResult): string | undefined {
  const email = result.kind === 'rows' ? result.rows[0]?.['email'] : undefined
  return typeof email === 'string' ? email : undefined
}
