/** Network: sends requests to third parties, through the owner's gateway if one is configured. */
import { pubsubUrl } from './endpoints.ts'
import { send, type HttpRequest, type HttpResponse } from './http.ts'
import { requirePublicHost } from './public_address.ts'
import { urlParts } from './url_parts.ts'

const pubsub = pubsubUrl({})

/** Maximum length of a third party's answer in bytes. The answers of all requests in flight fit in the memory of an instance. */
const maxResponseBytes = 1_000_000

/** Returns the function that sends a request. `THIRD_PARTY_GATEWAY` is the URL of the gateway, which receives the request for
 * `https://host/path` at `<gateway>/host/path`, in plain text. */
export function createEgress(env: NodeJS.ProcessEnv): (request: HttpRequest) => Promise<HttpResponse> {
  const gateway = env['THIRD_PARTY_GATEWAY']?.replace(/\/$/, '')
  return async (asked) => {
    const request = { maxResponseBytes, ...asked }
    const { url } = request
    if (url.startsWith(`${pubsub}/`))
      return send({ ...request, url: pubsubUrl(env) + url.slice(pubsub.length) })
    if (!gateway || url.startsWith(`${gateway}/`)) return send(request)
    const { host, hostname, path } = urlParts(url)
    // The gateway resolves the name and checks its addresses.
    if (request.publicOnly) requirePublicHost(hostname)
    return send({ ...request, publicOnly: false, url: `${gateway}/${host}${path}` })
  }
}
