/** Delivery: short holds are waited out inside the push, in a bounded number of places that destinations share; longer ones are left to the bus. */
import assert from 'node:assert/strict'
import { createDelivery } from '../../functions/delivery/deliver.ts'
import type { DeliveryPorts } from '../../functions/delivery/delivery_ports.ts'
import { createRate, shareOf } from '../../functions/delivery/rate.ts'
import { createWaitingRoom } from '../../functions/delivery/waiting_room.ts'
import { event, hook, ids, respond, settings, thirdParty, webhook } from './fake_third_party.ts'
import { createTimers } from './timers.ts'

const throttled = { outcome: { outcome: 'deferred', reason: 'throttled' }, latency: 0, notAttempted: true }

function outcomeNames(results: readonly { outcome: { outcome: string } }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { outcome } of results) counts[outcome.outcome] = (counts[outcome.outcome] ?? 0) + 1
  return counts
}

/** A third party whose destination takes requests, after enough of them to be known as one that mostly does. */
async function wellKnown(handle: Parameters<typeof thirdParty>[0], ports: Partial<DeliveryPorts> = {}) {
  let isKnown = false
  let calls = 0
  const timers = createTimers()
  const fake = thirdParty((_, request) => (isKnown ? handle(calls++, request) : respond(200)))
  const deliver = createDelivery(hook, webhook, settings, {
    ...fake.ports,
    now: timers.now,
    wait: timers.wait,
    ...ports,
  })
  for (const id of ids(20)) await deliver(event(`known ${id}`))
  isKnown = true
  return { deliver, timers, calls: () => calls }
}

describe('a hold', () => {
  it('of a second is waited out: one 429 costs no event another delivery by the bus', async () => {
    const { deliver, timers, calls } = await wellKnown((call) =>
      call === 0 ? respond(429, { 'retry-after': '1' }) : respond(200),
    )
    const first = deliver(event('first'))
    await timers.settle()
    const others = ids(10).map((id) => deliver(event(id)))
    await timers.advance(999)
    assert.equal(calls(), 1)
    await timers.advance(1)
    assert.deepEqual(outcomeNames(await Promise.all([first, ...others])), { delivered: 11 })
    assert.equal(calls(), 12)
  })

  it('that lasts longer than a push may wait is left to the bus at once', async () => {
    const { deliver, calls } = await wellKnown(() => respond(429, { 'retry-after': '16' }))
    const { outcome, notAttempted } = await deliver(event('first'))
    assert.deepEqual([outcome.outcome, notAttempted], ['deferred', undefined])
    assert.deepEqual(await deliver(event('second')), throttled)
    assert.equal(calls(), 1)
  })

  it('that is repeated ends the wait before the ack deadline: the attempt is recorded, and the bus delivers again', async () => {
    const { deliver, timers, calls } = await wellKnown(() => respond(429, { 'retry-after': '6' }))
    const result = deliver(event('first'))
    await timers.advance(60_000)
    assert.equal((await result).notAttempted, undefined)
    // After 0, 6 and 12 s; 18 s is too late.
    assert.equal(calls(), 3)
  })

  it('keeps no more events than there are places; the others go back to the bus without an attempt', async () => {
    const room = createWaitingRoom({ maxEvents: 4, maxBytes: 1_000_000 })
    const { deliver, timers } = await wellKnown(
      (call) => (call === 0 ? respond(429, { 'retry-after': '1' }) : respond(200)),
      { room },
    )
    const first = deliver(event('first'))
    await timers.settle()
    const others = ids(10).map((id) => deliver(event(id)))
    await timers.advance(1000)
    const results = await Promise.all([first, ...others])
    assert.deepEqual(outcomeNames(results), { delivered: 4, deferred: 7 })
    assert.ok(results.every(({ outcome, notAttempted }) => notAttempted || outcome.outcome === 'delivered'))
  })

  it('ends when the instance ends: waiting events go back to the bus', async () => {
    const room = createWaitingRoom({ maxEvents: 4, maxBytes: 1_000_000 })
    const { deliver, timers, calls } = await wellKnown(() => respond(429, { 'retry-after': '10' }), { room })
    await Promise.race([deliver(event('first')), timers.settle()])
    const waiting = deliver(event('second'))
    await timers.settle()
    room.close()
    assert.deepEqual((await waiting).notAttempted, true)
    assert.equal(calls(), 1)
  })
})

describe('a single failure of a third party that mostly works', () => {
  it('is tried again inside the push, and each try is told', async () => {
    const { deliver, timers, calls } = await wellKnown((call) => respond(call < 2 ? 500 : 200))
    const result = deliver(event('first'))
    await timers.advance(1000)
    const { outcome, earlier = [] } = await result
    assert.equal(outcome.outcome, 'delivered')
    assert.deepEqual(
      earlier.map(({ result: tried, settledAt }) => [tried.outcome.http_status, settledAt.getTime()]),
      [
        [500, 0],
        [500, 100],
      ],
    )
    assert.equal(calls(), 3)
  })

  it('is left to the bus if most requests fail', async () => {
    const timers = createTimers()
    const fake = thirdParty(() => respond(500))
    const ports = { ...fake.ports, now: timers.now, wait: timers.wait }
    const deliver = createDelivery(hook, webhook, settings, ports)
    for (const id of ids(10)) assert.equal((await deliver(event(id))).outcome.outcome, 'deferred')
    assert.equal(fake.calls(), 10)
  })
})

describe('the places for waiting events', () => {
  const enterMany = (room: ReturnType<typeof createWaitingRoom>, id: string, count: number, bytes = 1) =>
    Array.from({ length: count }, () => room.enter(id, bytes))

  it('are all for one destination while no other waits, and are shared equally when others do', () => {
    const room = createWaitingRoom({ maxEvents: 12, maxBytes: 1000 })
    const first = enterMany(room, 'first', 13)
    assert.equal(first.filter(Boolean).length, 12)
    const second = enterMany(room, 'second', 12)
    assert.equal(second.filter((place) => place && !place.isLost).length, 6)
    const third = enterMany(room, 'third', 12)
    const left = [first, second, third].map(
      (places) => places.filter((place) => place && !place.isLost).length,
    )
    assert.deepEqual(left, [4, 4, 4])
    assert.deepEqual(
      first.map((place) => place?.isLost),
      [...Array(4).fill(false), ...Array(8).fill(true), undefined],
      'the newest lose their places',
    )
  })

  it('are bounded in bytes too, and free again when events leave', () => {
    const room = createWaitingRoom({ maxEvents: 100, maxBytes: 10 })
    const [first, second, third] = [room.enter('a', 4), room.enter('a', 4), room.enter('a', 4)]
    assert.deepEqual([!!first, !!second, !!third], [true, true, false])
    assert.equal(room.enter('b', 11), undefined)
    assert.ok(room.enter('b', 4))
    assert.deepEqual([first!.isLost, second!.isLost], [false, true])
    first!.leave()
    assert.ok(room.enter('b', 4))
  })
})

describe('a rate', () => {
  const timesOf = async (limit: number, count: number): Promise<readonly number[]> => {
    const timers = createTimers()
    const times: number[] = []
    const rate = createRate(() => shareOf(limit, 1, 0), timers)
    for (let n = 0; n < count; n++) void rate.acquire(Infinity).then(() => times.push(timers.now().getTime()))
    await timers.advance(20_000)
    return times
  }

  it('is used to at least 80 % and never passed in any second', async () => {
    for (const limit of [1, 3, 10, 50]) {
      const times = await timesOf(limit, 20 * limit)
      for (const [n, time] of times.entries())
        assert.ok((times[n + limit] ?? Infinity) - time > 1000, `${limit} per second: after ${time} ms`)
      assert.ok(times.filter((time) => time < 10_000).length >= 8 * limit, `${limit}: ${times.length}`)
    }
  })

  it('below one per second is one request in so many seconds', async () => {
    const times = await timesOf(0.5, 3)
    assert.deepEqual(
      times.map((time) => Math.round(time / 1000)),
      [0, 2, 4],
    )
  })

  it('tells at once that a request cannot begin in time', async () => {
    const timers = createTimers()
    const rate = createRate(() => shareOf(1, 1, 0), timers)
    const results = [1, 2, 3].map(() => rate.acquire(1500))
    await timers.advance(2000)
    assert.deepEqual(await Promise.all(results), [true, true, false])
  })

  it('is divided so that the shares add up to it, also among members that disagree about their number', () => {
    for (let limit = 1; limit <= 30; limit++)
      for (let members = 1; members <= 12; members++) {
        let sum = 0
        let disagreeing = 0
        for (let rank = 0; rank < members; rank++) {
          sum += shareOf(limit, members, rank).requests
          disagreeing += shareOf(limit, members + (rank % 3), rank + (rank % 2)).requests
        }
        assert.equal(sum, limit, `${limit} of ${members}`)
        assert.ok(disagreeing <= limit, `${limit} of ${members}`)
      }
  })
})
