/** Translation layer: addresses that are their own key: `/v1/hooks/<id>?expires=…&signature=…`. The signature is an HMAC-SHA256 over
 * method, path and expiry; the body is not covered. Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds since 1970 as digits, or `never`. */
const expiry = /^(?:\d{1,12}|never)$/

/** The query that lets whoever has it POST to the path until then: seconds since 1970, or `never`. */
export function signQuery(secret: string, path: string, expires: string): string {
  return `expires=${expires}&signature=${digest(secret, path, expires).toString('base64url')}`
}

/** Whether the query is one that a secret has signed for this path, and still holds. `now` is in seconds since 1970. */
export function isSignedAddress(
  query: URLSearchParams,
  path: string,
  secrets: readonly string[],
  now: number,
): boolean {
  const [expires = '', ...otherTimes] = query.getAll('expires')
  const [signature = '', ...otherSignatures] = query.getAll('signature')
  const told = Buffer.from(/^[\w-]{43}$/.test(signature) ? signature : '', 'base64url')
  const fits = secrets
    .map((secret) => {
      const expected = digest(secret, path, expires)
      return told.length === expected.length && timingSafeEqual(expected, told)
    })
    .includes(true)
  if (!fits || otherTimes.length > 0 || otherSignatures.length > 0 || !expiry.test(expires)) return false
  return expires === 'never' || Number(expires) >= now
}

/** The query without what signs it. */
export function withoutSignature(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => name !== 'expires' && name !== 'signature'))
}

function digest(secret: string, path: string, expires: string): Buffer {
  return createHmac('sha256', secret).update(`POST\n${path}\n${expires}`).digest()
}
