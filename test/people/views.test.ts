/** People: views `last_click` and `sessions`. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { hoursAgo, PeopleFixture } from './fixture.ts'

describe('views of people', function () {
  this.timeout(120_000)
  let fixture: PeopleFixture

  before(async () => {
    fixture = await PeopleFixture.start()
  })
  after(() => fixture.stop())
  afterEach(() => fixture.clear())

  it('last_click has the last value of each click id, on any device of the person, and none of a shared device', async () => {
    await fixture.store(24 * 91, { anonymous_id: 'phone', msclkid: 'too-old' })
    await fixture.store(72, { anonymous_id: 'phone', gclid: 'first', fbp: 'fb.1' })
    await fixture.store(48, { anonymous_id: 'laptop', gclid: 'second' })
    await fixture.store(40, { anonymous_id: 'kiosk', gclid: 'of-anyone' })
    await fixture.store(30, { anonymous_id: 'stranger', twclid: 'tw' })
    await fixture.store(
      24,
      { anonymous_id: 'phone', user_id: 'u1' },
      { anonymous_id: 'laptop', user_id: 'u1' },
      { anonymous_id: 'kiosk', user_id: 'u1' },
      { anonymous_id: 'kiosk', user_id: 'u2' },
    )
    await fixture.link()
    const rows = await fixture.rows(
      'SELECT person_id, click, click_id FROM last_click ORDER BY person_id, click',
    )
    assert.deepEqual(rows, [
      { person_id: 'anonymous_id:stranger', click: 'twclid', click_id: 'tw' },
      { person_id: 'user_id:u1', click: 'fbp', click_id: 'fb.1' },
      { person_id: 'user_id:u1', click: 'gclid', click_id: 'second' },
    ])
  })

  it('sessions end after thirty minutes without an event', async () => {
    const view = (minutes: number, more: object = {}) =>
      fixture.store(10 - minutes / 60, { anonymous_id: 'phone', ...more })
    await view(0, { page_url: 'https://shop.example/?utm_source=letter', utm_source: 'letter' })
    await view(29, { page_url: 'https://shop.example/shoes' })
    await view(58.9, { event_name: 'purchase', user_id: 'u1' })
    await view(90, { page_url: 'https://shop.example/', page_referrer: 'https://search.example/' })
    await fixture.store(5, { user_id: 'u2' })
    const rows = await fixture.rows(
      `SELECT anonymous_id, user_id, events, page_views, purchases, landing_page, referrer, utm_source,
  TIMESTAMP_DIFF(ended_at, started_at, MINUTE) AS minutes FROM sessions ORDER BY started_at`,
    )
    assert.deepEqual(rows, [
      {
        anonymous_id: 'phone',
        user_id: 'u1',
        events: 3,
        page_views: 2,
        purchases: 1,
        landing_page: 'https://shop.example/?utm_source=letter',
        referrer: null,
        utm_source: 'letter',
        minutes: 58,
      },
      {
        anonymous_id: 'phone',
        user_id: null,
        events: 1,
        page_views: 1,
        purchases: 0,
        landing_page: 'https://shop.example/',
        referrer: 'https://search.example/',
        utm_source: null,
        minutes: 0,
      },
    ])
    const [, { session } = {}] = await fixture.rows('SELECT session FROM sessions ORDER BY started_at')
    const second = Math.floor(Date.parse(hoursAgo(8.5)) / 1000)
    assert.match(String(session), /^phone\.\d+$/)
    assert.ok(Math.abs(Number(String(session).slice('phone.'.length)) - second) < 60)
  })

  it('rates converts the amounts of docs/people.md by the last rate of the day or before', async () => {
    const page = readFileSync(new URL('../../docs/people.md', import.meta.url), 'utf8')
    const [, sql] = /```sql\n([\s\S]*?)```/.exec(page.slice(page.indexOf('## Amounts')))!
    await fixture.warehouse.change(
      `INSERT INTO ${fixture.warehouse.locate('rates')} (day, currency, rate) VALUES
(DATE '2026-01-01', 'EUR', 1), (DATE '2026-01-01', 'USD', 2), (DATE_SUB(CURRENT_DATE(), INTERVAL 5 DAY), 'USD', 0.5),
(DATE_ADD(CURRENT_DATE(), INTERVAL 2 DAY), 'USD', 9)`,
    )
    const order = (value: number, currency: string) => ({
      event_name: 'purchase',
      user_id: 'u1',
      event_data: { transaction_id: `T-${value}`, value, currency },
    })
    await fixture.store(24 * 10, order(100, 'USD'))
    await fixture.store(24, order(10, 'USD'), order(3, 'EUR'), order(7, 'CHF'))
    const rows = await fixture.warehouse.rows(sql!)
    assert.deepEqual(
      rows.map(({ user_id, revenue }) => [user_id, Number(String(revenue))]),
      [['u1', 100 * 2 + 10 * 0.5 + 3]],
    )
  })
})
