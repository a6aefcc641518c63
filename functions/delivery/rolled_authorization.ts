/** Delivery: the access tokens of a vendor that replaces the refresh token at each exchange. One instance exchanges at a time, and stores what it got
 * before any request uses it; the other instances read it. The refresh token of the settings is only the first one.
 *
 * What can be lost. An instance that ends between the vendor's response and the write has lost the new refresh token. The next exchange then uses
 * the former one: a vendor that still accepts it gives a new one; at any other, the events wait and the alert names the command that sets a new
 * refresh token. Before the first exchange of a refresh token, a write proves that its successor can be stored. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { deferred } from '../../schemas/outcome.ts'
import type { HttpRequest, HttpResponse } from '../net/http.ts'
import type { AccessTokens } from '../targets/exchanges.ts'
import type { Attempt } from '../targets/target.ts'
import { exchangeToken, type AccessToken } from './token_exchange.ts'
import type { TokenRecord, TokenVault } from './token_vault.ts'

/** Number of looks at what another instance does before the events wait in the bus. */
const maxLooks = 8

/** A token that is this young is not exchanged again if the vendor rejects it, in ms: another one would be rejected, too. */
const youngMs = 300_000

/** Number of digests that are kept. */
const maxSeeds = 20

/** What there is before the first exchange. */
const empty: TokenRecord = { seeds: [] }

const busy =
  'The refresh token is not exchanged: another instance does that, or table leases cannot be written.'

/** Returns the function that resolves to a valid header, or to the attempt that has failed because there is none. `rejected`: a header that the vendor
 * has rejected. It never rejects. */
export function createRolledAuthorization(
  oauth: AccessTokens,
  settings: Record<string, unknown>,
  send: (request: HttpRequest) => Promise<HttpResponse>,
  vault: TokenVault,
): (rejected: string, now: number) => Promise<AccessToken | Attempt> {
  const configured = String(settings['refresh_token'])
  const seed = createHash('sha256').update(configured).digest('hex')
  /** What this instance got and could not store, and the record that it replaces. */
  let unstored: { record: TokenRecord; former: TokenRecord } | undefined
  let isProven = false

  const usable = ({ seeds, tokens }: TokenRecord, now: number, rejected: string): AccessToken | undefined => {
    if (!tokens || !seeds.includes(seed) || now >= tokens.valid_until) return undefined
    const { header, exchanged_at, valid_until: validUntil } = tokens
    return header === rejected && now - exchanged_at > youngMs ? undefined : { header, validUntil }
  }

  /** Stores what an earlier exchange got, unless another instance has exchanged since. */
  const storeUnstored = async (): Promise<void> => {
    if (!unstored) return
    const { record = empty } = (await vault.newest()) ?? {}
    if (isDeepStrictEqual(record, unstored.former)) await vault.store(unstored.record)
    unstored = undefined
  }

  const exchange = async (
    now: number,
    rejected: string,
    mayExchange: () => boolean,
  ): Promise<AccessToken | Attempt> => {
    await storeUnstored()
    let { version, record: former } = (await vault.newest()) ?? { version: 0, record: empty }
    const found = usable(former, now, rejected)
    if (found) return found
    const { tokens } = former
    const isFirst = tokens === undefined || !former.seeds.includes(seed)
    if (isFirst && !isProven) {
      version = await vault.store(former)
      isProven = true
    }
    if (!mayExchange()) return unavailable(busy)
    const refresh_token = isFirst ? configured : tokens.refresh_token
    const answer = await exchangeToken(send, oauth.request({ ...settings, refresh_token })!, now)
    if ('outcome' in answer) return isFirst ? answer : explained(answer, version, vault.name)
    const { header, validUntil, refreshToken = refresh_token } = answer
    const seeds = isFirst ? [...former.seeds, seed].slice(-maxSeeds) : former.seeds
    const received = { refresh_token: refreshToken, header, exchanged_at: now, valid_until: validUntil }
    unstored = { record: { seeds, tokens: received }, former }
    await storeUnstored()
    return answer
  }

  return async (rejected, now) => {
    try {
      for (let look = 0; look < maxLooks; look++) {
        if (look > 0) await vault.wait()
        const newest = unstored ? undefined : await vault.newest()
        const found = newest && usable(newest.record, now, rejected)
        if (found) return found
        const exchanged =
          look === 0
            ? await vault.exclusively((mayExchange) => exchange(now, rejected, mayExchange))
            : undefined
        if (exchanged) return exchanged
      }
      return unavailable(busy)
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown error'
      return unavailable(`The tokens of the destination cannot be read or stored. ${reason}`)
    }
  }
}

function unavailable(detail: string): Attempt {
  return { outcome: deferred('unavailable', { detail }) }
}

/** Says which refresh token the vendor rejected, because it is not the one of the settings. */
function explained(attempt: Attempt, version: number, name: string): Attempt {
  const { outcome } = attempt
  if (outcome.outcome !== 'deferred' || outcome.reason !== 'auth') return attempt
  const detail = `${outcome.detail} It is in version ${version} of the ${name}; its successor may be lost. Set a new refresh token.`
  return { ...attempt, outcome: { ...outcome, detail } }
}
