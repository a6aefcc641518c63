/** Local functions: does in the function's process what Cloud Run's front end does: passes the port on and admits only invokers. https://cloud.google.com/run/docs/authenticating/service-to-service */
import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { openIssuer } from '../../packages/gcp-identity/src/index.ts'
import { refusalAtDoor } from '../../packages/shared/src/index.ts'

/** The settings of the gate. The socket is passed separately. */
export interface GateConfig {
  /** Folder of the issuer's keys. */
  identityDir: string
  /** URL of the function: the required audience of an ID token. */
  audience: string
  /** IAM members that may invoke it: `allUsers`, `serviceAccount:…`. */
  invokers: readonly string[]
}

const [orders, socket] = (await once(process, 'message')) as [GateConfig, Server]
// The socket accepts connections from now on. Connections that arrive before the framework listens are closed: otherwise a push
// would wait for its deadline.
socket.on('connection', (early: Socket) => early.destroy())
const { verifyIdToken } = await openIssuer(orders.identityDir)

/** Ends the function with the stack, however that ends. */
process.once('disconnect', () => process.exit(0))
process.channel?.unref()

/** A function whose event loop is blocked does not learn of it. This thread does: the parent of an orphan is another process. */
const endsOrphan = `
setInterval(() => {
  if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL')
}, 1000)`
new Worker(endsOrphan, {
  eval: true,
  execArgv: [],
  env: {},
  resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
}).unref()

const bearer = /^Bearer (.+)$/i

/** Returns the header that identifies the caller. The function itself handles the other one.
 * https://cloud.google.com/run/docs/authenticating/service-to-service#acquire-token */
function identityOf({ headers }: IncomingMessage): string {
  return String(headers['x-serverless-authorization'] ?? headers.authorization ?? '')
}

function mayInvoke(request: IncomingMessage): boolean {
  if (orders.invokers.includes('allUsers')) return true
  const token = bearer.exec(identityOf(request))?.[1]
  const caller = token === undefined ? undefined : verifyIdToken(token, orders.audience)
  const isCaller = (member: string): boolean =>
    member === `serviceAccount:${caller?.email}` || member === `user:${caller?.email}`
  return caller !== undefined && orders.invokers.some(isCaller)
}

type Emit = (this: http.Server, event: string, ...rest: unknown[]) => boolean

const listen = Reflect.get(http.Server.prototype, 'listen')
const emit = Reflect.get(http.Server.prototype, 'emit') as Emit

/** The events of a request that arrives, also of one with an `Expect` header. */
const arrivals = new Set(['request', 'checkContinue', 'checkExpectation'])

const guardedEmit: Emit = function (event, ...rest) {
  const [request, response] = rest as [IncomingMessage, ServerResponse]
  if (!arrivals.has(event)) return emit.call(this, event, ...rest)
  const refusal = refusalAtDoor(request, { isForPages: true, isBehind: true })
  if (refusal) {
    response.writeHead(refusal.status, { 'content-type': 'text/plain' }).end(`${refusal.message}\n`)
    return true
  }
  if (mayInvoke(request)) return emit.call(this, event, ...rest)
  response.writeHead(identityOf(request) ? 403 : 401, { 'content-type': 'text/plain' })
  response.end('The request was not authenticated, or its identity may not invoke this function.\n')
  return true
}

http.Server.prototype.emit = guardedEmit

http.Server.prototype.listen = function (this: http.Server, _port: unknown, ready?: () => void) {
  this.once('listening', () => process.send?.('listening'))
  return listen.call(this, socket, ready)
} as typeof listen
