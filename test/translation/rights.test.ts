/** The payload translator asks for the caller's right before it does any work, and tells nobody else what is saved. */
import assert from 'node:assert/strict'
import { openRaw } from '../support/raw_http.ts'
import { tokenOf } from '../support/roles.ts'
import { header, openEndpoint, orders, type Endpoint } from './endpoint.ts'

/** The largest body that Cloud Run and the translator accept would be read for seconds. */
const announcedBytes = 98 * 2 ** 20

const known = '/v1/translators/shop_orders'
const unknown = '/v1/translators/nobody_saved_it'

describe('a translation, for callers without the right to publish', () => {
  let endpoint: Endpoint
  let stranger: string

  before(async () => {
    endpoint = await openEndpoint()
    await endpoint.save(orders)
    stranger = await endpoint.client.tokenOf('stranger@sluice-local.iam.gserviceaccount.com')
    const { status } = await endpoint.post(`${known}?validateOnly=true`, `${header}\n`)
    assert.equal(status, 400)
  })
  after(() => endpoint?.stack.remove())

  it('is refused before its body is read', async () => {
    const port = Number(new URL(endpoint.stack.facts.functions['translate']!).port)
    for (const [token, status] of [
      ['x', 401],
      [stranger, 403],
    ] as const)
      for (const path of [known, unknown, `${known}?validateOnly=true`, `${unknown}?validateOnly=true`]) {
        const connection = await openRaw(port)
        // Not one byte of the body follows: who answers has not waited for it.
        await connection.write(
          `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n` +
            `content-type: text/csv\r\ncontent-length: ${announcedBytes}\r\n\r\n`,
        )
        assert.equal((await connection.answer()).status, status, path)
        connection.socket.destroy()
      }
  })

  it('is refused in the same words, known or unknown, valid or not, explained or published', async () => {
    await endpoint.save({ ...orders, name: 'broken_orders', event: { name: { const: 'Bought!' } } })
    const paths = [known, `${known}@1.0`, `${known}@9.9`, unknown, '/v1/translators/broken_orders']
    for (const authorization of ['Bearer x', `Bearer ${stranger}`]) {
      const answers = await Promise.all(
        paths
          .flatMap((path) => [path, `${path}?validateOnly=true`, `${path}?validateOnly=maybe`])
          .map((path) => endpoint.post(path, `${header}\nS1;14.03.2026;x;1,00;EUR;\n`, { authorization })),
      )
      const texts = answers.map(({ status, body }) => JSON.stringify([status, body]))
      assert.deepEqual(new Set(texts).size, 1, texts.join('\n'))
      assert.doesNotMatch(texts[0]!, /Bestellnummer|purchase|transaction_id/)
    }
  })

  it('is told to be missing to a producer alone', async () => {
    const producer = `Bearer ${tokenOf(endpoint.stack.facts, 'producer')}`
    const { status, body } = await endpoint.post(unknown, '', { authorization: producer })
    assert.deepEqual([status, body.error!.details![0]!.reason], [404, 'TRANSLATION_UNKNOWN'])
  })
})
