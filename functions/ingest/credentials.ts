/** Event bus: requires the caller's bearer token, with which events are published. Pub/Sub checks it. */
import type { IncomingHttpHeaders } from 'node:http'
import { bearerOf } from '../serving/bearer.ts'
import { fault } from '../serving/errors.ts'

/** Returns the `Authorization` header to pass on. Throws CREDENTIALS_MISSING if it has no bearer token. */
export function requirePublishToken(headers: IncomingHttpHeaders): string {
  const authorization = bearerOf(headers)
  if (authorization !== undefined) return authorization
  throw fault('CREDENTIALS_MISSING', {})
}
