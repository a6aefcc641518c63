/** The payload translator, over HTTP against a complete stack: raw payloads in, rows in BigQuery out. */
import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { header, openEndpoint, orders, type Answered, type Endpoint } from './translation/endpoint.ts'
import { until } from './support/until.ts'

describe('the payload translator', () => {
  let endpoint: Endpoint

  before(async () => {
    endpoint = await openEndpoint()
    await endpoint.save(orders)
  })
  after(() => endpoint?.stack.remove())

  const purchases = (where: string) =>
    endpoint.client.query(
      `SELECT event_name, CAST(event_time AS STRING) AS event_time, email, TO_JSON_STRING(event_data) AS data
       FROM events WHERE ${where} ORDER BY JSON_VALUE(event_data.transaction_id)`,
    )

  /** Repeats a POST: the function does not look up a translation twice within 100 ms. */
  const onceSaved = (post: () => Promise<Answered>): Promise<Answered> =>
    until('the function finds the translation', async () => {
      const answered = await post()
      return answered.status !== 404 && answered
    })

  it('stores the rows of a CSV export as events', async () => {
    const body = `${header}\n0001;14.03.2026 09:26;ada@example.com;1.234,56;EUR;"12"\n0002;14.07.2026 09:26;;59,80;;\n`
    const { status, body: answer } = await endpoint.post('/v1/translators/shop_orders', body)
    assert.equal(status, 200, JSON.stringify(answer))
    assert.deepEqual(
      [answer.translation, answer.records, answer.accepted, answer.refused],
      ['shop_orders@1.0', 2, 2, 0],
    )
    assert.deepEqual(
      answer.results?.map(({ index, row, messageId }) => [index, row, typeof messageId]),
      [
        [0, 2, 'string'],
        [1, 3, 'string'],
      ],
    )
    const rows = await until('both events are in BigQuery', async () => {
      const stored = await purchases(`event_name = 'purchase'`)
      return stored.length === 2 && stored
    })
    assert.deepEqual(rows, [
      {
        event_name: 'purchase',
        event_time: '2026-03-14 08:26:00+00',
        email: 'ada@example.com',
        data: '{"currency":"EUR","groesse_cm":"12","transaction_id":"0001","value":1234.56}',
      },
      {
        event_name: 'purchase',
        event_time: '2026-07-14 07:26:00+00',
        email: null,
        data: '{"currency":"EUR","transaction_id":"0002","value":59.8}',
      },
    ])
  })

  it('accepts 990 of 1,000 rows if ten are invalid, and reports row, field, expected and got', async () => {
    const bad: Readonly<Record<number, string>> = {
      7: 'B7;14.03.2026;ada@example.com;zwölf;EUR;',
      50: 'B50;31.02.2026;ada@example.com;1,00;EUR;',
      51: ';14.03.2026;ada@example.com;1,00;EUR;',
      200: 'B200;14.03.2026;nobody;1,00;EUR;',
      201: 'B201;14.03.2026;ada@example.com;1,00;Euro;',
      300: 'B300;14.03.2026',
      301: 'B301;14.03.2026;ada@example.com;1,00;EUR;;x',
      500: '"B500" x;14.03.2026;ada@example.com;1,00;EUR;',
      998: 'B998;14.03.2026;ada@example.com;12.5.6;EUR;',
      999: 'B999;2026;ada@example.com;1,00;EUR;',
    }
    const rows = Array.from(
      { length: 1000 },
      (_, n) => bad[n] ?? `G${n};14.03.2026;ada@example.com;1,00;EUR;`,
    )
    const { status, body } = await endpoint.post(
      '/v1/translators/shop_orders@1.0',
      `${header}\n${rows.join('\n')}`,
    )
    assert.equal(status, 207)
    assert.deepEqual([body.records, body.accepted, body.refused], [1000, 990, 10])
    const refused = body.results!.filter(({ violations }) => violations)
    assert.deepEqual(
      refused.map(({ index, row, violations }) => [index, row, violations![0]!.field]),
      [
        [7, 9, 'Betrag'],
        [50, 52, 'Datum'],
        [51, 53, 'transaction_id'],
        [200, 202, 'email'],
        [201, 203, 'event_data.currency'],
        [300, 302, ''],
        [301, 303, ''],
        [500, 502, ''],
        [998, 1000, 'Betrag'],
        [999, 1001, 'Datum'],
      ],
    )
    for (const { violations } of refused)
      for (const { expected, got } of violations!) assert.ok(expected !== '' && got !== '')
    assert.deepEqual(refused[0]!.violations, [
      {
        field: 'Betrag',
        expected: 'a number with a decimal comma such as 1.234,56',
        got: 'string of 5 characters',
      },
    ])
    await until('all valid rows are in BigQuery', async () => {
      const [row] = await endpoint.client.query(
        `SELECT COUNT(*) AS n FROM events WHERE STARTS_WITH(JSON_VALUE(event_data.transaction_id), 'G')`,
      )
      return row!['n'] === '990'
    })
    assert.deepEqual(await purchases(`STARTS_WITH(JSON_VALUE(event_data.transaction_id), 'B')`), [])
  })

  it('explains the records and publishes nothing with validateOnly', async () => {
    const body = `${header}\nV1;14.03.2026;ada@example.com;1,00;EUR;\nV2;x;;1;EUR;\n`
    const { status, body: answer } = await endpoint.post(
      '/v1/translators/shop_orders?validateOnly=true',
      body,
    )
    assert.equal(status, 207)
    const [valid, invalid] = answer.results!
    assert.equal(valid!.valid, true)
    assert.deepEqual(valid!.event!.event_data, { transaction_id: 'V1', value: 1, currency: 'EUR' })
    assert.equal(invalid!.violations![0]!.field, 'Datum')
    const sentinel = await endpoint.post('/v1/translators/shop_orders', `${header}\nV3;14.03.2026;;1;EUR;`)
    assert.equal(sentinel.status, 200)
    const rows = await until('the event that was sent later is stored', async () => {
      const stored = await purchases(`STARTS_WITH(JSON_VALUE(event_data.transaction_id), 'V')`)
      return stored.length > 0 && stored
    })
    assert.equal(rows.length, 1)
  })

  it('applies a new version within seconds, and an old one if the path names it', async () => {
    await endpoint.save({
      ...orders,
      version: '1.1',
      rest: 'drop',
      link: { ...orders.link, coupon: { const: 'NEW' } },
    })
    const body = `${header}\nN1;14.03.2026;ada@example.com;1,00;EUR;9\n`
    await until('the new version is live', async () => {
      const { body: answer } = await endpoint.post('/v1/translators/shop_orders?validateOnly=true', body)
      return (
        answer.translation === 'shop_orders@1.1' && answer.results![0]!.event!.event_data!['coupon'] === 'NEW'
      )
    })
    const old = await endpoint.post('/v1/translators/shop_orders@1.0?validateOnly=true', body)
    assert.equal(old.body.results![0]!.event!.event_data!['groesse_cm'], '9')
  })

  it('looks up an unknown translation at once', async () => {
    const unknown = await endpoint.post('/v1/translators/webhook_json', '{}')
    assert.equal(unknown.status, 404)
    assert.match(unknown.body.error!.message, /There is no translation "webhook_json"/)
    await endpoint.save({
      name: 'crm_hook',
      version: '1.0',
      input: { format: 'json', records: 'data' },
      fields: { when: 'epoch_ms' },
      event: { name: { from: 'type', values: { 'contact.created': 'sign_up' } } },
      each: 'contacts',
      link: { event_time: 'when', user_id: { from: 'contacts.id', as: 'string' }, email: 'contacts.mail' },
      rest: 'drop',
    })
    const body = JSON.stringify({
      data: [
        {
          type: 'contact.created',
          when: 1773480413589,
          contacts: [
            { id: 7, mail: 'a@example.com' },
            { id: 8, mail: 'no address' },
          ],
        },
        { type: 'contact.exploded', when: 1773480413589, contacts: [{ id: 9 }] },
      ],
    })
    const { status, body: answer } = await onceSaved(() =>
      endpoint.post('/v1/translators/crm_hook', gzipSync(body), {
        'content-encoding': 'gzip',
        'content-type': 'application/json',
      }),
    )
    assert.equal(status, 207, JSON.stringify(answer))
    assert.deepEqual(
      answer.results!.map(({ index, element, violations }) => [index, element, violations?.[0]?.field]),
      [
        [0, 0, undefined],
        [0, 1, 'email'],
        [1, 0, 'event_name'],
      ],
    )
  })

  it('returns the problem of an invalid translation', async () => {
    await endpoint.save({ ...orders, name: 'broken_orders', event: { name: { const: 'Bought!' } } })
    const { status, body } = await onceSaved(() => endpoint.post('/v1/translators/broken_orders', header))
    assert.equal(status, 400)
    assert.equal(body.error!.details![0]!.reason, 'TRANSLATION_INVALID')
    assert.match(body.error!.message, /'Bought!' must be snake_case/)
  })

  it("publishes with the caller's token, never with its own", async () => {
    const token = await endpoint.client.tokenOf('stranger@sluice-local.iam.gserviceaccount.com')
    const body = `${header}\nS1;14.03.2026;ada@example.com;1,00;EUR;\n`
    const post = (authorization: string) =>
      endpoint.post('/v1/translators/shop_orders', body, { authorization })
    assert.equal((await post(`Bearer ${token}`)).status, 403)
    assert.equal((await post('Bearer nonsense')).status, 401)
    assert.equal((await post('Basic eDp5')).status, 401)
    assert.deepEqual(await purchases(`JSON_VALUE(event_data.transaction_id) = 'S1'`), [])
  })
})
