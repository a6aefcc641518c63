/** Orders through the whole stack: an order that is sent under several event ids counts once in every query that is shipped, and is told. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import * as syncs from '../schemas/syncs/index.ts'
import { clientOf, type Client } from './support/client.ts'
import { operate } from './support/operate.ts'
import { TestStack } from './support/stack.ts'
import { until } from './support/until.ts'

const config = {
  'gcp:project': 'sluice-local',
  'sluice:destinations': {
    ops: {
      target: 'webhook',
      settings: { url: '${thirdPartyUrl}/ops', allow_insecure: true },
      secrets: { secret: 'whsec_c2x1aWNlLWxvY2FsLWRldmVsb3BtZW50LXNlY3JldCE=' },
      rules: [
        {
          id: 'all',
          effect: 'permit',
          when: "event.event_name in ['repeat_buyer', 'big_purchase', 'cart_left']",
        },
      ],
    },
  },
  'sluice:actions': {
    repeat_buyer: { destination: 'ops', state: 'live' },
    big_purchase: { destination: 'ops', state: 'live' },
  },
}

const cookbook = readFileSync(new URL('../docs/dashboards.md', import.meta.url), 'utf8')

/** Returns the query of the cookbook below a line that ends with this title. */
function recipe(title: string): string {
  const start = cookbook.indexOf(`\n${title}:\n`)
  assert.ok(start >= 0, title)
  return /```sql\n([\s\S]*?)```/.exec(cookbook.slice(start))![1]!
}

const items = [{ item_id: 'SKU-1', item_name: 'Notes', price: 50, quantity: 2 }]
const order = { user_id: 'u1', session_id: 's1', value: 100, currency: 'EUR', items }

describe('an order', () => {
  let stack: TestStack
  let client: Client
  let stored = 0
  before(async () => {
    stack = await TestStack.start(config)
    client = clientOf(stack.facts)
  })
  after(() => stack.remove())

  /** Posts an event and waits until it is stored. */
  const post = async (topic: string, event: object): Promise<void> => {
    const response = await client.post(`/v1/topics/${topic}`, event)
    assert.equal(response.status, 200, await response.text())
    stored += 1
    await until('it is stored', async () => {
      const [row] = await client.query('SELECT COUNT(*) AS n FROM events')
      return Number(row!['n']) === stored
    })
  }
  /** Returns the outcome of each event that triggered `repeat_buyer`. */
  const evaluated = async (count: number) =>
    until('each purchase is evaluated', async () => {
      const rows = await client.query(
        `SELECT DISTINCT event_id, reason, detail FROM action_firings WHERE action = 'repeat_buyer' ORDER BY event_id`,
      )
      return rows.length === count && rows.map((row) => [row['event_id'], row['reason'], row['detail']])
    })

  it('that is sent under four event ids is one purchase for an action', async () => {
    for (const id of ['a-1', 'a-2', 'a-3', 'a-4'])
      await post('purchase', { ...order, event_id: id, transaction_id: 'T-1' })
    const reason = ['condition_not_met', 'count_purchase is 1, the minimum is 3']
    assert.deepEqual(
      await evaluated(4),
      ['a-1', 'a-2', 'a-3', 'a-4'].map((id) => [id, ...reason]),
    )
  })

  it('makes an action fire with the third order, with the value of three', async () => {
    await post('purchase', { ...order, event_id: 'b-1', transaction_id: 'T-2', value: 20 })
    // Another producer writes the same id as a number, and another value: the event that was received first counts.
    await post('purchase', { ...order, event_id: 'c-1', transaction_id: 1842, value: 30, source: 'web' })
    await post('purchase', {
      ...order,
      event_id: 'c-2',
      transaction_id: '1842',
      value: 31,
      source: 'billing',
    })
    const firings = (await evaluated(7)).filter(([, why]) => why === 'trigger')
    assert.deepEqual(firings, [['c-1', 'trigger', null]])
    const sent = await until('it is sent', async () =>
      (await client.received()).find(({ body }) => body.includes('repeat_buyer')),
    )
    const { event_data } = JSON.parse(sent.body) as { event_data: object }
    assert.deepEqual(event_data, { count_purchase: 3, sum_purchase_value: 150, currency: 'EUR' })
  })

  it('is reported once by big_purchase', async () => {
    for (const event_id of ['d-1', 'd-2', 'd-3'])
      await post('purchase', {
        event_id,
        transaction_id: 'T-big',
        user_id: 'u2',
        value: 900,
        currency: 'USD',
      })
    const rows = await until('each is evaluated', async () => {
      const found = await client.query(
        "SELECT DISTINCT event_id, outcome FROM action_firings WHERE action = 'big_purchase'",
      )
      return found.length === 3 && found
    })
    assert.equal(rows.filter(({ outcome }) => outcome === 'fired').length, 1)
  })

  it('counts once in the cookbook; without a transaction_id an event counts by its event_id', async () => {
    for (const event_id of ['e-1', 'e-2'])
      await post('purchase', { event_id, user_id: 'u3', value: 5, currency: 'GBP', items: [] })
    await post('purchase', { event_id: 'e-3', transaction_id: '', user_id: 'u3', value: 5, currency: 'GBP' })
    await post('purchase', { event_id: 'e-4', transaction_id: '', user_id: 'u3', value: 5, currency: 'GBP' })
    const days = await client.query(recipe('Orders and revenue per day'))
    assert.deepEqual(
      days.map(({ currency, orders, revenue }) => [currency, orders, revenue]),
      [
        ['EUR', '3', '150'],
        ['GBP', '4', '20'],
        ['USD', '1', '900'],
      ],
    )
    const [best] = await client.query(recipe('The best-selling products'))
    assert.deepEqual(best, { item_id: 'SKU-1', item_name: 'Notes', sold: '6' })
    await post('page_view', { event_id: 'f-1', session_id: 's1', utm_source: 'mail', utm_campaign: 'spring' })
    assert.deepEqual(await client.query(recipe('From campaign to order, within the visit')), [
      { utm_source: 'mail', utm_campaign: 'spring', visits: '1', orders: '3' },
    ])
  })

  it('is refunded in parts that differ in the amount, each of which counts once', async () => {
    const refund = { user_id: 'u1', transaction_id: 'T-1', currency: 'EUR' }
    for (const [event_id, value] of [
      ['g-1', 10],
      ['g-2', 10],
      ['g-3', 25.5],
    ] as const)
      await post('refund', { ...refund, event_id, value })
    // The whole order, without an amount, and as text with another number of decimals.
    for (const event_id of ['g-4', 'g-5']) await post('refund', { event_id, transaction_id: 'T-2' })
    await post('refund', { ...refund, event_id: 'g-6', value: '25.50' })
    const rows = await client.query(recipe('Refunds and their amount per day'))
    assert.deepEqual(
      rows.map(({ currency, refunds, refunded_orders, amount }) => [
        currency,
        refunds,
        refunded_orders,
        amount,
      ]),
      [
        [null, '1', '1', null],
        ['EUR', '2', '1', '35.5'],
      ],
    )
  })

  it('counts once in the syncs', async () => {
    const rows = async ({ model }: (typeof syncs)[keyof typeof syncs]) =>
      client.query(`SELECT user_id, purchases, revenue FROM (${model((name) => name)}) ORDER BY user_id`)
    assert.deepEqual(await rows(syncs.customerProfiles), [
      { user_id: 'u1', purchases: '3', revenue: '150.0' },
      { user_id: 'u2', purchases: '1', revenue: '900.0' },
      { user_id: 'u3', purchases: '4', revenue: '20.0' },
    ])
  })

  it('is told in duplicate_orders', async () => {
    const rows = await client.query(
      `SELECT event_name, transaction_id, events, amounts, value, currency, repeated_value, sources, event_id, last_event_id
      FROM duplicate_orders ORDER BY event_name, event_id`,
    )
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        ['purchase', 'T-1', '4', '1', '100', 'EUR', '300', null, 'a-1', 'a-4'],
        ['purchase', '1842', '2', '2', '30', 'EUR', '31', 'billing, web', 'c-1', 'c-2'],
        ['purchase', 'T-big', '3', '1', '900', 'USD', '1800', null, 'd-1', 'd-3'],
        ['refund', 'T-1', '2', '1', '10', 'EUR', '10', null, 'g-1', 'g-2'],
        ['refund', 'T-1', '2', '1', '25.5', 'EUR', '25.5', null, 'g-3', 'g-6'],
        ['refund', 'T-2', '2', '0', null, null, '0', null, 'g-4', 'g-5'],
      ],
    )
    assert.equal(
      (await client.query(recipe('Orders and refunds that were sent under several event ids'))).length,
      6,
    )
  })

  it('breaks no promise: the daily check finishes and counts it', async () => {
    const printed = await operate(stack.dir, 'reconcile')
    assert.match(printed, /finished after [^]*\n {2}broken {2,}0\n {2}duplicate_orders {2}6$/)
    for (const { day, destination, ...promises } of await client.query('SELECT * FROM reconciliation'))
      for (const [promise, broken] of Object.entries(promises))
        assert.equal(broken, '0', `${promise} of ${String(destination)} on ${String(day)}`)
  })
})
