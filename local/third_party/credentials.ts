/** Credentials: what of a request is secret and is never kept, so that neither page nor journal nor `GET /requests` can show it. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Vendor } from './vendors/vendor.ts'

const mask = '***'

const secretHeaders = new Set(
  'authorization proxy-authorization cookie access-token x-pixel-token api-key api_key x-api-key developer-token'.split(
    ' ',
  ),
)

const secretParameters = /([?&](?:access_token|api_key|api_secret|apikey|key|secret|token)=)[^&#]*/gi

/** The same request with every credential masked; of `authorization` the scheme stays: `Bearer ***`. */
export function withoutCredentials<
  Request extends { url: string; headers: IncomingHttpHeaders; body: string },
>(request: Request, vendor: Vendor | undefined): Request {
  const own = (text: string) => (vendor?.secret ? text.replace(vendor.secret, `$1${mask}`) : text)
  const headers = Object.entries(request.headers).map(([name, value]) => {
    if (!secretHeaders.has(name)) return [name, value]
    const scheme = /^[A-Za-z-]+ /.exec(String(value))?.[0] ?? ''
    return [name, `${scheme}${mask}`]
  })
  return {
    ...request,
    url: own(request.url.replace(secretParameters, `$1${mask}`)),
    headers: Object.fromEntries(headers),
    body: own(request.body),
  }
}
