/** Target layer: requests for the access tokens of vendors that give them out for a short time (OAuth 2.0). */
import type { HttpRequest } from '../net/http.ts'
import { basic } from './basic_auth.ts'

/** An app at the vendor, and the owner's permission for it. */
interface AppCredentials {
  client_id: string
  client_secret: string
  refresh_token: string
}

interface TokenRequestOptions {
  /** Where the vendor expects id and secret of the app. https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 */
  app: 'header' | 'body'
  /** For a vendor that requires it in each request. Default: the scope of the refresh token. */
  scope?: string
  /** Further headers. */
  headers?: Readonly<Record<string, string>>
}

/** Makes the request that exchanges the refresh token for an access token. https://www.rfc-editor.org/rfc/rfc6749#section-6 */
export function tokenRequest(
  url: string,
  { client_id, client_secret, refresh_token }: AppCredentials,
  { app, scope, headers }: TokenRequestOptions,
): HttpRequest {
  const form = {
    grant_type: 'refresh_token',
    refresh_token,
    ...(app === 'body' && { client_id, client_secret }),
    ...(scope !== undefined && { scope }),
  }
  return {
    method: 'POST',
    url,
    headers: {
      ...(app === 'header' && { authorization: basic(client_id, client_secret) }),
      ...headers,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
    timeout: 10_000,
  }
}
