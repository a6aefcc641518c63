/** Reverse ETL through the whole stack, killed in the middle of a run: a shipped sync over posted events. */
import assert from 'node:assert/strict'
import { ReplayStack, webhook } from '../replay/stack.ts'
import { until } from '../support/until.ts'

const granted = { ad_user_data: 'granted', analytics_storage: 'granted' }

describe('sync through the whole stack', function () {
  this.timeout(300_000)
  let stack: ReplayStack

  before(async () => {
    const crm = { ...webhook('crm', "event.event_name == 'customer_profiles'"), requests_per_second: 10 }
    const profiles = { destination: 'crm', paused: true }
    stack = await ReplayStack.start({ crm }, { 'sluice:syncs': { customer_profiles: profiles } })
  })
  after(() => stack.stack.remove())

  const bodies = async (): Promise<ReadonlyMap<string, string>> =>
    new Map((await stack.client.received()).map(({ headers, body }) => [headers['webhook-id']!, body]))

  it('retries exactly the rows that were refused before the kill, unchanged, and then sends nothing', async () => {
    const people = Array.from({ length: 100 }, (_, n) => ({
      event_name: 'sign_up',
      event_time: '2026-03-14T09:26:53Z',
      consent: granted,
      user_id: `u-${n}`,
      email: `u${n}@acme.example`,
      country: 'GB',
    }))
    assert.equal((await stack.client.post('/v1/topics/events', people)).status, 200)
    const order = {
      event_name: 'purchase',
      event_time: '2026-03-15T10:00:00Z',
      user_id: 'u-7',
      transaction_id: 'T-1',
      value: 59.8,
      currency: 'EUR',
    }
    assert.equal((await stack.client.post('/v1/topics/events', order)).status, 200)
    await until('the events are stored', async () => {
      const [row] = await stack.client.query('SELECT COUNT(*) AS n FROM events')
      return Number(row!['n']) >= 101
    })

    await stack.client.thirdPartyAnswers({ status: 422, times: 10, path: '/crm' })
    const id = await stack.ask('sync', { sync: 'customer_profiles' })
    await until('ten rows are refused and others delivered', async () => {
      const rows = await stack.client.query('SELECT outcome, COUNT(*) AS n FROM deliveries GROUP BY outcome')
      const counts = new Map(rows.map(({ outcome, n }) => [outcome, Number(n)]))
      return counts.get('refused') === 10 && (counts.get('delivered') ?? 0) > 5
    })
    await stack.stack.kill()
    const sentBefore = new Set(
      (await stack.stack.start().then(() => stack.client.received())).map(
        ({ headers }) => headers['webhook-id'],
      ),
    )
    assert.ok(sentBefore.size < 100, `${sentBefore.size} rows were sent before the kill`)

    const run = await stack.ended(id)
    assert.equal(run.state, 'finished')
    const { model, added, sent, delivered, refused, pending } = run.counts
    assert.deepEqual([model, added, sent, delivered, refused, pending], [100, 100, 100, 90, 10, 0])
    const all = await bodies()
    assert.equal(all.size, 100)
    const buyer = [...all.values()].map((body) => JSON.parse(body)).find(({ user_id }) => user_id === 'u-7')
    assert.deepEqual(buyer.event_data, {
      change: 'added',
      backfill: true,
      first_seen: '2026-03-14',
      last_seen: '2026-03-15',
      purchases: 1,
      revenue: 59.8,
      currency: 'EUR',
      last_purchase: '2026-03-15',
    })

    const failed = await stack.client.query(
      "SELECT DISTINCT event_id FROM deliveries WHERE outcome = 'refused'",
    )
    const ids = failed.map(({ event_id }) => String(event_id)).toSorted()
    await fetch(`${stack.stack.facts.thirdPartyUrl}/requests`, { method: 'DELETE' })
    const second = await stack.done('sync', { sync: 'customer_profiles' })
    assert.equal(second.counts['delivered'], 10)
    const retried = await bodies()
    assert.deepEqual([...retried.keys()].toSorted(), ids)
    for (const [each, body] of retried) assert.equal(body, all.get(each))

    await fetch(`${stack.stack.facts.thirdPartyUrl}/requests`, { method: 'DELETE' })
    const third = await stack.done('sync', { sync: 'customer_profiles' })
    assert.deepEqual([third.counts['sent'], third.counts['unchanged'], (await bodies()).size], [0, 100, 0])
  })
})
