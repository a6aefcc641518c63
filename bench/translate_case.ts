/** Bench `translate`: defines a shop's export, its translation, and the services that the function calls. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Translation } from '../schemas/translation.ts'
import { definitions } from '../schemas/warehouse/definitions.ts'

export const translation: Translation = {
  name: 'bench_orders',
  version: '1.0',
  input: { format: 'csv', delimiter: ';' },
  fields: { date: 'dmy', total: 'number_comma' },
  event: { name: { const: 'purchase' } },
  link: {
    event_time: { from: 'date', as: 'iso' },
    email: 'mail',
    transaction_id: 'number',
    value: 'total',
    currency: { const: 'EUR' },
  },
  rest: 'keep',
}

export interface Google {
  host: string
  published: () => number
  close: () => void
}

/** Starts a Pub/Sub that accepts everything, and a table `definitions` with one row. */
export async function serveGoogle(): Promise<Google> {
  let published = 0
  const row = ['translation', translation.name, translation.version, '1', JSON.stringify(translation)]
  const names = ['kind', 'name', 'version', 'created_at', 'definition']
  const fields = definitions.columns.map(({ name }) => ({ name })).filter(({ name }) => names.includes(name))
  const server = createServer((asked, response) => {
    let text = ''
    asked.setEncoding('utf8').on('data', (part: string) => (text += part))
    asked.on('end', () => {
      const { url = '' } = asked
      response.setHeader('content-type', 'application/json')
      if (url.endsWith(':publish')) {
        const count = text.split('{"data":').length - 1
        published += count
        return response.end(JSON.stringify({ messageIds: Array.from({ length: count }, (_, n) => `${n}`) }))
      }
      if (url.endsWith(':testIamPermissions')) return response.end(text)
      const page = { rows: [{ f: fields.map(({ name }) => ({ v: row[names.indexOf(name)] })) }] }
      return response.end(JSON.stringify(url.includes('/data?') ? page : { etag: '1', schema: { fields } }))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, published: () => published, close: () => server.close().closeAllConnections() }
}

const rowsAtOnce = 1000

/** Generates rows of a shop's export up to this number of bytes. */
export function* csv(bytes: number, count: { rows: number }): Generator<Buffer> {
  yield Buffer.from('number;date;mail;total;comment;shop\n')
  for (let sent = 0; sent < bytes;) {
    let text = ''
    for (let index = 0; index < rowsAtOnce; index++) {
      const number = ++count.rows
      text += `B-${number};14.03.2026 09:26;customer${number % 5000}@example.com;${number % 900},50;"says ""thanks"", again";main\n`
    }
    const part = Buffer.from(text)
    sent += part.length
    yield part
  }
}
