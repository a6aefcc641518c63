/** Access tokens: opaque to their bearer, stateless for the issuer, so that they survive a restart. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Caller } from './access.ts'
import { LruCache } from './lru_cache.ts'

/** What a valid access token stands for. */
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
  /** The token's meaning; undefined when it is forged, damaged or expired. */
  check: (token: string) => AccessToken | undefined
}

interface Payload {
  email: string
  scopes: readonly string[]
  /** Seconds since the epoch. */
  exp: number
}

/** What Google's access tokens start with. */
const prefix = 'ya29.'
const defaultScopes = ['https://www.googleapis.com/auth/cloud-platform']
const defaultLifetimeSeconds = 3600
const rememberedTokens = 1000

/** Tokens of the form `ya29.<payload>.<HMAC-SHA256>`, base64url, under one secret. `now` in milliseconds. */
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
    // Authentic, hence of our own making: no further checks of its shape.
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

/** Compares in constant time, so that a forger learns nothing from how long a refusal takes. */
function isEqual(given: string, expected: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
