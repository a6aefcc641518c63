/** Delivery: gets the access token that a target's requests need: of the function's own identity for Google APIs, of the owner's account for vendors
 * with short-lived tokens. A token is kept in memory until shortly before it ends. */
import { deferred } from '../../schemas/outcome.ts'
import type { HttpRequest, HttpResponse } from '../net/http.ts'
import type { Attempt, Target } from '../targets/target.ts'
import { createRolledAuthorization } from './rolled_authorization.ts'
import { exchangeToken, type AccessToken } from './token_exchange.ts'
import type { TokenVault } from './token_vault.ts'

/** The I/O of an attempt. */
export interface AttemptPorts {
  /** Rejects if there is no response. */
  send: (request: HttpRequest) => Promise<HttpResponse>
  /** Returns an `Authorization` header for the function's own identity, for targets that are Google APIs. */
  authorization: (scope: string) => string | Promise<string>
  /** Drops a header that Google did not accept, so that the next call of `authorization` returns a new one. */
  dropToken: (header: string) => void
  /** Where the tokens of a vendor are kept whose refresh tokens roll. Default: nowhere, so that only the refresh token of the settings is used. */
  vault?: TokenVault | undefined
}

type VendorToken = AccessToken | Attempt

interface Authorization {
  /** Resolves to the header, which is empty if the target needs none; or, if there is no token, to the attempt that has failed because of it. */
  header: (now: Date) => Promise<string | Attempt>
  /** Drops a header that was not accepted, although its token has not ended. */
  drop: (header: string) => void
}

/** Returns the source of the headers of one destination. */
export function createAuthorization(
  { googleScope, oauth }: Target,
  settings: Record<string, unknown>,
  ports: AttemptPorts,
): Authorization {
  const request = oauth?.request(settings)
  if (request && oauth?.rolls && ports.vault)
    return vendorAuthorization(createRolledAuthorization(oauth, settings, ports.send, ports.vault))
  if (request) return vendorAuthorization((_, now) => exchangeToken(ports.send, request, now))
  return {
    header: async () => {
      if (googleScope === undefined) return ''
      try {
        return await ports.authorization(googleScope)
      } catch {
        return {
          outcome: deferred('auth', {
            detail: "Getting an access token for the function's identity failed.",
          }),
        }
      }
    },
    drop: ports.dropToken,
  }
}

/** Gets one token at a time, which all requests of the destination wait for. */
function vendorAuthorization(
  request: (rejected: string, now: number) => Promise<VendorToken>,
): Authorization {
  let current = ''
  let validUntil = 0
  let rejected = ''
  let renewal: Promise<string | Attempt> | undefined

  const renew = async (asked: number): Promise<string | Attempt> => {
    const token = await request(rejected, asked)
    if ('outcome' in token) return token
    validUntil = token.validUntil
    return (current = token.header)
  }

  return {
    header: async (now) => {
      if (current !== '' && now.getTime() < validUntil) return current
      renewal ??= renew(now.getTime()).finally(() => {
        renewal = undefined
      })
      return renewal
    },
    drop: (header) => {
      if (header !== current) return
      rejected = header
      current = ''
    },
  }
}
