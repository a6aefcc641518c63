/** Network: a keep-alive HTTP client that needs a sixth of the CPU of `fetch` per request. */
import { EventEmitter } from 'node:events'
import { Pool, type Dispatcher } from 'undici'
import { publicLookup, requirePublicHost } from './public_address.ts'

export interface HttpResponse {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers: Readonly<Record<string, string>>
  body: string | Buffer
  /** Maximum wait for the head of the response, and between two parts of its body, in ms. */
  timeout: number
  /** True if only addresses of the public internet are allowed: for a URL from a setting. */
  publicOnly?: boolean
  /** Maximum length of the response's body in bytes. The rest is not read; it is not an error, because the request may have been accepted.
   * Default: 8,000,000. */
  maxResponseBytes?: number
  /** True for a request that is answered when something happens. It has connections of its own: otherwise many would leave none for others. */
  isLongPoll?: boolean
}

const pools = new Map<string, Pool>()

function poolOf(origin: string, publicOnly: boolean, isLongPoll: boolean): Pool {
  const key = `${publicOnly ? 'public ' : ''}${isLongPoll ? 'poll ' : ''}${origin}`
  let pool = pools.get(key)
  if (!pool) {
    const connect = { timeout: 10_000, ...(publicOnly && { lookup: publicLookup }) }
    // HTTP/1.1 only: `npm run build` leaves out the modules that undici needs for HTTP/2.
    const connections = isLongPoll ? 1024 : 128
    pools.set(key, (pool = new Pool(origin, { connections, pipelining: 1, allowH2: false, connect })))
  }
  return pool
}

/** Sends one request and reads the response completely. Does not follow redirects. Rejects if there is no response: network error,
 * timeout or forbidden address. The whole exchange ends at most five seconds after `timeout`, however slowly the response arrives. */
export async function send(request: HttpRequest): Promise<HttpResponse> {
  const { method, url, headers, body, timeout } = request
  const { publicOnly = false, maxResponseBytes = 8_000_000, isLongPoll = false } = request
  const { origin, hostname, pathname, search } = new URL(url)
  if (publicOnly) requirePublicHost(hostname)
  // A response that comes in drops, or endless informational responses, would renew the timeouts between two parts without end.
  const signal = new EventEmitter()
  const end = setTimeout(() => signal.emit('abort'), timeout + bodyGraceMs)
  const options: Dispatcher.RequestOptions = {
    signal,
    method,
    path: pathname + search,
    headers,
    body,
    headersTimeout: timeout,
    bodyTimeout: timeout,
  }
  try {
    const response = await poolOf(origin, publicOnly, isLongPoll).request(options)
    const text = await textOf(response.body, maxResponseBytes)
    return { status: response.statusCode, headers: response.headers, body: text }
  } finally {
    clearTimeout(end)
  }
}

/** Time for the rest of a body whose head arrived in time, in ms. */
const bodyGraceMs = 5_000

async function textOf(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxBytes) break
  }
  return Buffer.concat(chunks).toString('utf8', 0, Math.min(bytes, maxBytes))
}
