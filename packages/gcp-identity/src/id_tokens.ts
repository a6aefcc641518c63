/** ID tokens: the identity of a service for one audience, as Pub/Sub's push requests carry it. */
import { createHash, sign, verify } from 'node:crypto'
import type { IssuerKeys } from './keys.ts'
import { LruCache } from './lru_cache.ts'

export interface IdTokens {
  /** Returns an RS256 JWT with Google's claims, valid for one hour. The same token is returned for 50 minutes. */
  mint: (email: string, audience: string) => string
  /** Returns the identity in a token of this issuer for `audience`, or undefined for every other token. */
  verify: (token: string, audience: string) => { email: string } | undefined
}

interface Claims {
  iss: string
  azp: string
  aud: string
  sub: string
  email: string
  email_verified: boolean
  /** Seconds since the epoch, like `exp`. */
  iat: number
  exp: number
}

const googleIssuer = 'https://accounts.google.com'
const lifetimeSeconds = 3600
/** Signing takes 0.4 ms, so tokens are reused. A receiver still gets a token that is valid for at least ten minutes. */
const reusedForMs = 50 * 60 * 1000
const rememberedTokens = 1000

/**
 * Mints and verifies tokens with the issuer's key. `now` returns milliseconds since the epoch.
 * https://cloud.google.com/docs/authentication/get-id-token
 */
export function createIdTokens(keys: IssuerKeys, now: () => number): IdTokens {
  const minted = new LruCache<{ token: string; reusableUntil: number }>(rememberedTokens)
  const verified = new LruCache<Claims>(rememberedTokens)
  const header = encode({ alg: 'RS256', kid: keys.keyId, typ: 'JWT' })

  function mint(email: string, audience: string): string {
    const key = `${email} ${audience}`
    const known = minted.get(key)
    if (known && known.reusableUntil > now()) return known.token
    const iat = Math.floor(now() / 1000)
    const sub = accountNumber(email)
    const claims: Claims = {
      iss: googleIssuer,
      azp: sub,
      aud: audience,
      sub,
      email,
      email_verified: true,
      iat,
      exp: iat + lifetimeSeconds,
    }
    const content = `${header}.${encode(claims)}`
    const token = `${content}.${sign('sha256', Buffer.from(content), keys.privateKey).toString('base64url')}`
    minted.set(key, { token, reusableUntil: now() + reusedForMs })
    return token
  }

  function open(token: string): Claims | undefined {
    const [tokenHeader, payload, signature, ...rest] = token.split('.')
    // The header is constant: comparing it checks algorithm and key before any signature is computed.
    if (tokenHeader !== header || !payload || !signature || rest.length > 0) return undefined
    const content = Buffer.from(`${tokenHeader}.${payload}`)
    if (!verify('sha256', content, keys.publicKey, Buffer.from(signature, 'base64url'))) return undefined
    const claims: Claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return claims.iss === googleIssuer && claims.email_verified ? claims : undefined
  }

  function verifyFor(token: string, audience: string): { email: string } | undefined {
    const known = verified.get(token)
    const claims = known ?? open(token)
    if (!claims || claims.exp * 1000 <= now()) {
      verified.delete(token)
      return undefined
    }
    if (!known) verified.set(token, claims)
    return claims.aud === audience ? { email: claims.email } : undefined
  }

  return { mint, verify: verifyFor }
}

/** Returns a stable unique id of 21 digits for an account, in the format of Google's. */
function accountNumber(email: string): string {
  const digest = createHash('sha256').update(email).digest('hex').slice(0, 16)
  return `1${BigInt(`0x${digest}`).toString().padStart(20, '0')}`
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
