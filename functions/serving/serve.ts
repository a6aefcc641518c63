/** Serving: runs a handler in functions-framework. The framework loads the function and listens; requests bypass its Express, which
 * would answer invalid JSON with an HTML page and needs ten times the CPU of the handler. */
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FunctionName } from '../../schemas/environment.ts'
import { bodyLimitsOf, instances } from '../../schemas/instance.ts'
import { limits } from '../../schemas/limits.ts'
import { openAdmission, type Admission } from './admission.ts'
import {
  errorAnswer,
  StatusError,
  type HandlerResponse,
  type Handler,
  type RequestHead,
  type StreamHandler,
} from './answer.ts'
import { discardRest, readBody, type BodyReading } from './body.ts'
import { createBodyBudget, type BodyBudget } from './body_budget.ts'
import { corsFor, type Cors } from './cors.ts'
import { drainOnTermination } from './drain.ts'
import { fault } from './errors.ts'
import { logEntry } from './log.ts'
import { streamBody } from './stream_body.ts'
import { startWatchdog, type Watchdog } from './watchdog.ts'

interface ServeOptions {
  /** Maximum size of the body before and after decompression. Default: that of the function's instance. */
  maxBodyBytes?: number
  /** Answers a request by its head, or throws an error, before the body is read. Returns undefined for a request to be handled. Without it,
   * only a service that Google has identified calls the function: it waits while the instance is busy. */
  admit?: (head: RequestHead) => HandlerResponse | undefined
  /** Origins whose pages may call the function, separated by commas; `*` for any. Default: none. */
  allowedOrigins?: string
  /** Adds the CORS headers instead. */
  cors?: Cors
  /** Maximum time in which a request must arrive, in ms. Default: 60,000. */
  requestTimeout?: number
  /** True for a public door: when the instance is overloaded, it refuses requests unread with 503 and Retry-After. Default: false. A push
   * is never refused: it would count as an attempt. */
  refusesOverload?: boolean
  /** CPU time in ms for which requests may block the event loop before the process ends itself. Default: 10,000. */
  maxBlockedMs?: number
}

/** Limits of one connection; times in ms. */
const connectionLimits = {
  maxHeaderSize: limits.headerBytes,
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1000,
  // Longer than Google's front ends keep a connection, so that they never send a request on one that is being closed.
  // https://cloud.google.com/load-balancing/docs/https#timeouts_and_retries
  keepAliveTimeout: 620_000,
}

/** Creates the function that functions-framework serves. Call it once per deployed function, when its module loads. */
export function serve(name: FunctionName, handler: Handler, options: ServeOptions = {}): RequestListener {
  return serveRead(
    name,
    async (head, request, reading) => handler({ ...head, body: await readBody(request, reading) }),
    options,
  )
}

/** As `serve`, for a handler that reads the body as a stream. */
export function serveStream(
  name: FunctionName,
  handler: StreamHandler,
  options: ServeOptions,
): RequestListener {
  const heldBytes = instances[name].bodyBytes
  return serveRead(
    name,
    (head, request, reading) => handler({ ...head, body: streamBody(request, heldBytes, reading) }),
    options,
  )
}

function serveRead(
  name: FunctionName,
  answer: Served['answer'],
  {
    maxBodyBytes = instances[name].bodyBytes,
    admit,
    allowedOrigins = '',
    cors = corsFor(allowedOrigins),
    requestTimeout,
    refusesOverload = false,
    maxBlockedMs,
  }: ServeOptions,
): RequestListener {
  const bodyLimits = bodyLimitsOf(name)
  const served = {
    answer,
    admit,
    budget: createBodyBudget(bodyLimits, admit === undefined),
    maxBodyBytes,
    cors,
    admission: refusesOverload ? openAdmission() : undefined,
    watchdog: startWatchdog(maxBlockedMs),
  }
  const listener: RequestListener = (request, response) => void respond(served, request, response)
  const arrivalMs = requestTimeout ?? connectionLimits.requestTimeout
  attachToNextServer(listener, {
    ...connectionLimits,
    // The time in which a push waits for its share does not count as slow.
    requestTimeout: admit === undefined ? arrivalMs + bodyLimits.waitMs : arrivalMs,
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
    // Node would ask for the body at once.
    server.on('checkContinue', listener)
    server.on('clientError', refuseMalformedHttp)
    drainOnTermination(server)
    return server
  }
}

/** Connections on which a request was answered before it arrived completely, until it has. */
const answeredEarly = new WeakSet<Duplex>()

interface Served {
  /** Handles a request whose head has been read. */
  answer: (head: RequestHead, request: IncomingMessage, reading: BodyReading) => Promise<HandlerResponse>
  admit: ServeOptions['admit']
  budget: BodyBudget
  maxBodyBytes: number
  cors: Cors
  admission: Admission | undefined
  watchdog: Watchdog
}

const overloaded = errorAnswer(fault('OVERLOADED', {}))

async function respond(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  served.watchdog.requestOpened()
  const visit = served.admission?.enter(request)
  const isRefused = served.admission !== undefined && visit === undefined
  const share = served.budget.open(request.url ?? '')
  const ask = waitsForContinue(request) ? () => response.writeContinue() : askNothing
  try {
    const reading = { share, maxBytes: served.maxBodyBytes, ask }
    const answer = isRefused ? overloaded : await answerTo(served, request, reading)
    if (response.destroyed) return
    if (!request.complete) {
      answeredEarly.add(request.socket)
      request.once('end', () => answeredEarly.delete(request.socket))
      discardRest(request, served.maxBodyBytes)
    }
    response.writeHead(answer.status, {
      ...answer.headers,
      ...served.cors(request),
      ...(answer.status !== 204 && { 'content-length': Buffer.byteLength(answer.body ?? '') }),
    })
    response.end(answer.body)
  } finally {
    share.release()
    visit?.leave()
    served.watchdog.requestClosed()
  }
}

function askNothing(): void {}

/** Node closes the connection after an answer to a client that was not asked for its body: whether it still comes is unknown.
 * https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1 */
function waitsForContinue({ headers: { expect } }: IncomingMessage): boolean {
  return expect !== undefined && expect.toLowerCase() === '100-continue'
}

/** Nothing changes it: most requests have no query, and making one for each takes longer than reading the path. */
const noQuery = new URLSearchParams()

async function answerTo(
  { admit, answer }: Served,
  request: IncomingMessage,
  reading: BodyReading,
): Promise<HandlerResponse> {
  try {
    const { method = 'GET', url = '/', headers } = request
    const mark = url.indexOf('?')
    const path = mark === -1 ? url : url.slice(0, mark)
    const query = mark === -1 ? noQuery : new URLSearchParams(url.slice(mark + 1))
    const head = { method, path, query, headers, arrivedAt: Date.now() }
    const early = admit?.(head)
    if (early) return early
    return await answer(head, request, reading)
  } catch (error) {
    if (error instanceof StatusError) return errorAnswer(error)
    logEntry('ERROR', 'unexpected error in a handler', traceOf(error))
    return errorAnswer(fault('INTERNAL', {}))
  }
}

/** Returns where an error happened, without its message: that of a parser repeats a part of the payload. */
export function traceOf(error: unknown): { error: string; stack?: readonly string[] } {
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
