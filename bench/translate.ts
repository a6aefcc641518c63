/** Bench `translate`: peak memory and rows per CPU-second of the deployed function while it takes a large CSV.
 * `node bench/translate.ts [megabytes]`, 100 unless told. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { buildFunctions } from '../infra/build.ts'
import { streamingNodeOptions } from '../schemas/environment.ts'
import { definitions } from '../schemas/warehouse/definitions.ts'
import type { Translation } from '../schemas/translation.ts'
import { startGoogle } from './google.ts'

const translation: Translation = {
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

/** Pub/Sub that takes everything, and the table `definitions` with one row. */
const serveGoogle = async (): Promise<{ host: string; published: () => number; close: () => void }> => {
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
      const page = { rows: [{ f: fields.map(({ name }) => ({ v: row[names.indexOf(name)] })) }] }
      return response.end(JSON.stringify(url.includes('/data?') ? page : { etag: '1', schema: { fields } }))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, published: () => published, close: () => server.close().closeAllConnections() }
}

const rowsAtOnce = 1000

/** Rows of a shop's export until there are so many bytes. */
function* csv(bytes: number, count: { rows: number }): Generator<Buffer> {
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

export const benchTranslate = async (megabytes = 100): Promise<void> => {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  await buildFunctions({ outDir: join(dir, 'dist'), minify: true })
  const [google, bus] = await Promise.all([startGoogle(), serveGoogle()])
  const framework = fileURLToPath(
    new URL('main.js', import.meta.resolve('@google-cloud/functions-framework')),
  )
  const child = spawn(
    process.execPath,
    [
      '--import',
      fileURLToPath(new URL('meter.ts', import.meta.url)),
      framework,
      '--target=translate',
      `--source=${join(dir, 'dist/translate')}`,
    ],
    {
      env: {
        ...google.env,
        PUBSUB_EMULATOR_HOST: bus.host,
        BIGQUERY_EMULATOR_HOST: `http://${bus.host}`,
        NODE_OPTIONS: streamingNodeOptions,
        NODE_ENV: 'production',
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const cpu = async (): Promise<number> => {
    child.send('usage')
    const [told] = (await once(child, 'message')) as [{ cpu: number }]
    return told.cpu
  }

  const count = { rows: 0 }
  const before = await cpu()
  const asked = request({
    port,
    method: 'POST',
    path: '/v1/translators/bench_orders',
    headers: { authorization: 'Bearer ya29.bench', 'content-type': 'text/csv' },
  })
  Readable.from(csv(megabytes * 2 ** 20, count)).pipe(asked)
  const [response] = (await once(asked, 'response')) as [Readable & { statusCode: number }]
  const answer = (await json(response)) as { accepted: number }
  const seconds = ((await cpu()) - before) / 1e6
  const [, peak] = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))!
  if (response.statusCode !== 200 || answer.accepted !== count.rows || bus.published() !== count.rows)
    throw new Error(`${answer.accepted} of ${count.rows} rows were accepted (HTTP ${response.statusCode}).`)
  console.log(
    `${megabytes} MiB, ${count.rows} rows: ${Math.round(count.rows / seconds)} rows per CPU-second, ` +
      `peak memory ${Math.round(Number(peak) / 1024)} MiB`,
  )

  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  bus.close()
  await Promise.all([google.stop(), rm(dir, { recursive: true })])
}

if (import.meta.main) {
  await benchTranslate(Number(process.argv[2] ?? 100))
  process.exit(0)
}
