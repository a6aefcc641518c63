/** HTTP server: parses requests, passes them to the router and writes its responses. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contained } from '../../shared/src/contained.ts'
import { refusalAtDoor } from '../../shared/src/local_door.ts'
import { pathSegments, requestTarget } from '../../shared/src/request_target.ts'
import type { Caller } from './rest/caller.ts'
import { readBody, type RestResponse, type RestRequest } from './rest/request.ts'
import type { Router } from './rest/router.ts'
import { ApiError } from './warehouse/api_error.ts'
import { toApiError } from './warehouse/failure.ts'

/** Returns the caller of an Authorization header. Throws 401 for an unknown token. */
export type Identify = (authorization: string | undefined) => Caller

/** Listens on 127.0.0.1. Resolves once the port is known. */
export async function listen(
  router: Router,
  identify: Identify,
  port: number,
): Promise<{ server: Server; url: string }> {
  let url = ''
  const server = createServer(
    // Longer than clients keep an idle connection, so that they never send a request on one that is being closed. Node's own 5 s are shorter.
    { keepAliveTimeout: 60_000 },
    contained(async (message, response) => {
      const { status = 200, headers = {}, ...answer } = await answerOf(router, identify, url, message)
      // A connection that was kept for a next request would keep the server from closing.
      write(response, {
        ...answer,
        status,
        headers: server.listening ? headers : { ...headers, connection: 'close' },
      })
    }),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { server, url }
}

async function answerOf(
  router: Router,
  identify: Identify,
  origin: string,
  message: IncomingMessage,
): Promise<RestResponse> {
  try {
    return await router.handle(await readRequest(message, identify, origin))
  } catch (error) {
    const failure = toApiError(error)
    return { status: failure.status, json: failure.body }
  }
}

function write(response: ServerResponse, { status = 200, headers = {}, text, json }: RestResponse): void {
  if (status === 204) {
    response.writeHead(status, headers).end()
    return
  }
  const body = text ?? JSON.stringify(json)
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=UTF-8',
      'content-length': Buffer.byteLength(body),
      ...headers,
    })
    .end(body)
}

/** Accepts every path with the API's prefix `/bigquery/v2` and, as emulators do, without it. */
async function readRequest(
  message: IncomingMessage,
  identify: Identify,
  origin: string,
): Promise<RestRequest> {
  const refusal = refusalAtDoor(message)
  if (refusal) throw new ApiError('accessDenied', refusal.message, undefined, refusal.status)
  const { path: encoded, query } = requestTarget(message.url)
  const path = pathSegments(encoded.replace(/^\/+bigquery\/v2\//, '/'))
  if (!path) throw new ApiError('invalid', `The path is not valid percent-encoding: ${encoded.slice(0, 200)}`)
  const body = await readBody(message, path.includes('upload'))
  const caller = identify(message.headers.authorization)
  return {
    method: message.method ?? 'GET',
    path,
    query,
    headers: message.headers,
    body,
    caller,
    origin,
  }
}
