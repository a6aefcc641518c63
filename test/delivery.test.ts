/** Delivery: events reach a third party in requests within its limits, and each event has its own result. */
import assert from 'node:assert/strict'
import { createDelivery } from '../functions/delivery/deliver.ts'
import { targetOf } from '../functions/targets/registry.ts'
import { deferred, delivered, refused } from '../schemas/outcome.ts'
import {
  respond,
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
  it('does not call a throttling third party before its retry-after has passed', async () => {
    const clock = { ms: 1_000_000 }
    const fake = thirdParty(
      (call) => (call === 0 ? respond(429, { 'retry-after': '30' }) : respond(200)),
      clock,
    )
    const deliver = createDelivery(hook, webhook, settings, fake.ports)
    assert.equal((await deliver(event('1'))).outcome.outcome, 'deferred')
    clock.ms += 14_000
    assert.deepEqual(await deliver(event('2')), {
      outcome: { outcome: 'deferred', reason: 'throttled' },
      latency: 0,
      notAttempted: true,
    })
    assert.equal(fake.calls(), 1)
    clock.ms += 16_001
    assert.equal((await deliver(event('2'))).outcome.outcome, 'delivered')
  })

  it('pauses a destination that rejects its credentials, and alerts once until an event is delivered', async () => {
    const clock = { ms: 1_000_000 }
    let renewed = false
    const fake = thirdParty(() => respond(renewed ? 200 : 401), clock)
    const deliver = createDelivery(hook, webhook, settings, fake.ports)
    for (const [id, calls] of [
      ['1', 1],
      ['2', 1],
    ] as const) {
      const { outcome } = await deliver(event(id))
      assert.ok(outcome.outcome === 'deferred' && outcome.reason === 'auth')
      assert.equal(fake.calls(), calls)
    }
    clock.ms += 60_001
    await deliver(event('1'))
    assert.equal(fake.calls(), 2)
    assert.equal(fake.alerts.length, 1)
    renewed = true
    clock.ms += 60_001
    assert.equal((await deliver(event('1'))).outcome.outcome, 'delivered')
    renewed = false
    await deliver(event('3'))
    assert.equal(fake.alerts.length, 2)
  })

  it('retries once with a new token if Google rejects the current one', async () => {
    const sent: (string | undefined)[] = []
    let accepted = 'Bearer own-2'
    const fake = thirdParty((_, { headers }) => {
      sent.push(headers['authorization'])
      return respond(headers['authorization'] === accepted ? 200 : 401)
    })
    const topic = { topic: 'projects/my-project/topics/purchases' }
    const deliver = createDelivery(hook, targetOf('pubsub'), topic, fake.ports)
    assert.equal((await deliver(event('1'))).outcome.outcome, 'delivered')
    assert.deepEqual(sent, ['Bearer own-1', 'Bearer own-2'])
    assert.deepEqual(fake.alerts, [])
    accepted = 'none'
    const { outcome } = await deliver(event('2'))
    assert.deepEqual(outcome, { outcome: 'deferred', reason: 'auth', http_status: 401 })
    assert.deepEqual(sent.slice(2), ['Bearer own-2', 'Bearer own-3'])
    assert.equal(fake.alerts.length, 1)
  })

  it('records a 2xx response as delivered even if classifying it fails', async () => {
    const target = {
      ...webhook,
      classify: () => {
        throw new Error('unreadable')
      },
    }
    const fake = thirdParty(() => respond(200, {}, '<html>'))
    const { outcome } = await createDelivery(hook, target, settings, fake.ports)(event('1'))
    assert.deepEqual(outcome, { outcome: 'delivered', http_status: 200 })
  })

  it('defers on a network error and on a timeout, with the error code as detail', async () => {
    const errorWith = (code: string) => Object.assign(new Error(code), { code })
    const fake = thirdParty((call) => errorWith(call === 0 ? 'ECONNREFUSED' : 'UND_ERR_HEADERS_TIMEOUT'))
    const deliver = createDelivery(hook, webhook, settings, fake.ports)
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

  it('refuses an event whose request cannot be built, without sending anything', async () => {
    const fake = thirdParty(() => respond(200))
    const insecure = { ...settings, url: 'http://hooks.example.com/' }
    const { outcome } = await createDelivery(hook, webhook, insecure, fake.ports)(event('1'))
    assert.equal(outcome.outcome, 'refused')
    assert.equal(fake.calls(), 0)
  })

  it('merges the destination’s link for the event type over its link for `*`', async () => {
    const bodies: unknown[] = []
    const fake = thirdParty((_, { body }) => {
      bodies.push(JSON.parse(body.toString()))
      return respond(200)
    })
    const linkage = { view_content: { who: 'user_id' }, '*': { what: { const: 'other' } } }
    const deliver = createDelivery({ ...hook, linkage }, webhook, settings, fake.ports)
    await deliver(event('1'))
    await deliver({ ...event('2'), name: 'purchase' })
    assert.deepEqual(bodies, [{ what: 'other', who: 'u-1' }, { what: 'other' }])
  })

  it('bisects a request that is refused whole until only the invalid event is refused', async () => {
    const fake = thirdParty((_, request) => (idsIn(request).includes('37') ? respond(400) : respond(200)))
    const deliver = createDelivery(hook, listTarget({ atomic: true }), settings, fake.ports)
    const results = await Promise.all(ids(100).map((id) => deliver(event(id))))
    assert.deepEqual(
      results.flatMap(({ outcome }, n) => (outcome.outcome === 'delivered' ? [] : [[n, outcome.outcome]])),
      [[37, 'refused']],
    )
    assert.ok(fake.calls() <= 1 + 2 * Math.ceil(Math.log2(100)), `${fake.calls()} calls`)
  })

  it('bisects a request that is too large, also for a target that is not atomic', async () => {
    const fake = thirdParty((_, request) => (idsIn(request).length > 10 ? respond(413) : respond(200)))
    const deliver = createDelivery(hook, listTarget({}), settings, fake.ports)
    const results = await Promise.all(ids(40).map((id) => deliver(event(id))))
    assert.deepEqual(new Set(results.map(({ outcome }) => outcome.outcome)), new Set(['delivered']))
  })

  it('does not resend a request that a non-atomic target refused whole', async () => {
    const fake = thirdParty(() => respond(400))
    const deliver = createDelivery(hook, listTarget({}), settings, fake.ports)
    const results = await Promise.all(ids(10).map((id) => deliver(event(id))))
    assert.deepEqual(new Set(results.map(({ outcome }) => outcome.outcome)), new Set(['refused']))
    assert.equal(fake.calls(), 1)
  })

  it('resends events at once that failed only because of others, and returns each event its own result', async () => {
    const invalid = new Set(['3', '5'])
    const fake = thirdParty((_, request) =>
      idsIn(request).some((id) => invalid.has(id)) ? respond(422) : respond(200),
    )
    const target = listTarget({}, (response, events) =>
      events.map(({ id }) =>
        response.status === 200
          ? { outcome: delivered({ http_status: 200 }) }
          : invalid.has(id)
            ? { outcome: refused('rejected') }
            : { outcome: deferred('unavailable'), resend: true },
      ),
    )
    const deliver = createDelivery(hook, target, settings, fake.ports)
    const results = await Promise.all(ids(8).map((id) => deliver(event(id))))
    const expected = ids(8).map((id) => (invalid.has(id) ? 'refused' : 'delivered'))
    assert.deepEqual(
      results.map(({ outcome }) => outcome.outcome),
      expected,
    )
    assert.equal(fake.calls(), 2)
  })

  it('defers all events without resending them if every event is marked to resend', async () => {
    const fake = thirdParty(() => respond(422))
    const target = listTarget({}, (_, events) =>
      events.map(() => ({ outcome: deferred('unavailable'), resend: true })),
    )
    const deliver = createDelivery(hook, target, settings, fake.ports)
    const results = await Promise.all(ids(4).map((id) => deliver(event(id))))
    assert.deepEqual(new Set(results.map(({ outcome }) => outcome.outcome)), new Set(['deferred']))
    assert.equal(fake.calls(), 1)
  })

  it('puts only events of one key, and at most maxItems, into one request', async () => {
    const seen: (readonly string[])[] = []
    const fake = thirdParty((_, request) => {
      seen.push(idsIn(request))
      return respond(200)
    })
    const key = ({ id }: { id: string }) => (Number(id) % 2 === 0 ? 'even' : 'odd')
    const deliver = createDelivery(hook, listTarget({ key, maxItems: 2 }), settings, fake.ports)
    const results = await Promise.all(ids(6).map((id) => deliver(event(id))))
    assert.ok(results.every(({ outcome }) => outcome.outcome === 'delivered'))
    assert.deepEqual(
      seen.toSorted((a, b) => Number(a[0]) - Number(b[0])),
      [['0', '2'], ['1', '3'], ['4'], ['5']],
    )
  })
})
