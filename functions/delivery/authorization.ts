/** Delivery: gets the access token that a target's requests need: of the function's own identity for Google APIs, of the owner's account for vendors
 * with short-lived tokens. A token is kept in memory until shortly before it ends. */
import { deferred } from '../../schemas/outcome.ts'
import type { HttpRequest, HttpResponse } from '../net/http.ts'
import { bodyOf } from '../targets/answer.ts'
import { byStatus } from '../targets/classify.ts'
import type { Attempt, Target } from '../targets/target.ts'
import { transportOutcome } from './transport.ts'

/** A vendor's token is renewed this long before it ends, in ms: a request that begins before has ended by then. */
const marginMs = 60_000

/** How long a token is used if the vendor does not say when it ends, in ms. */
const unstatedMs = 300_000

/** The I/O of an attempt. */
export interface AttemptPorts {
  /** Rejects if there is no response. */
  send: (request: HttpRequest) => Promise<HttpResponse>
  /** Returns an `Authorization` header for the function's own identity, for targets that are Google APIs. */
  authorization: (scope: string) => string | Promise<string>
  /** Drops a header that Google did not accept, so that the next call of `authorization` returns a new one. */
  dropToken: (header: string) => void
}

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
  if (request) return vendorAuthorization(request, ports)
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

/** Exchanges the refresh token in one request at a time, which all requests of the destination wait for. */
function vendorAuthorization(request: HttpRequest, { send }: AttemptPorts): Authorization {
  let current = ''
  let validUntil = 0
  let renewal: Promise<string | Attempt> | undefined

  const renew = async (asked: number): Promise<string | Attempt> => {
    let response: HttpResponse
    try {
      response = await send(request)
    } catch (error) {
      return { outcome: transportOutcome(error) }
    }
    const { access_token, expires_in, error } = bodyOf<TokenBody>(response) ?? {}
    if (response.status >= 300) return rejected(response, error)
    if (typeof access_token !== 'string' || !/^[\x21-\x7e]+$/.test(access_token)) return unreadable(response)
    const lifeMs = Number(expires_in) * 1000
    current = `Bearer ${access_token}`
    validUntil = asked + (lifeMs > 0 ? Math.max(lifeMs - marginMs, lifeMs / 2) : unstatedMs)
    return current
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
      if (header === current) current = ''
    },
  }
}

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.1 and 5.2 */
interface TokenBody {
  access_token: unknown
  expires_in: unknown
  error: unknown
}

/** Every other status than a temporary one means that the credentials are not accepted. The vendor's text is not repeated, only its code. */
function rejected(response: HttpResponse, error: unknown): Attempt {
  const [attempt] = byStatus(response, [noEvent])
  const { status: http_status } = response
  if (attempt!.outcome.outcome === 'deferred' && http_status !== 401)
    return { ...attempt!, outcome: { ...attempt!.outcome, detail: 'Getting an access token failed.' } }
  const code = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? ` (${error})` : ''
  const detail = `The third party gave no access token for the refresh token${code}.`
  return { outcome: deferred('auth', { http_status, detail }) }
}

function unreadable({ status: http_status }: HttpResponse): Attempt {
  const detail = 'The response to the request for an access token has none.'
  return { outcome: deferred('unavailable', { http_status, detail }) }
}

/** `byStatus` makes one attempt for each event. */
const noEvent = { id: '', name: '', fields: {}, text: '' }
