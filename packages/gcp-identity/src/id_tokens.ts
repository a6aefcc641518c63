/** ID tokens: who a service is, told to one audience; what Pub/Sub's push requests carry. */
import { createHash, sign, verify } from 'node:crypto'
import type { IssuerKeys } from './keys.ts'
import { LruCache } from './lru_cache.ts'

export interface IdTokens {
  /** An RS256 JWT with Google's claims, valid for one hour; the same one for 50 minutes. */
  mint: (email: string, audience: string) => string
  /** The identity in a token of ours meant for `audience`; undefined for every other token. */
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
/** A receiver always gets a token with ten minutes left, although signing (0.4 ms) is rare. */
const reusedForMs = 50 * 60 * 1000
const rememberedTokens = 1000

/**
 * Tokens signed with the issuer's key. `now` in milliseconds.
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
    // Our header is constant: comparing it settles algorithm and key before anything is computed.
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

/** A stable unique id of 21 digits for an account, shaped like Google's. */
function accountNumber(email: string): string {
  const digest = createHash('sha256').update(email).digest('hex').slice(0, 16)
  return `1${BigInt(`0x${digest}`).toString().padStart(20, '0')}`
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
