/** Serving: allows web pages of configured origins to call a function.
 * https://fetch.spec.whatwg.org/#http-cors-protocol */
import type { IncomingMessage } from 'node:http'

type Headers = Readonly<Record<string, string>>

/** Returns the headers that are added to the response to a request. */
export type Cors = (request: Pick<IncomingMessage, 'method' | 'headers' | 'url'>) => Headers

const none: Headers = {}

/** Creates the function that adds CORS headers. `origins` is the setting: separated by commas, `*` for any, empty for none. */
export function corsFor(origins: string): Cors {
  const allowed = new Set(origins.split(',').map((origin) => origin.trim().replace(/\/$/, '')))
  allowed.delete('')
  if (allowed.size === 0) return () => none
  return ({ method, headers }) => {
    const { origin } = headers
    if (origin === undefined || !(allowed.has('*') || allowed.has(origin))) return vary
    return { ...vary, ...granted(origin), ...(method === 'OPTIONS' && preflight) }
  }
}

/** Creates the function that adds CORS headers for the origins that each path allows. Their pages may send cookies. */
export function corsByPath(allows: (origin: string, path: string) => boolean): Cors {
  return ({ method, headers, url = '/' }) => {
    const { origin } = headers
    if (origin === undefined || !allows(origin, url.split('?', 1)[0]!)) return vary
    return {
      ...vary,
      ...granted(origin),
      'access-control-allow-credentials': 'true',
      ...(method === 'OPTIONS' && preflight),
    }
  }
}

/** Tells caches that the response depends on the origin. */
const vary: Headers = { vary: 'Origin' }

// Each request carries a bearer token and there are no cookies, so credentials are not allowed.
function granted(origin: string): Headers {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Retry-After, WWW-Authenticate',
  }
}

const preflight: Headers = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'Authorization, Content-Type, Content-Encoding',
  'access-control-max-age': '7200',
}
