/** Console: the caller's own bearer token, which BigQuery judges. Ours reads nothing for strangers. */
import type { IncomingHttpHeaders } from 'node:http'
import { StatusError } from '../serving/answer.ts'
import { bearerOf } from '../serving/bearer.ts'

/** The `Authorization` header to pass on. Throws UNAUTHENTICATED when there is no bearer token in it. */
export function requireQueryToken(headers: IncomingHttpHeaders): string {
  const authorization = bearerOf(headers)
  if (authorization !== undefined) return authorization
  throw new StatusError(
    'UNAUTHENTICATED',
    'The request has no credentials. Expected `Authorization: Bearer <token>` with an OAuth 2 access token for BigQuery.',
    { headers: { 'www-authenticate': 'Bearer realm="https://accounts.google.com/"' } },
  )
}
