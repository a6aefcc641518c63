/** Third-party recorder: gives out new refresh tokens, as the vendors do that replace them at each exchange, and refuses the replaced ones. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { invalidGrant, type tokenAnswer } from './vendors/oauth.ts'
import type { Behavior, VendorAnswer } from './vendors/vendor.ts'

/** Addresses of the token servers. `isStrict`: a replaced refresh token is refused. Pinterest's documentation does not say whether it is; Microsoft still
 * accepts it. https://learn.microsoft.com/en-us/entra/identity-platform/refresh-tokens#token-revocation */
const rolling: readonly { path: string; isStrict: boolean }[] = [
  { path: '/api.pinterest.com/v5/oauth/token', isStrict: true },
  { path: '/login.microsoftonline.com/common/oauth2/v2.0/token', isStrict: false },
]

export class RefreshTokens {
  readonly #file: string | undefined
  /** Digests of the replaced refresh tokens. */
  readonly #replaced: Set<string>

  /** `dir`: folder that keeps them across restarts. Default: they are only in memory. */
  constructor(dir?: string) {
    this.#file = dir && join(dir, 'refresh_tokens.json')
    this.#replaced = new Set(this.#file && earlier(this.#file))
  }

  /** Returns the answer of the vendor at this address to a form that was answered with `reply`: with a new refresh token if the exchange was accepted. */
  answer<Reply extends VendorAnswer & { recorded: { behavior?: Behavior } }>(
    url: string,
    form: string,
    reply: Reply,
  ): Reply {
    const server = rolling.find(({ path }) => path === url)
    const token = new URLSearchParams(form).get('refresh_token')
    if (!server || token === null || reply.status !== 200 || reply.recorded.behavior === 'hang') return reply
    const digest = createHash('sha256').update(token).digest('hex')
    if (server.isStrict && this.#replaced.has(digest)) return { ...reply, ...invalidGrant }
    this.#replaced.add(digest)
    if (this.#file) writeFileSync(this.#file, JSON.stringify([...this.#replaced]))
    const number = this.#replaced.size
    return {
      ...reply,
      body: {
        ...(reply.body as typeof tokenAnswer),
        access_token: `local-access-token-${number}`,
        refresh_token: `local-refresh-token-${number}`,
      },
    }
  }
}

function earlier(file: string): readonly string[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as readonly string[]
  } catch {
    return []
  }
}
