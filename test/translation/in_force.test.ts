/** Connections: which version an address serves, what a retired one answers, and the receipt of each request. Over HTTP against a complete stack. */
import assert from 'node:assert/strict'
import { receipts } from '../../schemas/warehouse/receipts.ts'
import type { Column } from '../../schemas/warehouse/column.ts'
import { arrangeForce } from '../support/saved_definition.ts'
import { until } from '../support/until.ts'
import { header, openEndpoint, orders, type Answered, type Endpoint } from './endpoint.ts'
import { config, hmac, secrets, translations } from './webhooks.ts'

const shopHooks = translations.find(({ name }) => name === 'shop_hooks')!

describe('a connection', () => {
  let endpoint: Endpoint

  before(async () => {
    endpoint = await openEndpoint(config)
  })
  after(() => endpoint?.stack.remove())

  const order = `${header}\nS1;14.03.2026;ada@example.com;1,00;EUR;\n`
  const post = (address: string, body = order): Promise<Answered> =>
    endpoint.post(`/v1/translators/${address}`, body)
  const hook = (address: string, body: string): Promise<Answered> =>
    endpoint.post(`/v1/hooks/${address}`, body, {
      authorization: '',
      'x-shopify-hmac-sha256': hmac(secrets.shop, body, 'base64'),
    })
  /** Waits until the address serves this version. */
  const serves = (address: string, version: string): Promise<unknown> =>
    until(`${address} serves ${version}`, async () => {
      const { body } = await post(`${address}?validateOnly=true`)
      return body.translation === version
    })
  /** The receipts of a connection, oldest first, once there are so many. */
  const receiptsOf = (connection: string, count: number) =>
    until(`${count} receipts of ${connection}`, async () => {
      const rows = await endpoint.client.query(
        `SELECT version, pinned, via, status, records, accepted, refused, left_out, bytes, TO_JSON_STRING(refusals) AS refusals
         FROM receipts WHERE connection = '${connection}' ORDER BY received_at`,
      )
      return rows.length >= count && rows
    })

  it('that was saved before there were versions in force serves its highest version', async () => {
    for (const version of ['1.0', '2.0', '2.1', '1.1']) await endpoint.save({ ...orders, version })
    await serves('shop_orders', 'shop_orders@2.1')
    await serves('shop_orders@1.0', 'shop_orders@1.0')
  })

  it('serves the newest minor version of the major version in force; other versions by their address', async () => {
    await arrangeForce(endpoint.client, 'shop_orders', 1, '')
    await serves('shop_orders', 'shop_orders@1.1')
    await endpoint.save({ ...orders, version: '1.2' })
    await serves('shop_orders', 'shop_orders@1.2')
    await endpoint.save({ ...orders, version: '3.0' })
    await serves('shop_orders@3.0', 'shop_orders@3.0')
    await serves('shop_orders', 'shop_orders@1.2')
  })

  it('that is retired answers 410 with the reason at all its addresses, until it is put in force again', async () => {
    await arrangeForce(endpoint.client, 'shop_orders', null, 'The shop has moved.')
    await until('it is retired', async () => (await post('shop_orders?validateOnly=true')).status === 410)
    for (const address of ['shop_orders', 'shop_orders@2.0', 'shop_orders@9.9']) {
      const { status, body } = await post(address)
      assert.equal(status, 410)
      assert.equal(body.error!.message, 'Translation shop_orders is retired: The shop has moved.')
      assert.equal(body.error!.details![0]!.reason, 'TRANSLATION_RETIRED')
    }
    await arrangeForce(endpoint.client, 'shop_orders', 3, '')
    await serves('shop_orders', 'shop_orders@3.0')
  })

  it('gets a receipt for each request, and none for a dry run or an unknown name', async () => {
    await endpoint.save({ ...orders, name: 'till_orders' })
    await serves('till_orders', 'till_orders@1.0')
    const secret = 'ada.lovelace@example.com'
    const bad = `${header}\nS1;14.03.2026;${secret};1,00;EUR;\nS2;${secret};x;${secret};EUR;\nS3;1;2\n`
    const body = `${bad};14.03.2026;x;1,00;EUR;\n`
    assert.equal((await post('till_orders', body)).status, 207)
    assert.equal((await post('till_orders@1.0', order)).status, 200)
    assert.equal((await post('till_orders@7.0', order)).status, 404)
    assert.equal((await post('never_orders', order)).status, 404)
    const rows = await receiptsOf('till_orders', 3)
    assert.equal(rows.length, 3)
    const [mixed, pinned, missing] = rows
    const { refusals, ...counts } = mixed!
    assert.deepEqual(counts, {
      version: '1.0',
      pinned: null,
      via: 'translate',
      status: '207',
      records: '4',
      accepted: '1',
      refused: '3',
      left_out: '0',
      bytes: String(Buffer.byteLength(body)),
    })
    assert.deepEqual(JSON.parse(String(refusals)), [
      {
        row: 3,
        field: 'Betrag',
        code: 'invalid',
        expected: 'a number with a decimal comma such as 1.234,56',
        got: 'string of 24 characters',
      },
      {
        row: 3,
        field: 'Datum',
        code: 'invalid',
        expected: 'a date or time such as 14.03.2026 or 14/03/2026 09:26',
        got: 'string of 24 characters',
      },
      { row: 4, field: null, code: 'not_a_record', expected: 'a record', got: 'Expected 6 columns, got 3.' },
      { row: 5, field: 'transaction_id', code: 'missing', expected: 'a value', got: 'nothing' },
    ])
    assert.deepEqual([pinned!['pinned'], pinned!['accepted'], pinned!['refusals']], ['1.0', '1', '[]'])
    assert.deepEqual([missing!['pinned'], missing!['version'], missing!['status']], ['7.0', null, '404'])
    assert.equal(JSON.stringify(rows).includes(secret), false)
    const others = await endpoint.client.query(
      `SELECT connection FROM receipts WHERE connection = 'never_orders'`,
    )
    assert.deepEqual(others, [])
  })

  it('names no value of a payload in a receipt, not even an event type or a member', async () => {
    const secret = 'ada@example.com'
    await endpoint.save({
      ...shopHooks,
      name: 'any_events',
      event: { name: { from: 'kind' } },
    })
    await until('it is known', async () => (await post('any_events?validateOnly=true', '{}')).status !== 404)
    assert.equal((await post('any_events', JSON.stringify({ kind: secret }))).status, 400)
    const undecodable = Buffer.concat([
      Buffer.from(`{"kind":"purchase","${secret}":"`),
      Buffer.from([0xff]),
      Buffer.from('"}'),
    ])
    assert.equal((await endpoint.post('/v1/translators/any_events', undecodable)).status, 400)
    const rows = await receiptsOf('any_events', 2)
    const refused = rows.flatMap(({ refusals }) => JSON.parse(String(refusals)) as Record<string, unknown>[])
    assert.deepEqual(new Set(refused.map(({ code }) => code)), new Set(['not_an_event', 'charset']))
    assert.equal(JSON.stringify(rows).includes('ada'), false, JSON.stringify(rows))
  })

  it('leaves out and counts records whose value names no event, or keeps them in quarantine, as it says', async () => {
    const kinds = {
      ...shopHooks,
      link: { event_id: 'id' },
      event: { name: { from: 'kind', values: { paid: 'contact' }, otherwise: 'leave_out' } },
    }
    await endpoint.save({ ...kinds, name: 'left_out_kinds' })
    await endpoint.save({
      ...kinds,
      name: 'kept_kinds',
      event: { name: { ...kinds.event.name, otherwise: 'quarantine' } },
    })
    const body = '[{"id":"k1","kind":"paid"},{"id":"k2","kind":"purchase"},{"id":"k3"}]'
    await until(
      'both are known',
      async () => (await post('kept_kinds?validateOnly=true', '{}')).status === 200,
    )
    const left = await post('left_out_kinds', body)
    assert.deepEqual([left.status, left.body.accepted, left.body.refused, left.body.leftOut], [200, 1, 0, 2])
    const nothing = await post('left_out_kinds', '{"id":"k4","kind":"other"}')
    assert.deepEqual([nothing.status, nothing.body.accepted, nothing.body.leftOut], [200, 0, 1])
    const [receipt] = await receiptsOf('left_out_kinds', 2)
    assert.deepEqual([receipt!['refused'], receipt!['left_out']], ['0', '2'])
    const kept = await post('kept_kinds', body)
    assert.deepEqual([kept.status, kept.body.accepted, kept.body.refused], [200, 3, 0])
    const held = await until('two messages are in quarantine', async () => {
      const rows = await endpoint.client.query(
        `SELECT event_name, reason FROM quarantine WHERE STARTS_WITH(event_name, 'kind: ') ORDER BY event_name`,
      )
      return rows.length === 2 && rows
    })
    // The value is the name of an event type, which this connection does not make of it.
    assert.deepEqual(
      held.map(({ event_name: name, reason }) => [name, reason]),
      [
        ['kind: nothing', 'unknown_event'],
        ['kind: purchase', 'unknown_event'],
      ],
    )
  })

  it('serves and records webhooks by the same rules', async () => {
    await endpoint.save(shopHooks)
    await endpoint.save({ ...shopHooks, version: '2.0' })
    await arrangeForce(endpoint.client, 'shop_hooks', 1, '')
    await until(
      'hook knows it',
      async () =>
        (await hook('shop_hooks?validateOnly=true', '{"id":"h1"}')).body.translation === 'shop_hooks@1.0',
    )
    const answered = await hook('shop_hooks@2.0', '{"id":"h2"}')
    assert.deepEqual([answered.status, answered.body.translation], [200, 'shop_hooks@2.0'])
    const [row] = await receiptsOf('shop_hooks', 1)
    assert.deepEqual([row!['via'], row!['pinned'], row!['accepted']], ['hook', '2.0', '1'])
    const connection = await until('the event is stored', async () => {
      const rows = await endpoint.client.query(`SELECT connection FROM events WHERE event_id = 'h2'`)
      return rows[0]?.['connection']
    })
    assert.equal(connection, 'shop_hooks@2.0')
  })

  it('answers as before when receipts cannot be written', async () => {
    await endpoint.client.arrange('DROP TABLE receipts')
    const began = performance.now()
    const { status, body } = await post('till_orders', order)
    assert.deepEqual([status, body.accepted], [200, 1])
    assert.ok(performance.now() - began < 5000)
  })

  it('has receipts whose columns are of closed forms: no column for a value, a token or a person', () => {
    const names = (columns: readonly Column[], at = ''): readonly string[] =>
      columns.flatMap(({ name, fields = [] }) => [at + name, ...names(fields, `${at}${name}.`)])
    assert.deepEqual(
      names(receipts.columns).join(' '),
      'received_at connection version pinned via status records accepted refused left_out bytes refusals ' +
        'refusals.row refusals.field refusals.code refusals.expected refusals.got',
    )
  })
})
