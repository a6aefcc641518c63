/** Google APIs and third parties: one keep-alive HTTP client, because it costs a sixth of `fetch` per request. */
import { Pool, type Dispatcher } from 'undici'

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
}

const pools = new Map<string, Pool>()

const poolOf = (origin: string): Pool => {
  let pool = pools.get(origin)
  if (!pool)
    pools.set(
      origin,
      (pool = new Pool(origin, { connections: 128, pipelining: 1, connect: { timeout: 10_000 } })),
    )
  return pool
}

/** Sends one request and reads its answer whole. Follows no redirect. Rejects when no answer came: network fault or timeout. */
export const send = async ({ method, url, headers, body, timeout }: HttpRequest): Promise<HttpResponse> => {
  const { origin, pathname, search } = new URL(url)
  const options: Dispatcher.RequestOptions = {
    method,
    path: pathname + search,
    headers,
    body,
    headersTimeout: timeout,
    bodyTimeout: timeout,
  }
  const response = await poolOf(origin).request(options)
  return { status: response.statusCode, headers: response.headers, body: await response.body.text() }
}

/** Value of a header that may come once. */
export const header = (response: HttpResponse, name: string): string | undefined => {
  const value = response.headers[name]
  return Array.isArray(value) ? value[0] : value
}
