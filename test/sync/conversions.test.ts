/** Reverse ETL: the model of the shipped sync `conversions`: which orders it has, and what completes them. */
import assert from 'node:assert/strict'
import { conversions } from '../../schemas/syncs/index.ts'
import { PeopleFixture } from '../people/fixture.ts'

const granted = { ad_storage: 'granted', ad_user_data: 'granted' }

function order(id: string, more: object = {}, data: object = {}) {
  const event_data = { transaction_id: id, value: 64.7, currency: 'EUR', tax: 9.55, ...data }
  return { event_name: 'purchase', event_data, ...more }
}

describe('conversions', function () {
  this.timeout(120_000)
  let fixture: PeopleFixture

  before(async () => {
    fixture = await PeopleFixture.start()
  })
  after(() => fixture.stop())
  afterEach(() => fixture.clear())

  const orders = async (): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>> => {
    const rows = await fixture.model(conversions)
    return Object.fromEntries(rows.map((row) => [String(row['transaction_id']), row]))
  }

  it('has each order once, with the click, the consent and the identity of the visit that led to it', async () => {
    await fixture.store(48, { anonymous_id: 'phone', twclid: 'tw-1', fbp: 'fb.1', consent: granted })
    await fixture.store(30, {
      event_name: 'login',
      anonymous_id: 'phone',
      user_id: 'u1',
      email: 'ada@acme.example',
      first_name: 'Ada',
    })
    const items = [{ item_id: 'SKU-1', quantity: 2 }]
    await fixture.store(
      5,
      order('T-1', { user_id: 'u1', page_url: 'https://shop.example/' }),
      order('T-1', { user_id: 'u1' }, { items }),
    )
    await fixture.link()
    const { 'T-1': row, ...others } = await orders()
    assert.deepEqual(others, {})
    const { event_time: time, ...rest } = row!
    assert.ok(Math.abs(Date.parse(String(time)) - Date.now() + 5 * 3_600_000) < 60_000)
    assert.deepEqual(rest, {
      transaction_id: 'T-1',
      value: 64.7,
      currency: 'EUR',
      tax: 9.55,
      items,
      source: 'conversions',
      user_id: 'u1',
      page_url: 'https://shop.example/',
      consent: granted,
      email: 'ada@acme.example',
      first_name: 'Ada',
      twclid: 'tw-1',
      fbp: 'fb.1',
    })
  })

  it('waits half an hour for identity and click, and for the search for links that reads them', async () => {
    await fixture.store(0.4, order('too-young', { user_id: 'u1' }))
    await fixture.store(1, order('ripe', { user_id: 'u1' }))
    await fixture.store(24 * 4, order('too-old', { user_id: 'u1' }))
    assert.deepEqual(await orders(), {})
    await fixture.link()
    assert.deepEqual(Object.keys(await orders()), ['ripe'])
  })

  it('has the last click before the order, and none that is older than ninety days or came after it', async () => {
    await fixture.store(24 * 92, { user_id: 'u1', msclkid: 'too-old' })
    await fixture.store(50, { user_id: 'u1', gclid: 'first' })
    await fixture.store(40, { user_id: 'u1', gclid: 'last' })
    await fixture.store(20, order('T-1', { user_id: 'u1' }))
    await fixture.store(10, { user_id: 'u1', gclid: 'later' })
    await fixture.store(5, order('T-2', { user_id: 'u1', gclid: 'own' }))
    await fixture.link()
    const { 'T-1': first, 'T-2': second } = await orders()
    assert.deepEqual([first!['gclid'], first!['msclkid'], second!['gclid']], ['last', undefined, 'own'])
  })

  it('has what the person stated last on any device, and Global Privacy Control for good', async () => {
    const denied = { ad_user_data: 'denied' }
    await fixture.store(
      60,
      { anonymous_id: 'phone', user_id: 'u1' },
      { anonymous_id: 'laptop', user_id: 'u1' },
    )
    await fixture.store(50, { anonymous_id: 'phone', consent: granted, gpc: true })
    await fixture.store(20, order('T-1', { user_id: 'u1', consent: granted }))
    await fixture.store(10, { anonymous_id: 'laptop', consent: denied })
    await fixture.store(9, { anonymous_id: 'phone', gpc: false, limited_data_use: false })
    await fixture.link()
    const { 'T-1': row } = await orders()
    assert.deepEqual(row!['consent'], { ad_storage: 'granted', ad_user_data: 'denied' })
    assert.deepEqual([row!['gpc'], row!['limited_data_use']], [true, false])
  })

  it('lends nothing of a shared device or a shared address', async () => {
    await fixture.store(60, { anonymous_id: 'kiosk', gclid: 'of-anyone', consent: granted })
    await fixture.store(
      50,
      { anonymous_id: 'kiosk', user_id: 'u1', email: 'ada@acme.example', consent: granted, gclid: 'adas' },
      { anonymous_id: 'kiosk', user_id: 'u2' },
      { user_id: 'u1', email: 'family@acme.example' },
      { user_id: 'u3', email: 'family@acme.example', consent: granted, phone: '+442071234567' },
    )
    await fixture.store(
      5,
      order('of-u2', { user_id: 'u2', anonymous_id: 'kiosk' }),
      order('of-kiosk', { anonymous_id: 'kiosk' }),
      order('of-family', { email: 'family@acme.example' }),
    )
    await fixture.link()
    const found = await orders()
    const lent = ['gclid', 'consent', 'email', 'phone'].map((name) =>
      ['of-u2', 'of-kiosk', 'of-family'].map((id) => found[id]![name]),
    )
    assert.deepEqual(lent, [
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
      [undefined, undefined, 'family@acme.example'],
      [undefined, undefined, undefined],
    ])
  })

  it('completes the order of an address without a user', async () => {
    await fixture.store(20, { anonymous_id: 'phone', ttclid: 'tt', consent: granted })
    await fixture.store(10, { anonymous_id: 'phone', email: 'ada@acme.example', last_name: 'Lovelace' })
    await fixture.store(5, order('T-1', { email: 'Ada@acme.example' }))
    await fixture.link()
    const { 'T-1': row } = await orders()
    assert.deepEqual(
      [row!['email'], row!['last_name'], row!['ttclid'], row!['consent']],
      ['Ada@acme.example', 'Lovelace', 'tt', granted],
    )
  })
})
