/** Pub/Sub emulator: the REST and gRPC APIs of Google Cloud Pub/Sub on one port, durable in a directory. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { ServerCredentials } from '@grpc/grpc-js'
import { allowAll, type Access } from '../../gcp-identity/src/access.ts'
import { Broker } from './broker.ts'
import { Deadlines } from './deadlines.ts'
import { Delivery } from './delivery.ts'
import { createGrpcServer } from './grpc/server.ts'
import { Intake } from './intake.ts'
import { BrokerJournal } from './journal.ts'
import { Compaction } from './log/compaction.ts'
import { Log } from './log/log.ts'
import { recover, removeSegments } from './log/recovery.ts'
import { MessageStore } from './message_store.ts'
import { withPolicies } from './policies.ts'
import { createRestServer } from './rest/server.ts'

export { compactPubsub } from './compact.ts'
export type { Access, Caller } from '../../gcp-identity/src/access.ts'

export interface PubsubOptions {
  /** Folder of the write-ahead log. It is created if it does not exist. Only one process at a time may have it open. */
  dir: string
  /** The port on 127.0.0.1. Default: a free one. */
  port?: number
  /** Identifies callers and answers what they are allowed to do. Default: every request is accepted and may do everything. */
  access?: Access
  /** Returns a signed OIDC token for a push subscription's service account and audience. Default: push requests carry no token. */
  idToken?: (email: string, audience: string) => string
  /** Maximum number of pushes of one subscription in flight, for an endpoint that one process serves. Default: Pub/Sub's own window, which grows to
   * 3,000 and beyond. */
  maxPushes?: number
  /** Publish requests wait for this promise: a message that is accepted before its topic has subscriptions would be lost. Default: no
   * request waits. */
  subscribed?: Promise<unknown>
  /** Receives what the user should know, such as a loss. Default: the standard error stream. */
  warn?: (line: string) => void
}

export interface Pubsub {
  /** Host and port of both APIs, such as `127.0.0.1:8085`: the value of `PUBSUB_EMULATOR_HOST`. */
  host: string
  /** Starts to push. Until then messages for push endpoints are kept. */
  startDelivery: () => void
  /** Writes everything to the disk, closes all connections and the folder. */
  close: () => Promise<void>
}

/** Bytes of message bodies to keep in memory. Further bodies are read from the log. */
const residentBytes = 64 * 1024 * 1024
const segmentBytes = 64 * 1024 * 1024
const sweepMilliseconds = 60_000

/** Recovers the data and starts the server on 127.0.0.1. What is answered with 200 survives `kill -9`. Throws if the port is in use. */
export async function openPubsub(options: PubsubOptions): Promise<Pubsub> {
  const { dir, port = 0, access: given = allowAll, idToken, maxPushes = Infinity } = options
  const { subscribed, warn = console.error } = options
  const connections = new Set<Socket>()
  const server = createServer({ noDelay: true, pauseOnConnect: true })
  // A burst of new connections beyond Node's usual 511 would wait for the retries of TCP.
  server.listen({ port, host: '127.0.0.1', backlog: 4096 })
  // A process that does not get the port must not open the log.
  await once(server, 'listening')

  const { state, segments, superfluous, lost } = recover(dir)
  if (lost !== undefined) warn(lost)
  const store = new MessageStore(residentBytes)
  const deadlines = new Deadlines()
  const log = new Log(dir, segments, segmentBytes)
  const delivery = new Delivery({ store, deadlines, idToken, maxPushes })
  const parts = {
    journal: new BrokerJournal(log),
    store,
    deadlines,
    configured: delivery.follow.bind(delivery),
    subscribed,
  }
  const broker = new Broker(parts, state)
  const access = withPolicies(given, broker.policies)
  const compaction = new Compaction({
    directory: dir,
    log,
    store,
    snapshot: () => broker.snapshot(),
    leastBytes: segmentBytes,
  })
  log.afterGroup = () => compaction.consider()
  const intake = new Intake()
  const rest = createRestServer(broker, access, intake)
  const grpc = createGrpcServer(broker, access, intake)
  const injector = grpc.createConnectionInjector(ServerCredentials.createInsecure())
  const sweeper = setInterval(() => broker.sweep(), sweepMilliseconds).unref()

  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.once('readable', () => {
      const start = socket.read() as Buffer | null
      if (!start) return
      socket.unshift(start)
      // HTTP/2 connections begin with `PRI * HTTP/2.0`. HTTP/1.1 has no method PRI.
      if (start.toString('latin1', 0, 3) === 'PRI') injector.injectConnection(socket)
      else rest.emit('connection', socket)
    })
  })

  await removeSegments(log, superfluous)

  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    startDelivery: () => delivery.start(),
    async close() {
      clearInterval(sweeper)
      server.close()
      grpc.forceShutdown()
      for (const socket of connections) socket.destroy()
      await delivery.close()
      deadlines.close()
      await compaction.close()
      await log.close()
    },
  }
}
