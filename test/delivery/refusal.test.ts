/** Delivery: if a request of many events is refused whole, each event gets the result it would have had alone, in few requests. */
import assert from 'node:assert/strict'
import { createDelivery } from '../../functions/delivery/deliver.ts'
import { event, hook, ids, idsIn, listTarget, respond, settings, thirdParty } from './fake_third_party.ts'
import { randomFrom } from '../ingest/random.ts'

const thousand = ids(1000)

/** Delivers to a third party that refuses requests with an invalid event. Returns the ids of the refused events and the number of requests. */
async function refusedOf(invalid: ReadonlySet<string>) {
  const fake = thirdParty((_, request) => respond(idsIn(request).some((id) => invalid.has(id)) ? 400 : 200))
  const target = listTarget({ atomic: true, maxItems: 1000 })
  const deliver = createDelivery(hook, target, settings, fake.ports)
  const results = await Promise.all(thousand.map((id) => deliver(event(id))))
  const refused = thousand.filter((_, index) => results[index]!.outcome.outcome === 'refused')
  assert.ok(results.every(({ outcome }) => ['refused', 'delivered'].includes(outcome.outcome)))
  return { refused, calls: fake.calls() }
}

describe('a thousand events in one refused request', () => {
  it('get their own results, however many of them are invalid', async () => {
    const random = randomFrom(1815)
    for (const share of [1, 5, 20, 50, 80, 99]) {
      const invalid = new Set(thousand.filter(() => random.below(100) < share))
      const { refused } = await refusedOf(invalid)
      assert.deepEqual(refused, [...invalid], `${share} % invalid`)
    }
  })

  it('take little more than one request each if all of them are invalid', async () => {
    const { refused, calls } = await refusedOf(new Set(thousand))
    assert.equal(refused.length, 1000)
    assert.ok(calls < 1250, `${calls} requests`)
  })

  it('take few requests per invalid event if few are invalid, also if those come first', async () => {
    const { calls } = await refusedOf(new Set(['700']))
    assert.ok(calls <= 1 + 2 * 10, `${calls} requests`)
    const { refused, calls: ofMany } = await refusedOf(new Set(thousand.slice(0, 60)))
    assert.equal(refused.length, 60)
    assert.ok(ofMany < 160, `${ofMany} requests`)
  })
})
