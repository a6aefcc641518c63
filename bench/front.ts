/** Bench: does what Cloud Run's front end does for the instances of a function: each gets the next request, up to its maximum at a time.
 * https://cloud.google.com/run/docs/about-concurrency */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'

export interface Front {
  url: string
  /** Time in which at least one request was served, summed over the instances, in ms. It is what Cloud Run bills. */
  busy: () => number
  /** The number of requests that are being served. */
  inFlight: () => number
  stop: () => Promise<void>
}

interface Instance {
  pool: Pool
  inFlight: number
  since: number
  busyMs: number
}

export async function startFront(ports: readonly number[], concurrency: number): Promise<Front> {
  const instances = ports.map((port): Instance => {
    const pool = new Pool(`http://127.0.0.1:${port}`, { connections: concurrency })
    return { pool, inFlight: 0, since: 0, busyMs: 0 }
  })
  const waiting: (() => void)[] = []
  let next = 0

  /** Returns the next instance, in turn, that has room. */
  const assign = async (): Promise<Instance> => {
    for (;;) {
      for (let tried = 0; tried < instances.length; tried++) {
        const instance = instances[next++ % instances.length]!
        if (instance.inFlight < concurrency) return instance
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const instance = await assign()
    if (instance.inFlight++ === 0) instance.since = performance.now()
    try {
      const { statusCode, body } = await instance.pool.request({
        method: 'POST',
        path: request.url ?? '/',
        headers: { 'content-type': 'application/json' },
        body: request,
      })
      response.writeHead(statusCode).end(await body.text())
    } catch {
      response.destroy()
    } finally {
      if (--instance.inFlight === 0) instance.busyMs += performance.now() - instance.since
      waiting.shift()?.()
    }
  }

  const server = createServer((request, response) => void serve(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    busy: () =>
      instances.reduce(
        (sum, { busyMs, inFlight, since }) => sum + busyMs + (inFlight > 0 ? performance.now() - since : 0),
        0,
      ),
    inFlight: () => instances.reduce((sum, { inFlight }) => sum + inFlight, 0),
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await Promise.all(instances.map(({ pool }) => pool.destroy()))
    },
  }
}
