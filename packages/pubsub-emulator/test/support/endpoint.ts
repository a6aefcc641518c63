/** Test support: a local push endpoint that records its requests and returns configured statuses. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { timeoutMs } from '../../../shared/test/until.ts'

export interface Received {
  url: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** Time of receipt in ms since 1970. */
  at: number
}

/** The wrapped form of a push request's body. */
export interface PushBody {
  message: {
    data?: string
    attributes?: Record<string, string>
    messageId: string
    message_id: string
    publishTime: string
    publish_time: string
    orderingKey?: string
  }
  subscription: string
  deliveryAttempt?: number
}

export function pushBody({ body }: Received): PushBody {
  return JSON.parse(body.toString()) as PushBody
}

/** Returns the data of a wrapped push as text. */
export function pushData(received: Received): string {
  return Buffer.from(pushBody(received).message.data ?? '', 'base64').toString()
}

/** Returns the status of the response to the nth request, from 0. A promise delays the response. */
export type Answer = (received: Received, index: number) => number | Promise<number>

export class Endpoint {
  readonly received: Received[] = []
  url = ''
  #waiters: { count: number; resolve: () => void }[] = []
  readonly #server

  constructor(answer: Answer = () => 204) {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        const { url = '', headers } = request
        const received = { url, headers, body: Buffer.concat(parts), at: Date.now() }
        this.received.push(received)
        void Promise.resolve(answer(received, this.received.length - 1)).then((status) => {
          if (status === 102) response.writeProcessing()
          else
            response.writeHead(status, status >= 300 && status < 400 ? { location: '/elsewhere' } : {}).end()
          return undefined
        })
        this.#waiters = this.#waiters.filter(({ count, resolve }) => {
          if (this.received.length < count) return true
          resolve()
          return false
        })
      })
    })
  }

  async open(): Promise<this> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  /** Resolves to the first `count` requests once they have arrived. */
  async first(count: number, milliseconds = timeoutMs): Promise<Received[]> {
    if (this.received.length < count) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const late = setTimeout(
        () =>
          reject(
            new Error(`Expected ${count} pushes within ${milliseconds} ms, got ${this.received.length}.`),
          ),
        milliseconds,
      )
      this.#waiters.push({ count, resolve })
      await promise.finally(() => clearTimeout(late))
    }
    return this.received.slice(0, count)
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
