/** Third-party recorder: masks the credentials of a request before it is recorded, shown or written to the journal. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Vendor } from './vendors/vendor.ts'

const mask = '***'

const secretHeaders = new Set(
  'authorization proxy-authorization cookie access-token x-pixel-token api-key api_key x-api-key developer-token developertoken'.split(
    ' ',
  ),
)

const secretParameters = /([?&](?:access_token|api_key|api_secret|apikey|key|secret|token)=)[^&#]*/gi

/** Returns the request with every credential masked. `authorization` keeps its scheme: `Bearer ***`. */
export function withoutCredentials<
  Request extends { url: string; headers: IncomingHttpHeaders; body: string },
>(request: Request, vendor: Vendor | undefined): Request {
  const maskVendorSecret = (text: string) =>
    vendor?.secret ? text.replace(vendor.secret, `$1${mask}`) : text
  const headers = Object.entries(request.headers).map(([name, value]) => {
    if (!secretHeaders.has(name)) return [name, value]
    const scheme = /^[A-Za-z-]+ /.exec(String(value))?.[0] ?? ''
    return [name, `${scheme}${mask}`]
  })
  return {
    ...request,
    url: maskVendorSecret(request.url.replace(secretParameters, `$1${mask}`)),
    headers: Object.fromEntries(headers),
    body: maskVendorSecret(request.body),
  }
}
