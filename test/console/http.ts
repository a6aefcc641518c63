/** Test support: sends plain HTTP requests: fetch would decompress responses and forbid some request headers. */
import { request } from 'node:http'

export interface HttpResult {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

export function get(url: URL, headers: Record<string, string> = {}, method = 'GET'): Promise<HttpResult> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
      .on('error', reject)
      .end()
  })
}
