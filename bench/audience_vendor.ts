/** Bench: a vendor of lists that takes every request, and counts the requests and the people in them. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface AudienceVendor {
  url: string
  /** Returns what it has received since the last call. */
  received: () => { requests: number; added: number; removed: number }
  stop: () => Promise<void>
}

export async function startAudienceVendor(): Promise<AudienceVendor> {
  let counts = { requests: 0, added: 0, removed: 0 }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { ids } = JSON.parse(await text(request)) as { ids: readonly string[] }
    counts.requests++
    counts[request.url!.includes('/remove_customers') ? 'removed' : 'added'] += ids.length
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => void answer(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => {
      const received = counts
      counts = { requests: 0, added: 0, removed: 0 }
      return received
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
