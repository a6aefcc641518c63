/** Conversions through the whole stack, to a vendor: a purchase that names nothing but a user is sent once with the click and the hashed address
 * of the visit that led to it; nothing is sent of a person who has withdrawn the consent. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { ReplayStack } from '../replay/stack.ts'
import { Past } from './past.ts'

type Fields = Readonly<Record<string, unknown>>

const granted = {
  ad_storage: 'granted',
  ad_user_data: 'granted',
  ad_personalization: 'granted',
  analytics_storage: 'granted',
}

const ads = {
  target: 'meta',
  settings: { dataset_id: '1234567890' },
  secrets: { access_token: 'EAAB' },
  rules: [
    {
      id: 'conversions',
      effect: 'permit',
      when: "event.event_name == 'purchase' && has(event.source) && event.source == 'conversions'",
    },
  ],
}

/** The visit, the login and the order of one person. */
function journey(name: string): readonly [Fields, Fields, Fields] {
  const [user_id, anonymous_id] = [`u-${name}`, `anon-${name}`]
  return [
    {
      event_name: 'page_view',
      anonymous_id,
      page_url: 'https://shop.example/shoes',
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0',
      fbc: `fb.1.1773480413589.${name}`,
      consent: granted,
    },
    { event_name: 'login', anonymous_id, user_id, email: `${name}@acme.example` },
    { event_name: 'purchase', user_id, transaction_id: `T-${name}`, value: 64.7, currency: 'EUR' },
  ]
}

describe('conversions through the whole stack', function () {
  this.timeout(300_000)
  let stack: ReplayStack
  let past: Past

  before(async () => {
    stack = await ReplayStack.start(
      { ads },
      { 'sluice:syncs': { conversions: { destination: 'ads', paused: true } } },
    )
    past = new Past(stack.client)
  })
  after(() => stack.stack.remove())

  const sent = async (): Promise<readonly Fields[]> =>
    (await stack.client.received()).flatMap(
      ({ body }) => (JSON.parse(body) as { data: readonly Fields[] }).data,
    )

  it('sends an order that was posted twice once, completed, and nothing after a withdrawal', async () => {
    const [visit, login, order] = journey('ada')
    await past.post(30, visit)
    await past.post(6, login)
    await past.post(2, order, order)
    const [otherVisit, otherLogin, otherOrder] = journey('bob')
    await past.post(30, otherVisit)
    await past.post(6, otherLogin)
    await past.post(2, otherOrder)
    await past.post(1, {
      event_name: 'page_view',
      anonymous_id: 'anon-bob',
      consent: { ad_user_data: 'denied', ad_storage: 'denied' },
    })
    assert.equal((await stack.done('people', {})).state, 'finished')
    const run = await stack.done('sync', { sync: 'conversions' })
    const { delivered, restricted } = run.counts
    assert.deepEqual([run.state, delivered, restricted], ['finished', 1, 1])
    const [event, ...others] = await sent()
    assert.deepEqual(others, [])
    const { event_name: name, user_data: user, custom_data: data } = event as Record<string, Fields>
    assert.deepEqual([name, event!['event_source_url']], ['Purchase', 'https://shop.example/shoes'])
    assert.deepEqual(
      [user!['em'], user!['fbc']],
      [[hash('sha256', 'ada@acme.example')], 'fb.1.1773480413589.ada'],
    )
    assert.deepEqual([data!['order_id'], data!['value'], data!['currency']], ['T-ada', 64.7, 'EUR'])
    const [reason] = await stack.client.query(
      "SELECT reason FROM deliveries WHERE outcome = 'restricted' AND source = 'conversions'",
    )
    assert.equal(reason!['reason'], 'consent_denied')

    await past.post(0, order)
    await stack.done('people', {})
    const again = await stack.done('sync', { sync: 'conversions' })
    assert.deepEqual([again.counts['delivered'], again.counts['restricted']], [0, 1])
    assert.equal((await sent()).length, 1)
  })
})
