/** Replay after a deleted subscription: what it held and missed is in the warehouse, and a replay gives every pair an outcome, with today's
 * consent. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { subscriptions } from '../../schemas/bus.ts'
import { always, ReplayStack, settingsWith, webhook } from './stack.ts'
import { operate } from '../support/operate.ts'
import { until } from '../support/until.ts'

function ads(consent: readonly string[]) {
  return {
    target: 'meta',
    settings: { dataset_id: '1234567890' },
    secrets: { access_token: 'EAAB' },
    rules: [{ id: 'all', effect: 'permit', when: 'true' }],
    consent,
  }
}

const destinations = { crm: webhook('crm'), shop: webhook('shop'), ads: ads([]) }
const lost = Object.keys(destinations)

/** An event that every destination can use. */
function event(event_id: string, more: object = {}) {
  return {
    event_id,
    user_id: 'u-1',
    page_url: 'https://shop.example/',
    user_agent: 'Mozilla/5.0',
    consent: { ad_storage: 'granted' },
    ...more,
  }
}

const missed = [
  event('missed'),
  event('too-old', { event_time: '2020-01-01T00:00:00Z' }),
  event('denied', { consent: { ad_storage: 'denied' } }),
  event('objected', { user_id: 'u-2' }),
]

describe('the replay after a lost subscription', () => {
  let stack: ReplayStack
  before(async () => {
    stack = await ReplayStack.start(destinations)
  })
  after(() => stack.stack.remove())

  it('leaves pairs without an outcome, which the reconciliation counts', async () => {
    await stack.client.thirdPartyAnswers({ path: '/crm', status: 503 })
    await stack.send([event('held')], 3, "event_id = 'held'")
    for (const id of lost)
      assert.equal((await stack.subscription('DELETE', subscriptions.forward(id))).status, 200)
    assert.equal((await stack.client.post('/v1/topics/view_content', missed)).status, 200)
    await until('the events are stored', async () => (await stack.pairs()).length === 15)
    assert.deepEqual(await stack.pairs(), [
      ...['denied at ads', 'denied at crm', 'denied at shop'].map((pair) => `${pair}: pending permitted`),
      'held at ads: delivered',
      'held at crm: deferred unavailable',
      'held at shop: delivered',
      ...['missed', 'objected', 'too-old'].flatMap((name) =>
        ['ads', 'crm', 'shop'].map((id) => `${name} at ${id}: pending permitted`),
      ),
    ])
    assert.deepEqual(await stack.broken(), [
      'ads unexplained: 4',
      'crm unexplained: 5',
      'shop unexplained: 4',
    ])
  })

  it('is needed although the subscription is created again, which does not deliver what it missed', async () => {
    await stack.stack.stop()
    const config = settingsWith({ ...destinations, ads: ads(['ad_storage']) })
    await stack.stack.configure(config)
    await stack.stack.start()
    for (const id of lost)
      assert.equal((await stack.subscription('GET', subscriptions.forward(id))).status, 200)
    await stack.send([event('later')], 3, "event_id = 'later'")
    assert.equal((await stack.pairs()).filter((pair) => / (pending|deferred) /.test(pair)).length, 13)
  })

  it("gives every pair an outcome, with today's consent and suppressions", async () => {
    await stack.client.arrange(
      `INSERT INTO suppressions (field, value_hash, created_at, created_by, lifted)
       VALUES ('user_id', '${hash('sha256', 'u-2')}', CURRENT_TIMESTAMP(), 'ada@example.com', FALSE)`,
    )
    await stack.client.thirdPartyAnswers({ path: '/shop', status: 400 })
    for (const id of lost) {
      const args = ['--from', always.from, '--outcome', 'pending', '--outcome', 'deferred']
      const printed = await operate(stack.stack.dir, 'replay', '--destination', id, ...args)
      assert.match(printed, /finished after/)
    }
    assert.deepEqual(await stack.pairs(), [
      'denied at ads: restricted consent_denied',
      'denied at crm: delivered',
      'denied at shop: refused rejected',
      'held at ads: delivered',
      'held at crm: delivered',
      'held at shop: delivered',
      ...lost.toSorted().map((id) => `later at ${id}: delivered`),
      'missed at ads: delivered',
      'missed at crm: delivered',
      'missed at shop: refused rejected',
      ...lost.toSorted().map((id) => `objected at ${id}: restricted suppressed`),
      'too-old at ads: skipped event_too_old',
      'too-old at crm: delivered',
      'too-old at shop: refused rejected',
    ])
    assert.deepEqual(await stack.broken(), [])
  })

  it('sends nothing that is restricted, and nothing twice', async () => {
    assert.deepEqual(
      (await stack.arrivals('crm')).filter((id) => id === 'objected'),
      [],
    )
    const twice = await stack.client.query(
      "SELECT event_id FROM deliveries WHERE outcome = 'delivered' GROUP BY event_id, destination HAVING COUNT(*) > 1",
    )
    assert.deepEqual(twice, [])
    const second = await operate(
      stack.stack.dir,
      ...(['replay', '--destination', 'crm', '--from', always.from, '--outcome', 'pending'] as const),
    )
    assert.match(second, /selected {4}0\n/)
  })

  it('is not needed for a topic of producers, which keeps its messages: the new subscription seeks back', async () => {
    const id = subscriptions.store('view_content')
    assert.equal((await stack.subscription('DELETE', id)).status, 200)
    const deleted = new Date().toISOString()
    assert.equal((await stack.client.post('/v1/topics/view_content', event('unstored'))).status, 200)
    await stack.stack.stop()
    await stack.stack.start()
    const { project, pubsubHost, token } = stack.stack.facts
    const seek = await fetch(`http://${pubsubHost}/v1/projects/${project}/subscriptions/${id}:seek`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ time: deleted }),
    })
    assert.equal(seek.status, 200)
    await until('it has reached every destination', async () => {
      const ended = (await stack.pairs()).filter((pair) => /^unstored at .+: delivered$/.test(pair))
      return ended.length === lost.length
    })
    assert.deepEqual(await stack.broken(), [])
  })
})
