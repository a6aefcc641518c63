/** The writer: how each error of insertAll is handled, with responses as BigQuery documents them.
 * https://cloud.google.com/bigquery/docs/error-messages */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { requestFaults, rowFaults } from '../../functions/google/append_errors.ts'
import { insertAll, insertLimits, type RowText } from '../../functions/google/bigquery.ts'

interface FakeResponse {
  status: number
  body: string
}

interface Row {
  insertId: string
}

const table = { project: 'p', dataset: 'd', table: 'events' }

function failure(status: number, reason: string, message = 'text'): FakeResponse {
  return {
    status,
    body: JSON.stringify({
      error: { code: status, message, errors: [{ reason, message, domain: 'global' }] },
    }),
  }
}

function html(status: number): FakeResponse {
  return { status, body: '<html>malformed or illegal request</html>' }
}

/** Response → result of each row, and how many requests two rows take. */
const requests: readonly [response: FakeResponse, kind: string, sends: number][] = [
  [failure(400, 'badRequest', 'Request payload size exceeds the limit: 10485760 bytes.'), 'too_large', 3],
  [failure(400, 'invalid', 'The destination table has no schema.'), 'retry', 1],
  [failure(400, 'failedPrecondition', 'Billing is off.'), 'retry', 1],
  [failure(400, 'parseError', 'Parse Error'), 'invalid', 3],
  [html(400), 'invalid', 3],
  [failure(401, 'authError'), 'retry', 1],
  [failure(403, 'rateLimitExceeded'), 'retry', 1],
  [failure(403, 'quotaExceeded'), 'retry', 1],
  [failure(403, 'responseTooLarge'), 'too_large', 3],
  [failure(403, 'accessDenied'), 'retry', 1],
  [failure(404, 'notFound', 'Not found: Table p:d.events'), 'retry', 1],
  [failure(408, 'timeout'), 'retry', 1],
  [failure(409, 'duplicate'), 'retry', 1],
  [html(413), 'too_large', 3],
  [failure(429, 'rateLimitExceeded'), 'retry', 1],
  [failure(500, 'internalError'), 'retry', 1],
  [html(502), 'retry', 1],
  [failure(503, 'backendError'), 'retry', 1],
  [failure(504, 'backendError'), 'retry', 1],
  [failure(418, 'teapot'), 'retry', 1],
  [{ status: 200, body: 'cut o' }, 'retry', 1],
]

const rows: readonly [errors: readonly object[], kind: string][] = [
  [[{ reason: 'invalid', location: 'hop', message: 'no such field: hop.' }], 'retry'],
  [
    [{ reason: 'invalid', message: 'Maximum allowed row size exceeded. Allowed: 5242880 Row size: 5242894' }],
    'too_large',
  ],
  [
    [{ reason: 'invalid', location: 'n', message: 'Cannot convert value to integer (bad value): abc' }],
    'invalid',
  ],
  [[{ reason: 'stopped', message: '' }], 'retry'],
  [[{ reason: 'timeout', message: '' }], 'retry'],
  [[{ reason: 'backendError', message: '' }], 'retry'],
  [[{ reason: 'internalError', message: '' }], 'retry'],
  [[{ reason: 'quotaExceeded', message: '' }], 'retry'],
  [[{ reason: 'rateLimitExceeded', message: '' }], 'retry'],
  [[{ reason: 'unknown', message: '' }], 'retry'],
  [[], 'retry'],
  [
    [
      { reason: 'invalid', message: 'bad' },
      { reason: 'invalid', message: 'no such field: x.' },
    ],
    'retry',
  ],
]

describe('the writer', () => {
  let server: Server
  let env: NodeJS.ProcessEnv
  let respond: (rows: readonly Row[]) => FakeResponse | 'none'
  let sent: (readonly string[])[]

  before(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as { rows: readonly Row[] }
        sent.push(body.rows.map(({ insertId }) => insertId))
        const fake = respond(body.rows)
        if (fake === 'none') request.socket.destroy()
        else response.writeHead(fake.status).end(fake.body)
      })
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    env = { BIGQUERY_EMULATOR_HOST: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  })
  beforeEach(() => {
    sent = []
  })
  after(() => {
    server.close()
    server.closeAllConnections()
  })

  const row = (insertId: string, json = '{}'): RowText => ({ insertId, json })
  const kinds = async (written: readonly RowText[]): Promise<readonly string[]> =>
    (await insertAll(env, table, 'Bearer t', written)).map(({ kind }) => kind)

  for (const [response, kind, sends] of requests) {
    it(`handles ${response.status} ${response.body.slice(0, 90)} as ${kind}`, async () => {
      respond = () => response
      assert.deepEqual(await kinds([row('1'), row('2')]), [kind, kind])
      assert.equal(sent.length, sends)
    })
  }

  it('retries the rows if the connection breaks', async () => {
    respond = () => 'none'
    assert.deepEqual(await kinds([row('1')]), ['retry'])
  })

  for (const [errors, kind] of rows) {
    it(`handles ${JSON.stringify(errors)} as ${kind}, for that row alone`, async () => {
      respond = () => ({ status: 200, body: JSON.stringify({ insertErrors: [{ index: 1, errors }] }) })
      assert.deepEqual(await kinds([row('1'), row('2'), row('3')]), ['written', kind, 'written'])
    })
  }

  it('has a test for every entry of its tables', () => {
    const tested = requests.map(([{ status, body }]) => [status, /"reason":"(\w+)"/.exec(body)?.[1]])
    for (const { status, reason } of requestFaults)
      assert.ok(
        tested.some(([one, other]) => (status ?? one) === one && (reason ?? other) === other),
        `${status}`,
      )
    for (const { reason } of rowFaults)
      assert.ok(reason === undefined || JSON.stringify(rows).includes(`"${reason}"`), reason)
  })

  it('isolates a row that makes the whole request unreadable', async () => {
    respond = (sentRows) =>
      sentRows.some(({ insertId }) => insertId === '3')
        ? failure(400, 'parseError')
        : { status: 200, body: '{}' }
    const written = await kinds(['1', '2', '3', '4', '5'].map((id) => row(id)))
    assert.deepEqual(written, ['written', 'written', 'invalid', 'written', 'written'])
  })

  it('keeps requests within the maximum number of rows and of UTF-8 bytes', async () => {
    respond = () => ({ status: 200, body: '{}' })
    const big = JSON.stringify({ text: '€'.repeat(insertLimits.bytes / 8) })
    assert.deepEqual(await kinds([row('1', big), row('2', big), row('3', big)]), [
      'written',
      'written',
      'written',
    ])
    assert.deepEqual(new Set(sent.map((ids) => ids.join(' '))), new Set(['1 2', '3']))
    sent = []
    await kinds(Array.from({ length: insertLimits.rows + 1 }, (_, index) => row(String(index))))
    assert.deepEqual(new Set(sent.map(({ length }) => length)), new Set([1, insertLimits.rows]))
  })
})
