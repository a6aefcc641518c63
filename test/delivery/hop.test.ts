/** Delivery: an event that a destination publishes back to the event bus is restricted after the maximum number of hops. */
import assert from 'node:assert/strict'
import { parseStoredMessage, storedMessage } from '../../functions/bus/stored_message.ts'
import { compileDecisions } from '../../functions/decision/decide.ts'
import { createDelivery } from '../../functions/delivery/deliver.ts'
import { readEvent, type Published } from '../../functions/event/read.ts'
import { codeRegistry } from '../../functions/event/registry.ts'
import { targetOf } from '../../functions/targets/registry.ts'
import { maxHops, topics } from '../../schemas/bus.ts'
import { hook, respond, thirdParty } from './fake_third_party.ts'

interface Publish {
  messages: readonly { data: string; attributes: Record<string, string> }[]
}

const round = { messageId: 'm-1', publishTime: '2026-03-14T09:26:53Z', subscription: '', attempt: 1 }

describe('a topic that a destination publishes to', () => {
  it('may be topic `events`: the event is restricted with `chain_too_long` after maxHops', async () => {
    const rules = [{ id: 'all', effect: 'permit' as const, when: 'true' }]
    const decide = compileDecisions([{ id: 'hook', target: 'pubsub', purpose: 'generic', rules }])
    const published: Publish['messages'][number][] = []
    const fake = thirdParty((_, { body }) => {
      published.push(...(JSON.parse(body.toString()) as Publish).messages)
      return respond(200)
    })
    const topic = { topic: `projects/my-project/topics/${topics.events}` }
    const deliver = createDelivery(hook, targetOf('pubsub'), topic, fake.ports)

    /** Reads, decides and delivers a message. Returns the reason of the decision. */
    const goRound = async (message: Published): Promise<string> => {
      const event = readEvent(message, codeRegistry)
      assert.ok(!('reason' in event))
      const decisions = decide(event.value, { suppressed: false, hop: event.hop })
      const permitted = decisions.filter((decision) => decision.permitted)
      if (permitted.length > 0) {
        const { data, attributes } = storedMessage(event, permitted, '2026-03-14T09:26:53.589Z')
        await deliver(parseStoredMessage({ ...round, data, attributes }))
      }
      return decisions[0]!.reason
    }

    const first = Buffer.from('{"event_name":"login","event_id":"e-1"}')
    const reasons = [await goRound({ ...round, topic: 'events', data: first, attributes: {} })]
    for (let last = published.at(-1); last && reasons.length < 20; last = published[reasons.length - 1])
      reasons.push(
        await goRound({
          ...round,
          topic: 'events',
          data: Buffer.from(last.data, 'base64'),
          attributes: last.attributes,
        }),
      )
    const rounds = maxHops + 1
    assert.deepEqual(reasons, [...Array.from({ length: rounds }, () => 'permitted'), 'chain_too_long'])
    assert.deepEqual(
      published.map(({ attributes }) => attributes['hop']),
      Array.from({ length: rounds }, (_, n) => String(n + 1)),
    )
    assert.ok(published.every(({ attributes }) => attributes['event_id'] === 'e-1'))
  })
})
