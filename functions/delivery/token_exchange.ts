/** Delivery: exchanges a refresh token for an access token. https://www.rfc-editor.org/rfc/rfc6749#section-6 */
import { deferred } from '../../schemas/outcome.ts'
import type { HttpRequest, HttpResponse } from '../net/http.ts'
import { bodyOf } from '../targets/answer.ts'
import { byStatus } from '../targets/classify.ts'
import type { Attempt } from '../targets/target.ts'
import { transportOutcome } from './transport.ts'

/** A vendor's token is renewed this long before it ends, in ms: a request that begins before has ended by then. */
const marginMs = 60_000

/** How long a token is used if the vendor does not say when it ends, in ms. */
const unstatedMs = 300_000

export interface AccessToken {
  /** The `Authorization` header. */
  header: string
  /** Milliseconds since 1970. */
  validUntil: number
  /** The refresh token that replaces the one that was used, from a vendor that replaces it. */
  refreshToken?: string
}

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.1 and 5.2 */
interface TokenBody {
  access_token: unknown
  expires_in: unknown
  refresh_token: unknown
  error: unknown
}

const isToken = /^[\x21-\x7e]+$/

/** Sends the request for a token. Resolves to the token, or to the attempt that has failed because there is none. `asked`: milliseconds since 1970. */
export async function exchangeToken(
  send: (request: HttpRequest) => Promise<HttpResponse>,
  request: HttpRequest,
  asked: number,
): Promise<AccessToken | Attempt> {
  let response: HttpResponse
  try {
    response = await send(request)
  } catch (error) {
    return { outcome: transportOutcome(error) }
  }
  const { access_token, expires_in, refresh_token, error } = bodyOf<TokenBody>(response) ?? {}
  if (response.status >= 300) return rejected(response, error)
  if (typeof access_token !== 'string' || !isToken.test(access_token)) return unreadable(response)
  const lifeMs = Number(expires_in) * 1000
  return {
    header: `Bearer ${access_token}`,
    validUntil: asked + (lifeMs > 0 ? Math.max(lifeMs - marginMs, lifeMs / 2) : unstatedMs),
    ...(typeof refresh_token === 'string' && isToken.test(refresh_token) && { refreshToken: refresh_token }),
  }
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
