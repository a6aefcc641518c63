/** Translation layer: signs and verifies URLs: `/v1/hooks/<id>?expires=…&signature=…`. The signature is an HMAC-SHA256 over method,
 * path and expiry; it does not cover the body. Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds since 1970 as digits, or `never`. */
const expiry = /^(?:\d{1,12}|never)$/

/** Returns the query with which anyone can POST to the path until `expires`: seconds since 1970, or `never`. */
export function signQuery(secret: string, path: string, expires: string): string {
  return `expires=${expires}&signature=${digest(secret, path, expires).toString('base64url')}`
}

/** Returns true if one of the secrets signed the query for this path, and the query has not expired. `now` is in seconds since 1970. */
export function isSignedAddress(
  query: URLSearchParams,
  path: string,
  secrets: readonly string[],
  now: number,
): boolean {
  const [expires = '', ...otherTimes] = query.getAll('expires')
  const [signature = '', ...otherSignatures] = query.getAll('signature')
  const received = Buffer.from(/^[\w-]{43}$/.test(signature) ? signature : '', 'base64url')
  const isMatch = secrets
    .map((secret) => {
      const expected = digest(secret, path, expires)
      return received.length === expected.length && timingSafeEqual(expected, received)
    })
    .includes(true)
  if (!isMatch || otherTimes.length > 0 || otherSignatures.length > 0 || !expiry.test(expires)) return false
  return expires === 'never' || Number(expires) >= now
}

/** Returns the query without expiry and signature. */
export function withoutSignature(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => name !== 'expires' && name !== 'signature'))
}

function digest(secret: string, path: string, expires: string): Buffer {
  return createHmac('sha256', secret).update(`POST\n${path}\n${expires}`).digest()
}
