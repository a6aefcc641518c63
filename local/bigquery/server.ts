/** HTTP in front of the router. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Access } from '../identity/access.ts'
import { identifyCaller } from './rest/caller.ts'
import { readBody, type Answer, type Request } from './rest/request.ts'
import type { Router } from './rest/router.ts'
import { toApiError } from './warehouse/failure.ts'

/** Listens on 127.0.0.1; resolves once the port is known. */
export async function listen(
  router: Router,
  access: Access,
  port: number,
): Promise<{ server: Server; url: string }> {
  let url = ''
  const server = createServer((message, response) => {
    void respond(router, access, url, message, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { server, url }
}

async function respond(
  router: Router,
  access: Access,
  origin: string,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let answer: Answer
  try {
    answer = await router.handle(await readRequest(message, access, origin))
  } catch (error) {
    const failure = toApiError(error)
    answer = { status: failure.status, json: failure.body }
  }
  const { status = 200, headers = {} } = answer
  if (status === 204) {
    response.writeHead(status, headers).end()
    return
  }
  const body = answer.text ?? JSON.stringify(answer.json)
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=UTF-8',
      'content-length': Buffer.byteLength(body),
      ...headers,
    })
    .end(body)
}

/** Both forms of every path work: with the API's prefix `/bigquery/v2` and, as emulators have it, without. */
async function readRequest(message: IncomingMessage, access: Access, origin: string): Promise<Request> {
  const url = new URL(message.url ?? '/', origin)
  const path = url.pathname
    .replace(/^\/+bigquery\/v2\//, '/')
    .split('/')
    .filter(Boolean)
    .map(decodeURIComponent)
  const body = await readBody(message, path.includes('upload'))
  const caller = identifyCaller(message.headers.authorization, access)
  return {
    method: message.method ?? 'GET',
    path,
    query: url.searchParams,
    headers: message.headers,
    body,
    caller,
    origin,
  }
}
