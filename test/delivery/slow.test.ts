/** An event whose preparation takes too long: delivered again, it ends as skipped, and the other events of its destination are sent. */
import assert from 'node:assert/strict'
import { createDelivery } from '../../functions/delivery/deliver.ts'
import type { StoredEvent } from '../../functions/bus/stored_message.ts'
import { event, hook, respond, settings, thirdParty, webhook } from './fake_third_party.ts'

/** An event with a field whose reading never ends, as a link or a check that is not linear could do. */
function endless(id: string, attempt: number): StoredEvent {
  const value = {
    ...event(id).value,
    get event_data(): object {
      for (;;);
    },
  }
  return { ...event(id), attempt, value }
}

describe('an event that takes too long to prepare', function () {
  this.timeout(30_000)

  it('is skipped when it is delivered again, and the others are sent', async () => {
    const fake = thirdParty(() => respond(200), { ms: 1_000_000 })
    const deliver = createDelivery(hook, webhook, settings, fake.ports)
    const again = (id: string): StoredEvent => ({ ...event(id), attempt: 2 })
    const results = await Promise.all([
      deliver(event('1')),
      deliver(endless('2', 2)),
      deliver(again('3')),
      deliver(event('4')),
    ])
    assert.deepEqual(
      results.map(({ outcome }) => outcome.outcome),
      ['delivered', 'skipped', 'delivered', 'delivered'],
    )
    assert.deepEqual(results[1]?.outcome, {
      outcome: 'skipped',
      reason: 'too_slow',
      detail: 'Preparing it took more than 2 s.',
    })
    assert.equal(fake.calls(), 3)
  })
})
