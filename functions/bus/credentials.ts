/** Event bus: the caller's own bearer token, which Pub/Sub judges. Ours publishes nothing for strangers. */
import type { IncomingHttpHeaders } from 'node:http'
import { fault } from '../serving/errors.ts'

/** `Bearer` and a token68: https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
const bearer = /^Bearer +[\w.~+/-]+=*$/i

/** The `Authorization` header to pass on. Throws CREDENTIALS_MISSING, in Google's words, when there is no bearer token in it. */
export const callerAuthorization = ({ authorization }: IncomingHttpHeaders): string => {
  if (authorization !== undefined && bearer.test(authorization)) return authorization
  throw fault('CREDENTIALS_MISSING', {})
}
