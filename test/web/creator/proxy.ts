/** Creator tests: stands between the console and BigQuery, and can hold a statement back or answer in BigQuery's place. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What comes of a statement, by the name that labels its job: an answer in place of BigQuery's, or undefined once it may go on. */
export type Meddle = (name: string) => Promise<{ status: number; body: string } | undefined>

export interface Proxy {
  url: string
  /** Names of the statements, in the order in which they came. */
  asked: () => readonly string[]
  meddle: (with_: Meddle) => void
  close: () => Promise<void>
}

export async function startProxy(bigqueryUrl: string): Promise<Proxy> {
  const asked: string[] = []
  let meddle: Meddle = async () => undefined
  const server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
      const name = /"query":"(\w+)"\}\}$/.exec(body)?.[1] ?? ''
      asked.push(name)
      const own = await meddle(name)
      if (own) return response.writeHead(own.status, { 'content-type': 'application/json' }).end(own.body)
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
    meddle: (with_) => {
      meddle = with_
    },
    close: async () => {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

/** Lets go once so many have come: they have then all done what came before. */
export function barrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let come = 0
  return () => {
    if (++come === count) resolve()
    return promise
  }
}

/** An error as BigQuery words it: https://cloud.google.com/bigquery/docs/error-messages */
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
