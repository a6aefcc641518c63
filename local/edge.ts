/** Local stack: serves the base URL, in place of the load balancer: routes each path to its function, and serves the token endpoint and
 * `/local/` itself. */
import { once } from 'node:events'
import { Agent, createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { codes, type StatusCode, type ErrorBody } from '../schemas/status.ts'
import type { Handler } from '../packages/gcp-identity/src/index.ts'

interface EdgeOptions {
  /** 0 picks a free port. */
  port: number
  tokens: Handler
}

interface LocalEdge {
  url: string
  /** Starts routing. Until then requests get 503. */
  open: (routes: Routes) => void
  close: () => Promise<void>
}

interface Routes {
  /** Address of the function that serves `/v1/`, except the paths of the other functions. */
  ingest: string
  /** Address of the function that serves `/v1/translators/`. */
  translate: string
  /** Address of the function that serves `/v1/hooks/`; undefined if no webhook is configured. */
  hook?: string | undefined
  /** Address of the function that serves `/`, `/console/` and `/v1/console/`. */
  console: string
  /** Body of `GET /local/`. */
  greeting: string
  /** The developer's access token, which `GET /local/token` returns to pages of this origin. */
  token: string
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

/** Headers that belong to one connection, not to the request. https://www.rfc-editor.org/rfc/rfc9110#name-connection */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'proxy-connection',
])

export async function openEdge({ port, tokens }: EdgeOptions): Promise<LocalEdge> {
  let routes: Routes | undefined
  const server = createServer((request, response) => {
    if (tokens(request, response)) return
    const path = (request.url ?? '/').split('?', 1)[0]!
    if (!routes) return refuse(response, 'The stack is starting.')
    if (isOfConsole.test(path)) return pass(routes.console, request, response)
    if (path.startsWith('/v1/translators/')) return pass(routes.translate, request, response)
    if (path.startsWith('/v1/hooks/') && routes.hook) return pass(routes.hook, request, response)
    if (path.startsWith('/v1/')) return pass(routes.ingest, request, response)
    if (path === '/local/token' && request.method === 'GET') return sendToken(routes.token, request, response)
    if (path === '/local/' && request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(routes.greeting)
      return
    }
    fail(response, 'NOT_FOUND', `There is nothing at ${path}.`)
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: (to) => {
      routes = to
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      agent.destroy()
      if (server.listening) await once(server, 'close')
    },
  }
}

const isOfConsole = /^\/(?:$|console(?:\/|$)|v1\/console\/)/

/** Sends the token to pages of this origin only. The Fetch Metadata header rejects other origins; the host name rejects DNS rebinding.
 * https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header */
function sendToken(token: string, request: IncomingMessage, response: ServerResponse): void {
  const { host, 'sec-fetch-site': site } = request.headers
  const { localPort } = request.socket
  const isLocalHost = host === `127.0.0.1:${localPort}` || host === `localhost:${localPort}`
  if (!isLocalHost || site !== 'same-origin') {
    return fail(response, 'PERMISSION_DENIED', 'Only pages of this origin get the token.')
  }
  response
    .writeHead(200, {
      'content-type': 'application/json; charset=UTF-8',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .end(JSON.stringify({ token }))
}

/** Passes the request to a function and its response back, both unchanged. */
function pass(to: string, request: IncomingMessage, response: ServerResponse): void {
  const { hostname, port } = new URL(to)
  const { method, url: path, headers } = request
  const upstream = send({ agent, hostname, port, method, path, headers: endToEnd(headers) }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers))
    answer.pipe(response)
  })
  upstream.on('error', () => {
    if (response.headersSent) response.destroy()
    else refuse(response, 'The function does not answer. Send the request again.')
  })
  response.on('close', () => upstream.destroy())
  request.pipe(upstream)
}

function endToEnd<Headers extends Readonly<Record<string, unknown>>>(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name))) as Headers
}

function refuse(response: ServerResponse, message: string): void {
  return fail(response, 'UNAVAILABLE', message)
}

function fail(response: ServerResponse, status: StatusCode, message: string): void {
  const { http } = codes[status]
  const body: ErrorBody = { error: { code: http, message, status } }
  response.writeHead(http, {
    'content-type': 'application/json; charset=UTF-8',
    ...(http === 503 && { 'retry-after': '1' }),
  })
  response.end(`${JSON.stringify(body, null, 2)}\n`)
}
