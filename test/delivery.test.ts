/** Delivery: events reach a third party in requests it takes, and each event's ending is its own. */
import assert from 'node:assert/strict'
import { createDelivery } from '../functions/delivery/deliver.ts'
import { targetOf } from '../functions/targets/registry.ts'
import { deferred, delivered, refused } from '../schemas/outcome.ts'
import {
  answer,
  event,
  hook,
  ids,
  idsIn,
  listTarget,
  settings,
  thirdParty,
  webhook,
} from './delivery/fake_third_party.ts'

describe('delivery', () => {
  it('does not call a third party that has asked to wait until the time has passed', async () => {
    const clock = { ms: 1_000_000 }
    const party = thirdParty(
      (call) => (call === 0 ? answer(429, { 'retry-after': '30' }) : answer(200)),
      clock,
    )
    const deliver = createDelivery(hook, webhook, settings, party.ports)
    assert.equal((await deliver(event('1'))).outcome.outcome, 'deferred')
    clock.ms += 29_000
    assert.deepEqual(await deliver(event('2')), {
      outcome: { outcome: 'deferred', reason: 'throttled' },
      latency: 0,
      notAttempted: true,
    })
    assert.equal(party.calls(), 1)
    clock.ms += 1_001
    assert.equal((await deliver(event('2'))).outcome.outcome, 'delivered')
  })

  it('leaves a destination alone that does not accept its credentials, and tells an operator once', async () => {
    const clock = { ms: 1_000_000 }
    let renewed = false
    const party = thirdParty(() => answer(renewed ? 200 : 401), clock)
    const deliver = createDelivery(hook, webhook, settings, party.ports)
    for (const [id, calls] of [
      ['1', 1],
      ['2', 1],
    ] as const) {
      const { outcome } = await deliver(event(id))
      assert.ok(outcome.outcome === 'deferred' && outcome.reason === 'auth')
      assert.equal(party.calls(), calls)
    }
    clock.ms += 60_001
    await deliver(event('1'))
    assert.equal(party.calls(), 2)
    assert.equal(party.alerts.length, 1)
    renewed = true
    clock.ms += 60_001
    assert.equal((await deliver(event('1'))).outcome.outcome, 'delivered')
    renewed = false
    await deliver(event('3'))
    assert.equal(party.alerts.length, 2)
  })

  it('asks once more with a new token when Google does not accept the one it has, and not twice', async () => {
    const sent: (string | undefined)[] = []
    let accepted = 'Bearer own-2'
    const party = thirdParty((_, { headers }) => {
      sent.push(headers['authorization'])
      return answer(headers['authorization'] === accepted ? 200 : 401)
    })
    const topic = { topic: 'projects/my-project/topics/purchases' }
    const deliver = createDelivery(hook, targetOf('pubsub'), topic, party.ports)
    assert.equal((await deliver(event('1'))).outcome.outcome, 'delivered')
    assert.deepEqual(sent, ['Bearer own-1', 'Bearer own-2'])
    assert.deepEqual(party.alerts, [])
    accepted = 'none'
    const { outcome } = await deliver(event('2'))
    assert.deepEqual(outcome, { outcome: 'deferred', reason: 'auth', http_status: 401 })
    assert.deepEqual(sent.slice(2), ['Bearer own-2', 'Bearer own-3'])
    assert.equal(party.alerts.length, 1)
  })

  it('takes an accepted request for delivered even when the answer cannot be read', async () => {
    const target = {
      ...webhook,
      classify: () => {
        throw new Error('unreadable')
      },
    }
    const party = thirdParty(() => answer(200, {}, '<html>'))
    const { outcome } = await createDelivery(hook, target, settings, party.ports)(event('1'))
    assert.deepEqual(outcome, { outcome: 'delivered', http_status: 200 })
  })

  it('defers on a network fault and on a timeout, and says which', async () => {
    const fault = (code: string) => Object.assign(new Error(code), { code })
    const party = thirdParty((call) => fault(call === 0 ? 'ECONNREFUSED' : 'UND_ERR_HEADERS_TIMEOUT'))
    const deliver = createDelivery(hook, webhook, settings, party.ports)
    assert.deepEqual((await deliver(event('1'))).outcome, {
      outcome: 'deferred',
      reason: 'network',
      detail: 'ECONNREFUSED',
    })
    assert.deepEqual((await deliver(event('1'))).outcome, {
      outcome: 'deferred',
      reason: 'timeout',
      detail: 'UND_ERR_HEADERS_TIMEOUT',
    })
  })

  it('refuses a request that cannot be built, without calling anyone', async () => {
    const party = thirdParty(() => answer(200))
    const insecure = { ...settings, url: 'http://hooks.example.com/' }
    const { outcome } = await createDelivery(hook, webhook, insecure, party.ports)(event('1'))
    assert.equal(outcome.outcome, 'refused')
    assert.equal(party.calls(), 0)
  })

  it('links by the destination’s own link for the event over its `*`', async () => {
    const bodies: unknown[] = []
    const party = thirdParty((_, { body }) => {
      bodies.push(JSON.parse(body.toString()))
      return answer(200)
    })
    const linkage = { view_content: { who: 'user_id' }, '*': { what: { const: 'other' } } }
    const deliver = createDelivery({ ...hook, linkage }, webhook, settings, party.ports)
    await deliver(event('1'))
    await deliver({ ...event('2'), name: 'purchase' })
    assert.deepEqual(bodies, [{ what: 'other', who: 'u-1' }, { what: 'other' }])
  })

  it('halves a request that is refused whole until only the event at fault is refused', async () => {
    const party = thirdParty((_, request) => (idsIn(request).includes('37') ? answer(400) : answer(200)))
    const deliver = createDelivery(hook, listTarget({ atomic: true }), settings, party.ports)
    const endings = await Promise.all(ids(100).map((id) => deliver(event(id))))
    assert.deepEqual(
      endings.flatMap(({ outcome }, n) => (outcome.outcome === 'delivered' ? [] : [[n, outcome.outcome]])),
      [[37, 'refused']],
    )
    assert.ok(party.calls() <= 1 + 2 * Math.ceil(Math.log2(100)), `${party.calls()} calls`)
  })

  it('halves a request that is too large, also where one wrong event spoils no other', async () => {
    const party = thirdParty((_, request) => (idsIn(request).length > 10 ? answer(413) : answer(200)))
    const deliver = createDelivery(hook, listTarget({}), settings, party.ports)
    const endings = await Promise.all(ids(40).map((id) => deliver(event(id))))
    assert.deepEqual(new Set(endings.map(({ outcome }) => outcome.outcome)), new Set(['delivered']))
  })

  it('does not send again what a third party refused whole for each event', async () => {
    const party = thirdParty(() => answer(400))
    const deliver = createDelivery(hook, listTarget({}), settings, party.ports)
    const endings = await Promise.all(ids(10).map((id) => deliver(event(id))))
    assert.deepEqual(new Set(endings.map(({ outcome }) => outcome.outcome)), new Set(['refused']))
    assert.equal(party.calls(), 1)
  })

  it('sends those again at once whom another event dragged down, and settles each for itself', async () => {
    const guilty = new Set(['3', '5'])
    const party = thirdParty((_, request) =>
      idsIn(request).some((id) => guilty.has(id)) ? answer(422) : answer(200),
    )
    const target = listTarget({}, (response, events) =>
      events.map(({ id }) =>
        response.status === 200
          ? { outcome: delivered({ http_status: 200 }) }
          : guilty.has(id)
            ? { outcome: refused('rejected') }
            : { outcome: deferred('unavailable'), resend: true },
      ),
    )
    const deliver = createDelivery(hook, target, settings, party.ports)
    const endings = await Promise.all(ids(8).map((id) => deliver(event(id))))
    const expected = ids(8).map((id) => (guilty.has(id) ? 'refused' : 'delivered'))
    assert.deepEqual(
      endings.map(({ outcome }) => outcome.outcome),
      expected,
    )
    assert.equal(party.calls(), 2)
  })

  it('defers all when an answer names nobody guilty, and does not ask for ever', async () => {
    const party = thirdParty(() => answer(422))
    const target = listTarget({}, (_, events) =>
      events.map(() => ({ outcome: deferred('unavailable'), resend: true })),
    )
    const deliver = createDelivery(hook, target, settings, party.ports)
    const endings = await Promise.all(ids(4).map((id) => deliver(event(id))))
    assert.deepEqual(new Set(endings.map(({ outcome }) => outcome.outcome)), new Set(['deferred']))
    assert.equal(party.calls(), 1)
  })

  it('puts only events of one key, and no more than it takes, into one request', async () => {
    const seen: (readonly string[])[] = []
    const party = thirdParty((_, request) => {
      seen.push(idsIn(request))
      return answer(200)
    })
    const key = ({ id }: { id: string }) => (Number(id) % 2 === 0 ? 'even' : 'odd')
    const deliver = createDelivery(hook, listTarget({ key, maxItems: 2 }), settings, party.ports)
    const endings = await Promise.all(ids(6).map((id) => deliver(event(id))))
    assert.ok(endings.every(({ outcome }) => outcome.outcome === 'delivered'))
    assert.deepEqual(
      seen.toSorted((a, b) => Number(a[0]) - Number(b[0])),
      [['0', '2'], ['1', '3'], ['4'], ['5']],
    )
  })

  it('makes no more requests a second than the destination allows', async () => {
    const clock = { ms: 1_000_000 }
    const times: number[] = []
    const party = thirdParty(() => {
      times.push(clock.ms)
      return answer(200)
    }, clock)
    const deliver = createDelivery({ ...hook, requests_per_second: 4 }, webhook, settings, party.ports)
    for (const id of ids(5)) await deliver(event(id))
    assert.deepEqual(
      times.map((time) => time - 1_000_000),
      [0, 250, 500, 750, 1000],
    )
  })
})
