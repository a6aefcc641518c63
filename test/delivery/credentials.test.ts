/** Delivery: a 403 is of the credentials if several events in a row get it, and of the event if others are accepted. */
import assert from 'node:assert/strict'
import { createDelivery } from '../../functions/delivery/deliver.ts'
import type { HttpRequest } from '../../functions/net/http.ts'
import {
  event,
  hook,
  ids,
  idsIn,
  listTarget,
  respond,
  settings,
  thirdParty,
  webhook,
} from './fake_third_party.ts'

const undecided = { outcome: 'deferred', reason: 'auth', http_status: 403 }
const refusedEvent = { outcome: 'refused', reason: 'unauthorised_payload', http_status: 403 }

/** Delivers to a third party that answers 403 while `isForbidden` holds for the request. */
function start(isForbidden: (request: HttpRequest) => boolean, target = webhook) {
  const clock = { ms: 1_000_000 }
  const fake = thirdParty((_, request) => respond(isForbidden(request) ? 403 : 200), clock)
  return { deliver: createDelivery(hook, target, settings, fake.ports), fake, clock }
}

function idOf({ body }: HttpRequest): string {
  return (JSON.parse(body.toString()) as { event_id: string }).event_id
}

describe('a third party that answers 403', () => {
  it('to one event delays nobody: the event is deferred, and refused once another one was accepted', async () => {
    const { deliver, fake, clock } = start((request) => idOf(request) === 'odd')
    assert.deepEqual((await deliver(event('odd'))).outcome, undecided)
    clock.ms += 10_000
    assert.deepEqual((await deliver(event('odd'))).outcome, undecided, 'nothing was accepted since')
    assert.equal((await deliver(event('good'))).outcome.outcome, 'delivered')
    clock.ms += 20_000
    assert.deepEqual((await deliver(event('odd'))).outcome, refusedEvent)
    assert.deepEqual(fake.alerts, [])
  })

  it('to five different events, none accepted in between, pauses the destination, alerts once, and loses none', async () => {
    let isRepaired = false
    const { deliver, fake, clock } = start(() => !isRepaired)
    for (const id of ids(5)) assert.deepEqual((await deliver(event(id))).outcome, undecided)
    assert.equal((await deliver(event('6'))).notAttempted, true)
    assert.equal(fake.calls(), 5)
    assert.equal(fake.alerts.length, 1)
    clock.ms += 60_001
    assert.deepEqual((await deliver(event('0'))).outcome, undecided)
    assert.equal(fake.alerts.length, 1)
    isRepaired = true
    clock.ms += 60_001
    for (const id of ids(7)) assert.equal((await deliver(event(id))).outcome.outcome, 'delivered')
  })

  it('to four events, again and again, does not pause it', async () => {
    const { deliver, fake, clock } = start((request) => idOf(request) !== 'good')
    for (let round = 0; round < 3; round++) {
      for (const id of ids(4)) assert.deepEqual((await deliver(event(id))).outcome, undecided)
      clock.ms += 10_000
    }
    assert.equal((await deliver(event('good'))).outcome.outcome, 'delivered')
    assert.deepEqual(fake.alerts, [])
    for (const id of ids(4)) assert.deepEqual((await deliver(event(id))).outcome, refusedEvent)
  })

  it('to a request of many events because of one refuses only that one in the end', async () => {
    const { deliver, fake, clock } = start(
      (request) => idsIn(request).includes('3'),
      listTarget({ maxItems: 100 }),
    )
    for (const { outcome } of await Promise.all(ids(8).map((id) => deliver(event(id)))))
      assert.deepEqual(outcome, undecided)
    clock.ms += 10_000
    assert.equal((await deliver(event('good'))).outcome.outcome, 'delivered')
    const again = await Promise.all(ids(8).map((id) => deliver(event(id))))
    assert.deepEqual(
      again.map(({ outcome }) => outcome.outcome),
      ids(8).map((id) => (id === '3' ? 'refused' : 'delivered')),
    )
    assert.deepEqual(fake.alerts, [])
  })

  it('is of the credentials at once if the target says that the vendor means them', async () => {
    const { deliver, fake } = start(() => true, { ...webhook, forbidden: 'credentials' })
    assert.deepEqual((await deliver(event('1'))).outcome, undecided)
    assert.equal((await deliver(event('2'))).notAttempted, true)
    assert.deepEqual([fake.calls(), fake.alerts.length], [1, 1])
  })
})
