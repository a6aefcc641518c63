/** Test support: a proxy between a function and Pub/Sub that records each publish, and can hold or answer it. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'

/** A received publish request. */
export interface Publish {
  path: string
  authorization: string
  messages: readonly { data?: string; attributes?: object; orderingKey?: string }[]
}

export interface Scripted {
  status: number
  headers?: Readonly<Record<string, string>>
  body: string
}

export interface BusProxy {
  host: string
  /** Every publish since the last `forget`. */
  publishes: readonly Publish[]
  /** The paths of every other request, such as a test of permissions, since the last `forget`. They are always forwarded. */
  others: readonly string[]
  forget: () => void
  /** Holds every publish from now on. Returns the function that releases them. */
  hold: () => () => void
  /** Answers every publish with this response instead of forwarding it; undefined forwards again. */
  answerWith: (answer: Scripted | undefined) => void
  stop: () => Promise<void>
}

/** Starts a proxy. `bus` is the `host:port` to which it forwards requests. */
export async function startBusProxy(bus: string): Promise<BusProxy> {
  const pool = new Pool(`http://${bus}`)
  const publishes: Publish[] = []
  const others: string[] = []
  let held: Promise<void> = Promise.resolve()
  let scripted: Scripted | undefined

  const forward = async (path: string, authorization: string, body: string): Promise<Scripted> => {
    const response = await pool.request({ method: 'POST', path, headers: { authorization }, body })
    return { status: response.statusCode, body: await response.body.text() }
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const path = request.url ?? ''
    const { authorization = '' } = request.headers
    const isPublish = path.endsWith(':publish')
    if (isPublish) {
      const { messages } = JSON.parse(body) as Pick<Publish, 'messages'>
      publishes.push({ path, authorization, messages })
      await held
    } else others.push(path)
    const {
      status,
      headers,
      body: text,
    } = (isPublish ? scripted : undefined) ?? (await forward(path, authorization, body))
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(text)
  }
  // If forwarding fails, the function sees a broken connection.
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')

  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    publishes,
    others,
    forget: () => {
      publishes.length = 0
      others.length = 0
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    answerWith: (answer) => {
      scripted = answer
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await pool.destroy()
    },
  }
}
