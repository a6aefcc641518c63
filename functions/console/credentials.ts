/** Console: the caller's own bearer token, which BigQuery judges. Ours reads nothing for strangers. */
import type { IncomingHttpHeaders } from 'node:http'
import { StatusError } from '../serving/answer.ts'

/** `Bearer` and a token68: https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
const bearer = /^Bearer +[\w.~+/-]+=*$/i

/** The `Authorization` header to pass on. Throws UNAUTHENTICATED when there is no bearer token in it. */
export const callerAuthorization = ({ authorization }: IncomingHttpHeaders): string => {
  if (authorization !== undefined && bearer.test(authorization)) return authorization
  throw new StatusError(
    'UNAUTHENTICATED',
    'The request has no credentials. Expected `Authorization: Bearer <token>` with an OAuth 2 access token for BigQuery.',
    { headers: { 'www-authenticate': 'Bearer realm="https://accounts.google.com/"' } },
  )
}
