/** Console: reads the caller's bearer token. BigQuery checks it; the console has no data access of its own. */
import type { IncomingHttpHeaders } from 'node:http'
import { StatusError } from '../serving/answer.ts'
import { bearerOf } from '../serving/bearer.ts'

/** Returns the `Authorization` header to pass on. Throws UNAUTHENTICATED for a request without a bearer token. */
export function requireQueryToken(headers: IncomingHttpHeaders): string {
  const authorization = bearerOf(headers)
  if (authorization !== undefined) return authorization
  throw new StatusError(
    'UNAUTHENTICATED',
    'The request has no credentials. Expected `Authorization: Bearer <token>` with an OAuth 2 access token for BigQuery.',
    { headers: { 'www-authenticate': 'Bearer realm="https://accounts.google.com/"' } },
  )
}
