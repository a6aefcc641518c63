/** Test support: keeps objects by the two calls of Cloud Storage's API that jobs make: a download and an upload of media.
 * https://cloud.google.com/storage/docs/json_api/v1/objects/get, /insert */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ObjectServer {
  url: string
  /** The objects by `bucket/name`. */
  objects: Map<string, Buffer>
  stop(): Promise<void>
}

export async function startObjectServer(): Promise<ObjectServer> {
  const objects = new Map<string, Buffer>()
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
    const [, bucket, name] = /^\/(?:upload\/)?storage\/v1\/b\/([^/]+)\/o(?:\/(.+))?$/.exec(pathname) ?? []
    if (request.method === 'POST') {
      objects.set(`${bucket}/${searchParams.get('name')}`, Buffer.concat(chunks))
      response.end('{"kind":"storage#object"}')
      return
    }
    const found = objects.get(`${bucket}/${decodeURIComponent(name ?? '')}`)
    if (!found) response.statusCode = 404
    response.end(found ?? '{"error":{"code":404}}')
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
