/** Serving: lets pages of the origins that the owner names call a function from a browser.
 * https://fetch.spec.whatwg.org/#http-cors-protocol */
import type { IncomingMessage } from 'node:http'

export type Headers = Readonly<Record<string, string>>

/** Gives the headers that an answer to the request gets besides its own. */
export type Cors = (request: Pick<IncomingMessage, 'method' | 'headers'>) => Headers

const none: Headers = {}

/** `origins` as one setting has them: separated by commas, `*` for any, empty for none. */
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

/** Caches must keep the answers to different origins apart. */
const vary: Headers = { vary: 'Origin' }

// The caller shows a token of its own in each request and there are no cookies, so no credentials are allowed.
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
