/** Event bus: the caller's own bearer token, which Pub/Sub judges. Ours publishes nothing for strangers. */
import type { IncomingHttpHeaders } from 'node:http'
import { bearerOf } from '../serving/bearer.ts'
import { fault } from '../serving/errors.ts'

/** The `Authorization` header to pass on. Throws CREDENTIALS_MISSING, in Google's words, when there is no bearer token in it. */
export function requirePublishToken(headers: IncomingHttpHeaders): string {
  const authorization = bearerOf(headers)
  if (authorization !== undefined) return authorization
  throw fault('CREDENTIALS_MISSING', {})
}
