/** Network: a keep-alive HTTP client that needs a sixth of the CPU of `fetch` per request. */
import { Pool, type Dispatcher } from 'undici'
import { publicLookup, requirePublicHost } from './public_address.ts'
import { urlParts } from './url_parts.ts'

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

/** Time for the rest of a body whose head arrived in time, in ms. */
const bodyGraceMs = 5_000

/** Sends one request and reads the response completely. Does not follow redirects. Rejects if there is no response: network error,
 * timeout or forbidden address. The whole exchange ends at most five seconds after `timeout`, however slowly the response arrives. */
export function send(request: HttpRequest): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const { method, url, headers, body, timeout, publicOnly = false, isLongPoll = false } = request
    const { origin, hostname, path } = urlParts(url)
    if (publicOnly) requirePublicHost(hostname)
    const options = { method, path, headers, body, headersTimeout: timeout, bodyTimeout: timeout }
    poolOf(origin, publicOnly, isLongPoll).dispatch(options, new Exchange(request, resolve, reject))
  })
}

type Controller = Dispatcher.DispatchController
type Head = Pick<HttpResponse, 'status' | 'headers'>

/** Collects one response. undici calls its methods; a handler needs half of the CPU of undici's `request`, which makes a stream of each body. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #resolve: (response: HttpResponse) => void
  readonly #reject: (error: Error) => void
  readonly #maxBytes: number
  /** A response that comes in drops, or endless informational responses, would renew the timeouts between two parts without end. */
  readonly #timer: NodeJS.Timeout
  #controller: Controller | undefined
  #head: Head | undefined
  readonly #chunks: Buffer[] = []
  #bytes = 0
  #failure: Error | undefined

  constructor(
    { timeout, maxResponseBytes = 8_000_000 }: HttpRequest,
    resolve: (response: HttpResponse) => void,
    reject: (error: Error) => void,
  ) {
    this.#resolve = resolve
    this.#reject = reject
    this.#maxBytes = maxResponseBytes
    this.#timer = setTimeout(() => this.#end(), timeout + bodyGraceMs)
  }

  /** Ends an exchange that has taken too long; one that still waits for a connection is never sent. */
  #end(): void {
    this.#failure = Object.assign(new Error('The response took too long.'), { code: 'UND_ERR_ABORTED' })
    this.#controller?.abort(this.#failure)
    this.#reject(this.#failure)
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller
    if (this.#failure) controller.abort(this.#failure)
  }

  onResponseStart(_: Controller, status: number, headers: HttpResponse['headers']): void {
    if (status >= 200) this.#head = { status, headers }
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes <= this.#maxBytes) return
    this.onResponseEnd()
    controller.abort(new Error('The rest of the response is not read.'))
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer)
    const [first] = this.#chunks
    const bytes = this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : first
    const body = bytes === undefined ? '' : bytes.toString('utf8', 0, Math.min(this.#bytes, this.#maxBytes))
    this.#resolve({ ...this.#head!, body })
  }

  onResponseError(_: Controller, error: Error): void {
    clearTimeout(this.#timer)
    this.#reject(error)
  }
}
