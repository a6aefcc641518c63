/** Creator tests: a proxy between the console and BigQuery that can delay a statement or replace its response. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Handles a statement by the label of its job. Resolves to a response, or to undefined to forward the statement to BigQuery. */
export type Meddle = (name: string) => Promise<{ status: number; body: string } | undefined>

export interface Proxy {
  url: string
  /** Labels of the received statements, and `insertAll` for streamed rows, in order. */
  asked: () => readonly string[]
  meddle: (handler: Meddle) => void
  close: () => Promise<void>
}

export async function startProxy(bigqueryUrl: string): Promise<Proxy> {
  const asked: string[] = []
  let meddle: Meddle = async () => undefined
  const server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
      const name = request.url!.endsWith('/insertAll')
        ? 'insertAll'
        : (/"query":"(\w+)"\}\}$/.exec(body)?.[1] ?? '')
      asked.push(name)
      const replacement = await meddle(name)
      if (replacement)
        return response
          .writeHead(replacement.status, { 'content-type': 'application/json' })
          .end(replacement.body)
      const answer = await fetch(new URL(request.url!, bigqueryUrl), {
        method: request.method!,
        headers: { authorization: request.headers.authorization!, 'content-type': 'application/json' },
        ...(request.method !== 'GET' && { body }),
      })
      return response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(await answer.text())
    })()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { pathname } = new URL(bigqueryUrl)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname === '/' ? '' : pathname}`,
    asked: () => asked,
    meddle: (handler) => {
      meddle = handler
    },
    close: async () => {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

/** Returns a function whose promises all resolve on the call number `count`. */
export function barrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let calls = 0
  return () => {
    if (++calls === count) resolve()
    return promise
  }
}

/** An error response of BigQuery. https://cloud.google.com/bigquery/docs/error-messages */
export function refusalOf(status: number, reason: string, message: string): { status: number; body: string } {
  return {
    status,
    body: JSON.stringify({
      error: {
        code: status,
        message,
        errors: [{ message, domain: 'global', reason }],
        status: status === 403 ? 'PERMISSION_DENIED' : 'INVALID_ARGUMENT',
      },
    }),
  }
}
