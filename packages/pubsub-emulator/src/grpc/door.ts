/** The gRPC door: refuses calls by their heads, as the REST door does. gRPC does not announce the length of a message, so publish requests wait
 * unread, a few at a time are read, and each counts with its length once it has arrived. */
import {
  ServerInterceptingCall,
  type Metadata,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
} from '@grpc/grpc-js'
import { refusalOf } from '../../../shared/src/local_door.ts'
import { RpcError } from '../errors.ts'
import { tooManyRequests, type Intake } from '../intake.ts'
import type { PubsubMessage } from '../resources.ts'
import { serviceError } from './service_error.ts'

/** Maximum number of publish requests whose messages arrive at a time. With the transport's limit, it limits their memory. */
export const mostArriving = 8

/** Time in ms that a publish request may take to arrive while others wait. */
const slowMs = 5000

const publishPath = '/google.pubsub.v1.Publisher/Publish'

interface Arrival {
  since: number
  refuse: () => void
}

/** Lets a few requests arrive at a time, in turn. */
class Arrivals {
  readonly #arriving = new Set<Arrival>()
  readonly #waiting = new Set<() => void>()
  #isWatched = false

  /** Calls `read` when the request may arrive. Returns a function to call when it has arrived or ended. */
  enter(read: () => void, refuse: () => void): () => void {
    const arrival: Arrival = { since: 0, refuse }
    const start = (): void => {
      arrival.since = performance.now()
      this.#arriving.add(arrival)
      read()
    }
    if (this.#arriving.size < mostArriving) start()
    else {
      this.#waiting.add(start)
      this.#watch()
    }
    return () => {
      this.#waiting.delete(start)
      if (this.#arriving.delete(arrival)) this.#startNext()
    }
  }

  #startNext(): void {
    const [next] = this.#waiting
    if (!next) return
    this.#waiting.delete(next)
    next()
  }

  /** Refuses the requests that arrive too slowly, for as long as others wait. */
  #watch(): void {
    if (this.#isWatched) return
    this.#isWatched = true
    setTimeout(() => {
      this.#isWatched = false
      const latest = performance.now() - slowMs
      for (const { since, refuse } of this.#arriving) if (since <= latest) refuse()
      if (this.#waiting.size > 0) this.#watch()
    }, slowMs / 5).unref()
  }
}

/** Returns the interceptor that each call passes. */
export function guardCalls(intake: Intake): ServerInterceptor {
  const arrivals = new Arrivals()
  return (method, call) =>
    method.path === publishPath ? guardPublish(call, intake, arrivals) : guardHost(call)
}

function guardHost(call: ServerInterceptingCallInterface): ServerInterceptingCall {
  return new ServerInterceptingCall(call, {
    start: (next) =>
      next({
        onReceiveMetadata: (metadata, receive) => {
          const refusal = refusalOfCall(call, metadata)
          if (refusal) call.sendStatus(serviceError(refusal))
          else receive(metadata)
        },
      }),
  })
}

function guardPublish(
  call: ServerInterceptingCallInterface,
  intake: Intake,
  arrivals: Arrivals,
): ServerInterceptingCall {
  const leaving: (() => void)[] = []
  const leave = (): void => {
    for (const each of leaving.splice(0)) each()
  }
  const end = (error: unknown): void => {
    leave()
    call.sendStatus(serviceError(error))
  }
  let arrived = (): void => undefined
  return new ServerInterceptingCall(call, {
    start: (next) =>
      next({
        onReceiveMetadata: (metadata, receive) => {
          const refusal = refusalOfCall(call, metadata)
          if (refusal) return end(refusal)
          try {
            leaving.push(intake.enter(0))
          } catch (error) {
            return end(error)
          }
          arrived = arrivals.enter(
            () => receive(metadata),
            () => end(tooManyRequests()),
          )
          leaving.push(arrived)
        },
        onReceiveMessage: (message: { messages?: readonly PubsubMessage[] }, receive) => {
          arrived()
          try {
            leaving.push(intake.hold(bytesOf(message.messages ?? [])))
          } catch (error) {
            return end(error)
          }
          receive(message)
        },
        onReceiveHalfClose: (receive) => {
          arrived()
          receive()
        },
        onCancel: leave,
      }),
    sendStatus: (status, next) => {
      leave()
      next(status)
    },
  })
}

function refusalOfCall(call: ServerInterceptingCallInterface, metadata: Metadata): RpcError | undefined {
  const first = (name: string): string | undefined => metadata.get(name)[0]?.toString()
  const refusal = refusalOf({
    hosts: [call.getHost(), first('host')],
    origin: first('origin'),
    site: first('sec-fetch-site'),
    isRead: false,
    localPort: call.getConnectionInfo().localPort,
  })
  return refusal && new RpcError('PERMISSION_DENIED', refusal.message)
}

function bytesOf(messages: readonly PubsubMessage[]): number {
  let bytes = 0
  for (const { data, attributes = {} } of messages) {
    bytes += data?.length ?? 0
    for (const [name, value] of Object.entries(attributes)) bytes += name.length + value.length
  }
  return bytes
}
