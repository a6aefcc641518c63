/** The payload translator: bodies that are large, compressed, in other charsets, truncated or hostile. */
import assert from 'node:assert/strict'
import { gzipSync, createGzip } from 'node:zlib'
import { Readable } from 'node:stream'
import { request } from 'node:http'
import { once } from 'node:events'
import { json } from 'node:stream/consumers'
import { header, openEndpoint, orders, type Answered, type Endpoint } from './endpoint.ts'
import { tokenOf } from '../support/roles.ts'
import { until } from '../support/until.ts'

const path = '/v1/translators/shop_orders?validateOnly=true'

const millionFields = `{${Array.from({ length: 1e6 }, (_, index) => `"${index.toString(36)}":1`).join(',')}}`

describe('a body for the payload translator', () => {
  let endpoint: Endpoint

  before(async () => {
    endpoint = await openEndpoint()
    await endpoint.save(orders)
    await endpoint.save({ ...orders, name: 'json_orders', input: { format: 'json' }, fields: {} })
    await endpoint.save({
      ...orders,
      name: 'xml_orders',
      input: { format: 'xml', records: 'o.e' },
      fields: {},
    })
  })
  after(() => endpoint?.stack.remove())

  const row = (number: number | string): string => `${number};14.03.2026;ada@example.com;1,00;EUR;9\n`

  /** Sends a stream directly to the function. */
  const stream = async (
    to: string,
    body: Readable,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answered> => {
    const { functions } = endpoint.stack.facts
    const token = tokenOf(endpoint.stack.facts, 'producer')
    const sent = request(functions['translate'] + to, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv', ...headers },
    })
    body.pipe(sent)
    const [response] = (await once(sent, 'response')) as [Readable & { statusCode: number }]
    const answer = (await json(response)) as Answered['body']
    return { status: response.statusCode, headers: new Headers(), body: answer }
  }

  it('of 100,000 rows is read completely, and the response lists only refused rows', async () => {
    let rows = 0
    const generate = function* (): Generator<string> {
      yield `${header}\n`
      for (let part = 0; part < 100; part++) {
        let text = ''
        for (let index = 0; index < 1000; index++) text += rows++ % 1000 === 7 ? 'bad;row\n' : row(rows)
        yield text
      }
    }
    const { status, body } = await stream(path, Readable.from(generate()))
    assert.equal(status, 207)
    assert.deepEqual(
      [body.records, body.accepted, body.refused, body.results!.length, body.notListed],
      [100_000, 99_900, 100, 100, 99_900],
    )
    assert.ok(body.results!.every(({ violations }) => violations))
  })

  it('of several groups is published completely', async () => {
    const body = header + '\n' + Array.from({ length: 2500 }, (_, n) => row(`L${n}`)).join('')
    const { status, body: answer } = await endpoint.post('/v1/translators/shop_orders', gzipSync(body), {
      'content-encoding': 'gzip',
    })
    assert.equal(status, 200)
    assert.deepEqual(
      [answer.accepted, new Set(answer.results!.map(({ messageId }) => messageId)).size],
      [2500, 2500],
    )
    await until('all events are in BigQuery', async () => {
      const [row] = await endpoint.client.query(
        `SELECT COUNT(DISTINCT JSON_VALUE(event_data.transaction_id)) AS n FROM events WHERE event_name = 'purchase'`,
      )
      return row!['n'] === '2500'
    })
  })

  it('that decompresses to a thousand times its size is refused before its end', async () => {
    const zeros = function* (): Generator<Buffer> {
      yield Buffer.from(`${header}\n`)
      for (let megabyte = 0; megabyte < 300; megabyte++) yield Buffer.alloc(2 ** 20, '\n')
    }
    const bomb = Readable.from(zeros()).pipe(createGzip())
    const { status, body } = await stream(path, bomb, { 'content-encoding': 'gzip' })
    assert.equal(status, 413)
    assert.match(body.error!.message, /decompresses to more than 100 times its size/)
  })

  it('in another charset is read if the charset is declared; else, its records are refused', async () => {
    const text = `${header}\n1;14.03.2026;;1,00;EUR;größer\n2;14.03.2026;;1,00;EUR;plain\n`
    const latin = Buffer.from(text, 'latin1')
    const declared = await endpoint.post(path, latin, { 'content-type': 'text/csv; charset=iso-8859-1' })
    assert.equal(declared.status, 200)
    assert.equal(declared.body.results![0]!.event!.event_data!['groesse_cm'], 'größer')
    const undeclared = await endpoint.post(
      path,
      Buffer.concat([Buffer.from(`${header}\n`), latin.subarray(header.length + 1)]),
    )
    assert.equal(undeclared.status, 207)
    assert.match(undeclared.body.results![0]!.violations![0]!.expected, /text in utf-8/)
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    const marked = await endpoint.post(path, utf16)
    assert.equal(marked.body.results![0]!.event!.event_data!['groesse_cm'], 'größer')
    const unknown = await endpoint.post(path, text, { 'content-type': 'text/csv; charset=klingon' })
    assert.equal(unknown.status, 415)
  })

  const refused: readonly [string, string, BodyInit, Readonly<Record<string, string>>, number, RegExp][] = [
    ['that is empty', path, '', {}, 400, /has no records/],
    ['with only a header', path, header, {}, 400, /has no records/],
    ['that is not gzip', path, 'plain', { 'content-encoding': 'gzip' }, 400, /not valid gzip/],
    ['with another content encoding', path, 'plain', { 'content-encoding': 'br' }, 415, /not supported/],
    ['of a million columns', path, 'a;'.repeat(1e6), {}, 400, /1000001 columns/],
    ['of a million fields', '/v1/translators/json_orders', millionFields, {}, 400, /more than 2000 fields/],
    [
      'of a billion laughs',
      '/v1/translators/xml_orders',
      '<!DOCTYPE l [<!ENTITY a "ha">]><l>&a;</l>',
      {},
      400,
      /document type/,
    ],
    ['for an unknown path', '/v1/translators/shop_orders/x', '', {}, 404, /Unknown path/],
    ['with an unknown parameter', '/v1/translators/shop_orders?dryRun=1', header, {}, 400, /dryRun/],
  ]
  for (const [what, to, body, headers, status, message] of refused) {
    it(`${what} is refused with a clear message`, async () => {
      const answered = await endpoint.post(to, body, headers)
      assert.equal(answered.status, status)
      assert.match(answered.body.error!.message, message)
    })
  }

  it('with truncated gzip keeps the results of the rows before', async () => {
    const compressed = gzipSync(`${header}\n${Array.from({ length: 30_000 }, (_, n) => row(n)).join('')}`)
    const { status, body } = await endpoint.post(path, compressed.subarray(0, compressed.length - 1000), {
      'content-encoding': 'gzip',
    })
    assert.equal(status, 207)
    assert.ok(body.accepted! > 1000)
    assert.match(body.error!.message, /not valid gzip/)
  })

  it('whose connection breaks does not affect other requests', async () => {
    const { functions } = endpoint.stack.facts
    const token = tokenOf(endpoint.stack.facts, 'producer')
    const sent = request(functions['translate'] + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    sent.on('error', () => {})
    await new Promise((resolve) => sent.write(`${header}\n${row(1)}`, resolve))
    sent.destroy()
    assert.equal((await endpoint.post(path, `${header}\n${row(1)}`)).status, 200)
  })
})
