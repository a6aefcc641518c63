/** Local stack: serves the base URL, in place of the load balancer: routes each path to its function, and serves the token endpoint and
 * `/local/` itself. */
import { once } from 'node:events'
import { Agent, createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openAdmission } from '../functions/serving/admission.ts'
import { codes, type StatusCode, type ErrorBody } from '../schemas/status.ts'
import type { Handler } from '../packages/gcp-identity/src/index.ts'
import { authorityOf, contained, refusalAtDoor, requestTarget } from '../packages/shared/src/index.ts'

interface EdgeOptions {
  /** 0 picks a free port. */
  port: number
  tokens: Handler
}

export interface LocalEdge {
  url: string
  /** Starts routing. Until then requests get 503. */
  open: (routes: Routes) => void
  close: () => Promise<void>
}

export interface Routes {
  /** Address of the function that serves `/v1/`, except the paths of the other functions. */
  ingest: string
  /** Address of the function that serves `/v1/translators/`. */
  translate: string
  /** Address of the function that serves `/v1/hooks/`; undefined if no webhook is configured. */
  hook?: string | undefined
  /** Address of the function that serves `/v1/collect/`; undefined if no source has a web door. */
  collect?: string | undefined
  /** Address of the function that serves `/`, `/console/` and `/v1/console/`. */
  console: string
  /** Body of `GET /local/`. */
  greeting: string
  /** The developer's access token, which `GET /local/token` returns to pages of this origin. */
  token: string
}

/** Idle connections are kept: an instance takes one new connection in each turn of its event loop, so that opening many at a time takes long. */
const agent = new Agent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: 1024 })

/** As long as the load balancer. Otherwise a client with many connections would open them again and again.
 * https://cloud.google.com/load-balancing/docs/https#timeouts_and_retries */
const keepAliveTimeout = 610_000

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
  // Cloud Run's front end does the same for its instances.
  const admission = openAdmission()
  const admit = (to: string, request: IncomingMessage, response: ServerResponse): void => {
    const visit = admission.enter(request)
    if (!visit)
      return refuse(
        response,
        'Too many requests at the moment: nothing was published. Send the request again.',
      )
    response.once('close', visit.leave)
    pass(to, request, response)
  }
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const { path } = requestTarget(request.url)
    // The functions have their own list of origins, and do nothing without a token.
    const refusal = refusalAtDoor(request, { isForPages: path.startsWith('/v1/') })
    if (refusal) return fail(response, 'PERMISSION_DENIED', refusal.message, refusal.status)
    if (tokens(request, response)) return
    if (!routes) return refuse(response, 'The stack is starting.')
    if (isOfConsole.test(path)) return pass(routes.console, request, response)
    if (path.startsWith('/v1/translators/')) return admit(routes.translate, request, response)
    if (path.startsWith('/v1/hooks/') && routes.hook) return admit(routes.hook, request, response)
    if (path.startsWith('/v1/collect/') && routes.collect) return admit(routes.collect, request, response)
    if (path.startsWith('/v1/')) return admit(routes.ingest, request, response)
    if (path === '/local/token' && request.method === 'GET') return sendToken(routes.token, request, response)
    if (path === '/local/' && request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(routes.greeting)
      return
    }
    fail(response, 'NOT_FOUND', `There is nothing at ${path}.`)
  }
  const server = createServer({ keepAliveTimeout }, contained(serve))
  // A burst of new connections beyond Node's usual 511 would wait for the retries of TCP: 1, 3, 7 s.
  await once(server.listen({ port, host: '127.0.0.1', backlog: 4096 }), 'listening')
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

/** Sends the token to pages of this origin only, as the Fetch Metadata header says.
 * https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header */
function sendToken(token: string, request: IncomingMessage, response: ServerResponse): void {
  if (request.headers['sec-fetch-site'] !== 'same-origin') {
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

/** Passes the request to a function and its response back. Adds only the address of the client, as Cloud Run's front end does. */
function pass(to: string, request: IncomingMessage, response: ServerResponse): void {
  const { hostname, port } = new URL(to)
  const { method, url: raw = '/', headers } = request
  const authority = authorityOf(raw)
  const path = authority === undefined ? raw : raw.slice(raw.indexOf(authority) + authority.length) || '/'
  // Without it, Node sends the body of a GET or DELETE without its length: the function would read it as the next request.
  const framing = headers['transfer-encoding'] === undefined ? {} : { 'transfer-encoding': 'chunked' }
  const forwardedFor = [headers['x-forwarded-for'], request.socket.remoteAddress].filter(Boolean).join(', ')
  const passed = { ...endToEnd(headers), ...framing, 'x-forwarded-for': forwardedFor }
  const upstream = send({ agent, hostname, port, method, path, headers: passed }, (answer) => {
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

function fail(
  response: ServerResponse,
  status: StatusCode,
  message: string,
  http: number = codes[status].http,
): void {
  const body: ErrorBody = { error: { code: http, message, status } }
  response.writeHead(http, {
    'content-type': 'application/json; charset=UTF-8',
    ...(http === 503 && { 'retry-after': '1' }),
  })
  response.end(`${JSON.stringify(body, null, 2)}\n`)
}
