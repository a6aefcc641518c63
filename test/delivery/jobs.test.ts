/** Delivery: a target with a bulk API sends few events one by one, and many together, within the vendor's limits. */
import assert from 'node:assert/strict'
import { createDelivery } from '../../functions/delivery/deliver.ts'
import { createEgress } from '../../functions/net/egress.ts'
import { targetOf } from '../../functions/targets/registry.ts'
import { serveThirdParty, type ThirdParty } from '../../local/third_party/server.ts'
import type { RecordedRequest } from '../../local/third_party/recorded_request.ts'
import { event, ids, thirdParty } from './fake_third_party.ts'

describe('a target with a bulk API', () => {
  let recorder: ThirdParty
  beforeEach(async () => {
    recorder = await serveThirdParty({ port: 0 })
  })
  afterEach(() => recorder.close())

  /** Delivers events at once. Returns the outcomes and the path of each request. */
  async function deliver(all: readonly object[], settings: object = {}) {
    const send = createEgress({ THIRD_PARTY_GATEWAY: recorder.url })
    const { ports } = thirdParty(() => new Error('not used'))
    const klaviyo = targetOf('klaviyo')
    const deliverOne = createDelivery(
      { id: 'crm' },
      klaviyo,
      { api_key: 'pk_1', ...settings },
      { ...ports, send },
    )
    const results = await Promise.all(
      all.map((value, index) => {
        const { event_id: id, event_name: name } = {
          event_id: `e-${index + 1}`,
          event_name: 'login',
          ...value,
        }
        const sent = { event_time: '1970-01-01T00:00:00Z', user_id: 'u-1', ...value, event_id: id }
        return deliverOne({ ...event(id), name, value: sent, text: JSON.stringify(sent) })
      }),
    )
    const response = await fetch(`${recorder.url}/requests`)
    const requests = (await response.json()) as readonly RecordedRequest[]
    return {
      outcomes: results.map(({ outcome }) => outcome.outcome),
      paths: requests.map(({ url }) => url.split('/').at(-1)),
    }
  }

  it('sends events one by one below the number from which a job is faster', async () => {
    const { outcomes, paths } = await deliver(ids(24).map(() => ({})))
    assert.deepEqual(new Set(outcomes), new Set(['delivered']))
    assert.deepEqual(
      paths,
      ids(24).map(() => 'events'),
    )
  })

  it('sends more as one job', async () => {
    const { outcomes, paths } = await deliver(ids(25).map(() => ({})))
    assert.deepEqual(new Set(outcomes), new Set(['delivered']))
    assert.deepEqual(paths, ['event-bulk-create-jobs'])
  })

  it('counts the events at the vendor: an order with 40 items is 41 of 1,000', async () => {
    const items = ids(40).map((item_id) => ({ item_id, price: 1 }))
    const orders = ids(60).map((transaction_id) => ({
      event_name: 'purchase',
      event_data: { transaction_id, value: 40, currency: 'EUR', items },
    }))
    const { outcomes, paths } = await deliver(orders, { ordered_products: true })
    assert.deepEqual(new Set(outcomes), new Set(['delivered']))
    assert.equal(paths.length, Math.ceil(60 / 24))
  })

  it('sends a refused job again without the events that the vendor names', async () => {
    await fetch(`${recorder.url}/answer`, { method: 'PUT', body: JSON.stringify({ behavior: 'partial' }) })
    const { outcomes, paths } = await deliver(ids(30).map(() => ({})))
    // The recorder refuses ids that end in 3, 6 or 9.
    const expected = ids(30).map((_, index) =>
      '369'.includes(String(index + 1).at(-1)!) ? 'refused' : 'delivered',
    )
    assert.deepEqual(outcomes, expected)
    assert.equal(paths.length, 2)
  })
})
