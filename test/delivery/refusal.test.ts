/** Delivery: one request holds many events. When it is refused whole, each event gets the ending it would have had alone, in as few requests
 * as that takes. */
import assert from 'node:assert/strict'
import { createDelivery } from '../../functions/delivery/deliver.ts'
import { answer, event, hook, ids, idsIn, listTarget, settings, thirdParty } from './fake_third_party.ts'
import { randomFrom } from '../ingest/random.ts'

const thousand = ids(1000)

/** The ids of the events that were refused, and the requests it took, when a third party refuses whatever holds one of these. */
async function refusedOf(wrong: ReadonlySet<string>) {
  const party = thirdParty((_, request) => answer(idsIn(request).some((id) => wrong.has(id)) ? 400 : 200))
  const target = listTarget({ atomic: true, maxItems: 1000 })
  const deliver = createDelivery(hook, target, settings, party.ports)
  const endings = await Promise.all(thousand.map((id) => deliver(event(id))))
  const refused = thousand.filter((_, index) => endings[index]!.outcome.outcome === 'refused')
  assert.ok(endings.every(({ outcome }) => ['refused', 'delivered'].includes(outcome.outcome)))
  return { refused, calls: party.calls() }
}

describe('a thousand events in one request that is refused', () => {
  it('are told apart, however many of them are wrong', async () => {
    const random = randomFrom(1815)
    for (const share of [1, 5, 20, 50, 80, 99]) {
      const wrong = new Set(thousand.filter(() => random.below(100) < share))
      const { refused } = await refusedOf(wrong)
      assert.deepEqual(refused, [...wrong], `${share} % wrong`)
    }
  })

  it('take little more than one request each when all of them are wrong', async () => {
    const { refused, calls } = await refusedOf(new Set(thousand))
    assert.equal(refused.length, 1000)
    assert.ok(calls < 1250, `${calls} requests`)
  })

  it('take a few requests for each that is wrong when few are, also after many wrong ones', async () => {
    const { calls } = await refusedOf(new Set(['700']))
    assert.ok(calls <= 1 + 2 * 10, `${calls} requests`)
    const { refused, calls: ofMany } = await refusedOf(new Set(thousand.slice(0, 60)))
    assert.equal(refused.length, 60)
    assert.ok(ofMany < 160, `${ofMany} requests`)
  })
})
