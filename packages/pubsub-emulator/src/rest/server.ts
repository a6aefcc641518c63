/** The REST server: HTTP/1.1 with JSON, as pubsub.googleapis.com answers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { codes, type ErrorBody } from '../status.ts'
import { contained } from '../../../shared/src/contained.ts'
import { refusalAtDoor } from '../../../shared/src/local_door.ts'
import { decodedPath, requestTarget } from '../../../shared/src/request_target.ts'
import type { Access, Caller } from '../../../gcp-identity/src/access.ts'
import { authenticate, authorize } from '../authorization.ts'
import type { Broker } from '../broker.ts'
import { createDeferred } from '../deferred.ts'
import { invalidArgument, RpcError } from '../errors.ts'
import { limits } from '../limits.ts'
import { fromJson, fromQuery } from './from_json.ts'
import type { Intake } from '../intake.ts'
import { bindPath, findRoute, type Route } from './routes.ts'
import { toJson } from './to_json.ts'

/** The largest publish request, with room for base64 and JSON. */
const largestBody = 2 * limits.requestBytes

function readBody(request: IncomingMessage): Promise<Buffer> {
  const { promise, resolve, reject } = createDeferred<Buffer>()
  const parts: Buffer[] = []
  let bytes = 0
  request.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes <= largestBody) parts.push(part)
    else reject(invalidArgument(`Request payload size exceeds the limit: ${limits.requestBytes} bytes.`))
  })
  request.on('end', () => resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)))
  // The caller disconnected, so it does not get this error.
  request.on('error', () => reject(new RpcError('CANCELLED', 'The request ended early.')))
  return promise
}

function parse(body: Buffer): unknown {
  if (body.length === 0) return {}
  try {
    return JSON.parse(body.toString())
  } catch (error) {
    throw invalidArgument(`Invalid JSON payload received. ${(error as Error).message}`)
  }
}

interface Service {
  broker: Broker
  access: Access
  intake: Intake
}

async function answer(service: Service, request: IncomingMessage, signal: AbortSignal): Promise<object> {
  const { path: rawPath, query } = requestTarget(request.url)
  const path = decodedPath(rawPath)
  const match = path === undefined ? undefined : findRoute(request.method ?? '', path)
  if (!match) throw new RpcError('NOT_FOUND', 'Method not found.')
  const { route, values } = match
  const caller = authenticate(service.access, request.headers.authorization, route.fullName)
  if (route.method.name !== 'Publish') return call(service, { route, values, caller, query }, request, signal)
  const leave = service.intake.enter(
    Math.min(largestBody, Number(request.headers['content-length'] ?? largestBody)),
  )
  try {
    return await call(service, { route, values, caller, query }, request, signal)
  } finally {
    leave()
  }
}

interface Call {
  route: Route
  /** Values of the variables in the path. */
  values: readonly string[]
  caller: Caller
  query: URLSearchParams
}

async function call(
  { broker, access }: Service,
  { route, values, caller, query }: Call,
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<object> {
  const { requestType, body } = route
  const message =
    body === '*'
      ? fromJson(requestType, parse(await readBody(request)))
      : fromQuery(requestType, query, body ? { [body]: parse(await readBody(request)) } : {})
  bindPath(message, route, values)
  authorize(access, caller, route.method.requires(message, broker), broker.exists)
  const response = await route.method.run(broker, message, {
    allows: (permission, resource) => access.allows(caller.email, permission, resource),
    signal,
  })
  return toJson(route.responseType, response)
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = `${JSON.stringify(body, null, 2)}\n`
  response.writeHead(status, {
    'content-type': 'application/json; charset=UTF-8',
    'content-length': Buffer.byteLength(text),
    ...(status === 429 && { 'retry-after': '1' }),
  })
  response.end(text)
}

function sendError(response: ServerResponse, error: unknown): void {
  const fault = error instanceof RpcError ? error : new RpcError('INTERNAL', 'Internal error encountered.')
  if (fault !== error) console.error(error)
  const { status, message, details } = fault
  const { http } = codes[status]
  const body: ErrorBody = { error: { code: http, message, status, ...(details.length > 0 && { details }) } }
  send(response, http, body)
}

/** Creates a server for HTTP/1.1 connections that the caller accepts. It does not listen. */
export function createRestServer(broker: Broker, access: Access, intake: Intake): Server {
  const service: Service = { broker, access, intake }
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const refusal = refusalAtDoor(request)
    if (refusal) {
      const { status: code, message } = refusal
      const body: ErrorBody = { error: { code, message, status: 'PERMISSION_DENIED' } }
      return send(response, code, body)
    }
    const abort = new AbortController()
    response.on('close', () => {
      // An abort creates an exception with its stack, so it happens only when the caller disconnects.
      if (!response.writableFinished) abort.abort()
    })
    answer(service, request, abort.signal).then(
      (body) => send(response, 200, body),
      (error: unknown) => {
        // The unread rest of the body must not be parsed as the next request.
        if (!request.complete) response.setHeader('connection', 'close')
        sendError(response, error)
        if (!request.complete) request.resume()
      },
    )
  }
  return createServer({ keepAliveTimeout: 60_000 }, contained(serve))
}
