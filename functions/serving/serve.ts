/** Serving: runs a handler in functions-framework. The framework loads the function and listens; requests bypass its Express, which
 * would answer invalid JSON with an HTML page and needs ten times the CPU of the handler. */
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

interface ServeOptions {
  /** Maximum size of the body before and after decompression. Default: a push of Pub/Sub's largest message. */
  maxBodyBytes?: number
  /** Origins whose pages may call the function, separated by commas; `*` for any. Default: none. */
  allowedOrigins?: string
  /** Maximum time in which a request must arrive, in ms. Default: 60,000. */
  requestTimeout?: number
}

/** Maximum size of a push: 10 MB of data in base64, and a hundred attributes, possibly escaped. */
const pushBytes = 16 * 1024 * 1024

/** Limits of one connection; times in ms. */
const connectionLimits: http.ServerOptions = {
  maxHeaderSize: limits.headerBytes,
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1000,
  // Longer than Google's front ends keep a connection, so that they never send a request on one that is being closed.
  // https://cloud.google.com/load-balancing/docs/https#timeouts_and_retries
  keepAliveTimeout: 620_000,
}

/** Creates the function that functions-framework serves. Call it once per deployed function, when its module loads. */
export function serve(handler: Handler, options: ServeOptions = {}): RequestListener {
  return serveRead(
    async (head, request, maxBytes) => handler({ ...head, body: await readBody(request, maxBytes) }),
    options,
  )
}

/** As `serve`, for a handler that reads the body as a stream. */
export function serveStream(handler: StreamHandler, options: ServeOptions): RequestListener {
  return serveRead(
    (head, request, maxBytes) => handler({ ...head, body: streamBody(request, maxBytes) }),
    options,
  )
}

function serveRead(
  answer: Served['answer'],
  { maxBodyBytes = pushBytes, allowedOrigins = '', requestTimeout }: ServeOptions,
): RequestListener {
  const served = { answer, maxBodyBytes, cors: corsFor(allowedOrigins) }
  const listener: RequestListener = (request, response) => void respond(served, request, response)
  attachToNextServer(listener, {
    ...connectionLimits,
    ...(requestTimeout !== undefined && { requestTimeout }),
  })
  return listener
}

/** Attaches the listener to the one server that the framework creates after it has loaded the function's module. */
function attachToNextServer(listener: RequestListener, options: http.ServerOptions): void {
  const createServer = http.createServer
  http.createServer = () => {
    http.createServer = createServer
    const server = createServer(options, listener)
    // Without this, Node answers an unknown `Expect` header with an empty 417.
    server.on('checkExpectation', listener)
    server.on('clientError', refuseMalformedHttp)
    drainOnTermination(server)
    return server
  }
}

/** Connections on which a request was answered before it arrived completely. */
const answeredEarly = new WeakSet<Duplex>()

interface Served {
  /** Handles a request whose head has been read. */
  answer: (
    head: Omit<Request, 'body'>,
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
    logEntry('ERROR', 'unexpected error in a handler', traceOf(error))
    return errorAnswer(fault('INTERNAL', {}))
  }
}

/** Returns where an error happened, without its message: that of a parser repeats a part of the payload. */
function traceOf(error: unknown): { error: string; stack?: readonly string[] } {
  return error instanceof Error
    ? { error: error.name, stack: (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) }
    : { error: typeof error }
}

/** Answers a request that is not HTTP, has too large headers or arrives too slowly, in the format of all errors. */
function refuseMalformedHttp(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable || answeredEarly.has(socket)) {
    return void socket.destroy()
  }
  const { status, body = '' } = errorAnswer(errorOfCode(error.code))
  socket.end(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nconnection: close\r\n` +
      `content-type: application/json; charset=UTF-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body.toString()}`,
    () => socket.destroy(),
  )
}

function errorOfCode(code: string | undefined): StatusError {
  if (code === 'HPE_HEADER_OVERFLOW') return fault('HEADERS_TOO_LARGE', { limit: limits.headerBytes })
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return fault('REQUEST_TOO_SLOW', {})
  return fault('HTTP_MALFORMED', {})
}
