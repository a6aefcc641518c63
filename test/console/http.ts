/** Console tests: requests as they are sent, and answers as they come: fetch would unpack the ones and forbid headers of the others. */
import { request } from 'node:http'

export interface Told {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

export function get(url: URL, headers: Record<string, string> = {}, method = 'GET'): Promise<Told> {
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
