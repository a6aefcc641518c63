/** Google APIs and third parties: one keep-alive HTTP client, because it costs a sixth of `fetch` per request. */
import { Pool, type Dispatcher } from 'undici'
import { publicLookup, requirePublicHost } from './public_address.ts'

export interface HttpResponse {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  url: string
  headers: Readonly<Record<string, string>>
  body: string | Buffer
  /** Longest wait for the answer's head, and between two parts of its body, in ms. */
  timeout: number
  /** Only addresses of the public internet may be reached: for a URL that somebody typed. */
  publicOnly?: boolean
}

const pools = new Map<string, Pool>()

function poolOf(origin: string, publicOnly: boolean): Pool {
  const key = publicOnly ? `public ${origin}` : origin
  let pool = pools.get(key)
  if (!pool) {
    const connect = { timeout: 10_000, ...(publicOnly && { lookup: publicLookup }) }
    // HTTP/1.1, as it is tested and measured: `npm run build` leaves out what undici would need for more.
    pools.set(key, (pool = new Pool(origin, { connections: 128, pipelining: 1, allowH2: false, connect })))
  }
  return pool
}

/** Sends one request and reads its answer whole. Follows no redirect. Rejects when no answer came: network fault, timeout, or an address
 * that may not be reached. */
export async function send(request: HttpRequest): Promise<HttpResponse> {
  const { method, url, headers, body, timeout, publicOnly = false } = request
  const { origin, hostname, pathname, search } = new URL(url)
  if (publicOnly) requirePublicHost(hostname)
  const options: Dispatcher.RequestOptions = {
    method,
    path: pathname + search,
    headers,
    body,
    headersTimeout: timeout,
    bodyTimeout: timeout,
  }
  const response = await poolOf(origin, publicOnly).request(options)
  return { status: response.statusCode, headers: response.headers, body: await textOf(response.body) }
}

/** Longest answer that is read, in bytes; of a longer one the rest is left unread, since what was accepted must not count as unanswered. */
const longestAnswer = 8_000_000

async function textOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > longestAnswer) break
  }
  return Buffer.concat(chunks).toString()
}
