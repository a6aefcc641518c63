/** Serving: reads the caller's bearer token, for functions that pass it on to Google. */
import type { IncomingHttpHeaders } from 'node:http'

/** `Bearer` and a token68: https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
const bearer = /^Bearer +[\w.~+/-]+=*$/i

/** Returns the `Authorization` header; undefined if it has no bearer token. */
export function bearerOf({ authorization }: IncomingHttpHeaders): string | undefined {
  return authorization !== undefined && bearer.test(authorization) ? authorization : undefined
}
