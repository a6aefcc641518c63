/** Google APIs and third parties: the way out. Where the owner runs a gateway, all that leaves for third parties goes through it. */
import { pubsubUrl } from './endpoints.ts'
import { send, type HttpRequest, type HttpResponse } from './http.ts'
import { requirePublicHost } from './public_address.ts'

const pubsub = pubsubUrl({})

/** Makes the function that sends a request out. `THIRD_PARTY_GATEWAY` is the gateway's URL: it gets the request for
 * `https://host/path` at `<gateway>/host/path` and sees it in the clear. */
export function createEgress(env: NodeJS.ProcessEnv): (request: HttpRequest) => Promise<HttpResponse> {
  const gateway = env['THIRD_PARTY_GATEWAY']?.replace(/\/$/, '')
  return async (request) => {
    const { url } = request
    if (url.startsWith(`${pubsub}/`))
      return send({ ...request, url: pubsubUrl(env) + url.slice(pubsub.length) })
    if (!gateway || url.startsWith(`${gateway}/`)) return send(request)
    const { host, hostname, pathname, search } = new URL(url)
    // What a name resolves to is the gateway's to judge.
    if (request.publicOnly) requirePublicHost(hostname)
    return send({ ...request, publicOnly: false, url: `${gateway}/${host}${pathname}${search}` })
  }
}
