/** Serving: puts a handler behind functions-framework. The framework loads, listens and names the function; the request
 * itself goes straight to the handler, because Express would answer broken JSON with an HTML page and costs ten times
 * the handler's own work. */
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { limits } from '../../schemas/limits.ts'
import {
  errorAnswer,
  StatusError,
  type HandlerResponse,
  type Handler,
  type Request,
  type StreamHandler,
} from './answer.ts'
import { discardRest, readBody } from './body.ts'
import { corsFor, type Cors } from './cors.ts'
import { drainOnTermination } from './drain.ts'
import { fault } from './errors.ts'
import { logEntry } from './log.ts'
import { streamBody } from './stream_body.ts'

export interface ServeOptions {
  /** Largest body, as it is sent and unpacked; a push of Pub/Sub's largest message unless told. */
  maxBodyBytes?: number
  /** Origins whose pages may call the function, separated by commas; `*` for any, none unless told. */
  allowedOrigins?: string
  /** How long a request may take to come in, in ms; a minute unless told. */
  requestTimeout?: number
}

/** A message has 10 MB, which come as base64, and up to a hundred attributes, which may be escaped. */
const pushBytes = 16 * 1024 * 1024

/** What one connection may take up; times in ms. */
const bounds: http.ServerOptions = {
  maxHeaderSize: limits.headerBytes,
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1000,
  // Longer than Google's front ends keep a connection, so that they never send into one that is being closed.
  // https://cloud.google.com/load-balancing/docs/https#timeouts_and_retries
  keepAliveTimeout: 620_000,
}

/** Makes the function that functions-framework is to serve. Call it once per deployed function, as its module loads. */
export function serve(handler: Handler, options: ServeOptions = {}): RequestListener {
  return serveRead(
    async (told, request, maxBytes) => handler({ ...told, body: await readBody(request, maxBytes) }),
    options,
  )
}

/** The same for a handler that reads the body as it comes. */
export function serveStream(handler: StreamHandler, options: ServeOptions): RequestListener {
  return serveRead(
    (told, request, maxBytes) => handler({ ...told, body: streamBody(request, maxBytes) }),
    options,
  )
}

function serveRead(
  answer: Served['answer'],
  { maxBodyBytes = pushBytes, allowedOrigins = '', requestTimeout }: ServeOptions,
): RequestListener {
  const served = { answer, maxBodyBytes, cors: corsFor(allowedOrigins) }
  const listener: RequestListener = (request, response) => void respond(served, request, response)
  takeNextServer(listener, { ...bounds, ...(requestTimeout !== undefined && { requestTimeout }) })
  return listener
}

/** The framework makes exactly one server, after it has loaded the function's module. */
function takeNextServer(listener: RequestListener, options: http.ServerOptions): void {
  const createServer = http.createServer
  http.createServer = () => {
    http.createServer = createServer
    const server = createServer(options, listener)
    // Without this Node answers an `Expect` header that it does not know with an empty 417.
    server.on('checkExpectation', listener)
    server.on('clientError', refuseBrokenHttp)
    drainOnTermination(server)
    return server
  }
}

/** Connections on which a request got its answer before it was whole. */
const answeredEarly = new WeakSet<Duplex>()

interface Served {
  /** Answers a request, of which all but the body has been read. */
  answer: (
    told: Omit<Request, 'body'>,
    request: IncomingMessage,
    maxBytes: number,
  ) => Promise<HandlerResponse>
  maxBodyBytes: number
  cors: Cors
}

async function respond(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await answerTo(served, request)
  if (response.destroyed) return
  if (!request.complete) {
    answeredEarly.add(request.socket)
    discardRest(request, served.maxBodyBytes)
  }
  response.writeHead(answer.status, {
    ...answer.headers,
    ...served.cors(request),
    ...(answer.status !== 204 && { 'content-length': Buffer.byteLength(answer.body ?? '') }),
  })
  response.end(answer.body)
}

async function answerTo(
  { answer, maxBodyBytes }: Served,
  request: IncomingMessage,
): Promise<HandlerResponse> {
  try {
    const { method = 'GET', url = '/', headers } = request
    const mark = url.indexOf('?')
    const path = mark === -1 ? url : url.slice(0, mark)
    const query = new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1))
    return await answer({ method, path, query, headers }, request, maxBodyBytes)
  } catch (error) {
    if (error instanceof StatusError) return errorAnswer(error)
    logEntry('ERROR', 'unexpected fault in a handler', traceOf(error))
    return errorAnswer(fault('INTERNAL', {}))
  }
}

/** Where it happened. Its message is left out, because a parser's repeats a part of the payload. */
function traceOf(error: unknown): { error: string; stack?: readonly string[] } {
  return error instanceof Error
    ? { error: error.name, stack: (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) }
    : { error: typeof error }
}

/** What is no HTTP at all, floods the header or comes too slowly still gets a readable answer. */
function refuseBrokenHttp(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable || answeredEarly.has(socket)) {
    return void socket.destroy()
  }
  const { status, body = '' } = errorAnswer(brokenHttp(error.code))
  socket.end(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nconnection: close\r\n` +
      `content-type: application/json; charset=UTF-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body.toString()}`,
    () => socket.destroy(),
  )
}

function brokenHttp(code: string | undefined): StatusError {
  if (code === 'HPE_HEADER_OVERFLOW') return fault('HEADERS_TOO_LARGE', { limit: limits.headerBytes })
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return fault('REQUEST_TOO_SLOW', {})
  return fault('HTTP_MALFORMED', {})
}
