/** Ordering keys: messages of a key are delivered in publish order, independently of other keys. */
import assert from 'node:assert/strict'
import { area, docs, type Case } from '../case.ts'
import { pushData } from '../endpoint.ts'
import { encode, texts } from '../session.ts'

const ordering = area('ordering', docs.ordering)

function keyed(orderingKey: string, ...data: string[]) {
  return data.map((text) => ({ data: encode(text), orderingKey }))
}

const ordered = { enableMessageOrdering: true }

export const orderingCases: readonly Case[] = [
  ordering('pull', 'returns the messages of a key in order', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic, ordered)
    const sent = Array.from({ length: 50 }, (_, index) => `m${index}`)
    for (const message of keyed('k', ...sent)) await session.publish(topic, message)
    const received: string[] = []
    while (received.length < sent.length) {
      const pulled = await session.pull(subscription, 7)
      received.push(...texts(pulled))
      await session.acknowledge(subscription, pulled)
    }
    assert.deepEqual(received, sent)
  }),
  ordering('together', 'returns several messages of a key in one pull', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic, ordered)
    await session.publish(topic, ...keyed('k', 'a', 'b', 'c'))
    assert.deepEqual(texts(await session.pullAll(subscription, 3)), ['a', 'b', 'c'])
  }),
  ordering('waits', 'returns no message of a key while another one is outstanding', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic, ordered)
    await session.publish(topic, ...keyed('k', 'first'))
    const first = await session.pullAll(subscription, 1)
    await session.publish(topic, ...keyed('k', 'second'), ...keyed('other', 'free'))
    assert.deepEqual(texts(await session.pullAll(subscription, 1)), ['free'])
    await session.acknowledge(subscription, first)
    assert.deepEqual(texts(await session.pullAll(subscription, 1)), ['second'])
  }),
  ordering('redelivery', 'returns a nacked message and all later ones of its key again', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic, ordered)
    await session.publish(topic, ...keyed('k', 'a', 'b', 'c'))
    const pulled = await session.pullAll(subscription, 3)
    await session.extend(subscription, pulled.slice(0, 1), 0)
    assert.deepEqual(texts(await session.pullAll(subscription, 3)), ['a', 'b', 'c'])
  }),
  ordering(
    'nacks',
    'keeps the order of messages that are nacked one by one, the last first',
    async (session) => {
      const topic = await session.topic()
      const subscription = await session.subscription(topic, ordered)
      await session.publish(topic, ...keyed('k', 'a', 'b', 'c'))
      const pulled = await session.pullAll(subscription, 3)
      for (const one of pulled.toReversed()) await session.extend(subscription, [one], 0)
      assert.deepEqual(texts(await session.pullAll(subscription, 3)), ['a', 'b', 'c'])
    },
  ),
  ordering('keys', 'sends the key to subscribers, even without ordering', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic)
    await session.publish(topic, ...keyed('some key', 'x'))
    assert.equal((await session.pullAll(subscription, 1))[0]?.message.orderingKey, 'some key')
  }),
  ordering(
    'push',
    'pushes one message of a key at a time, and different keys concurrently',
    async (session) => {
      const seen: string[] = []
      let refusals = 0
      const endpoint = await session.endpoint((received) => {
        const text = pushData(received)
        if (text === 'a1' && ++refusals < 3) return 500
        seen.push(text)
        return 204
      })
      const topic = await session.topic()
      await session.subscription(topic, { ...ordered, pushConfig: { pushEndpoint: endpoint.url } })
      await session.publish(topic, ...keyed('a', 'a1', 'a2', 'a3'), ...keyed('b', 'b1', 'b2'))
      await endpoint.first(7)
      assert.deepEqual(
        seen.filter((text) => text.startsWith('a')),
        ['a1', 'a2', 'a3'],
      )
      assert.deepEqual(
        seen.filter((text) => text.startsWith('b')),
        ['b1', 'b2'],
      )
    },
    ['push'],
  ),
]
