/** An event of an ordered destination that waited for so long that Pub/Sub may have redelivered it is not sent: it could arrive after later
 * events of its key. */
import assert from 'node:assert/strict'
import { createDelivery } from '../../functions/delivery/deliver.ts'
import { createRateLimiter } from '../../functions/delivery/rate_limiter.ts'
import { createRequestSender } from '../../functions/delivery/send_request.ts'
import { event, hook, respond, settings, thirdParty, webhook } from '../delivery/fake_third_party.ts'

const now = 7000
const past = now - 1

describe('an event that waited for too long', () => {
  it('is not sent, and no attempt is recorded', async () => {
    const fake = thirdParty(() => respond(200), { ms: now })
    const deliver = createDelivery(hook, webhook, settings, fake.ports)
    const results = [
      await deliver({ ...event('1'), sendBy: past }),
      await deliver({ ...event('2'), sendBy: now }),
      await deliver(event('3')),
    ]
    assert.deepEqual(
      results.map(({ outcome, notAttempted }) => [outcome.outcome, notAttempted]),
      [
        ['deferred', true],
        ['delivered', undefined],
        ['delivered', undefined],
      ],
    )
    assert.equal(fake.calls(), 2)
  })

  it('does not hold back the other events of its request', async () => {
    const fake = thirdParty(() => respond(200), { ms: now })
    const sent: string[] = []
    const target = {
      ...webhook,
      request: (events: readonly { id: string }[]) => {
        sent.push(events.map(({ id }) => id).join(' '))
        return { method: 'POST', url: settings.url, headers: {}, body: '', timeout: 1 } as const
      },
    }
    const send = createRequestSender(target, {}, fake.ports, createRateLimiter(undefined))
    const linked = (id: string) => ({ id, name: 'login', fields: {}, text: '{}' })
    const results = await send([linked('1'), { ...linked('2'), sendBy: past }, linked('3')])
    assert.deepEqual(
      results.map(({ outcome }) => outcome.outcome),
      ['delivered', 'deferred', 'delivered'],
    )
    assert.deepEqual(sent, ['1 3'])
  })
})
