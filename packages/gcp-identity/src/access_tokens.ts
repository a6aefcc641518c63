/** Access tokens: each contains its claims and a signature, so that the issuer stores none and tokens survive a restart. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Caller } from './access.ts'
import { LruCache } from './lru_cache.ts'

/** The claims of a valid access token. */
export interface AccessToken extends Caller {
  /** Milliseconds since the epoch. */
  expiresAt: number
}

export interface AccessTokenOptions {
  /** Default: `https://www.googleapis.com/auth/cloud-platform`. */
  scopes?: readonly string[]
  /** Default: one hour, as Google's. */
  lifetimeSeconds?: number
}

export interface AccessTokens {
  mint: (email: string, options?: AccessTokenOptions) => string
  /** Returns the token's claims, or undefined if it is forged, damaged or expired. */
  check: (token: string) => AccessToken | undefined
}

interface Payload {
  email: string
  scopes: readonly string[]
  /** Seconds since the epoch. */
  exp: number
}

/** The prefix of Google's access tokens. */
const prefix = 'ya29.'
const defaultScopes = ['https://www.googleapis.com/auth/cloud-platform']
const defaultLifetimeSeconds = 3600
const rememberedTokens = 1000

/** Mints and checks tokens of the form `ya29.<payload>.<HMAC-SHA256>`, in base64url. `now` returns milliseconds since the epoch. */
export function createAccessTokens(secret: Buffer, now: () => number): AccessTokens {
  const checked = new LruCache<AccessToken>(rememberedTokens)
  const authenticate = (payload: string) => createHmac('sha256', secret).update(payload).digest('base64url')

  function mint(email: string, options: AccessTokenOptions = {}): string {
    const { scopes = defaultScopes, lifetimeSeconds = defaultLifetimeSeconds } = options
    const claims: Payload = { email, scopes, exp: Math.floor(now() / 1000) + lifetimeSeconds }
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
    return `${prefix}${payload}.${authenticate(payload)}`
  }

  function open(token: string): AccessToken | undefined {
    const dot = token.lastIndexOf('.')
    if (!token.startsWith(prefix) || dot <= prefix.length) return undefined
    const payload = token.slice(prefix.length, dot)
    if (!isEqual(token.slice(dot + 1), authenticate(payload))) return undefined
    // The signature is valid, so this issuer wrote the payload and its shape needs no check.
    const { email, scopes, exp }: Payload = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return Object.freeze({ email, scopes: Object.freeze(scopes), expiresAt: exp * 1000 })
  }

  function check(token: string): AccessToken | undefined {
    const known = checked.get(token)
    const opened = known ?? open(token)
    if (!opened || opened.expiresAt <= now()) {
      checked.delete(token)
      return undefined
    }
    if (!known) checked.set(token, opened)
    return opened
  }

  return { mint, check }
}

/** Compares in constant time, so that the time of a refusal reveals nothing about the signature. */
function isEqual(actual: string, expected: string): boolean {
  const a = Buffer.from(actual)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
