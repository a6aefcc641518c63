/** Replay: seeking a subscription to a time. */
import assert from 'node:assert/strict'
import { area, docs, invalid, type Case } from '../case.ts'
import { encode, texts, type PulledMessage, type Session } from '../session.ts'

const replay = area('replay', docs.replay)

function seek(session: Session, subscription: string, time: number | string) {
  return session.done('POST', `${subscription}:seek`, { time: new Date(time).toISOString() })
}

function inAnHour(): number {
  return Date.now() + 3_600_000
}

function anHourAgo(): number {
  return Date.now() - 3_600_000
}

function published(messages: readonly PulledMessage[]): string {
  return messages[0]?.message.publishTime ?? ''
}

export const replayCases: readonly Case[] = [
  replay('purge', 'acknowledges everything before the time', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic)
    await session.publish(topic, 'a', 'b')
    assert.deepEqual(await seek(session, subscription, inAnHour()), {})
    assert.deepEqual(await session.pullNow(subscription), [])
  }),
  replay('leases', 'ends leases: outstanding messages are delivered again', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic)
    await session.publish(topic, 'a')
    await session.pullAll(subscription, 1)
    await seek(session, subscription, anHourAgo())
    assert.deepEqual(texts(await session.pullAll(subscription, 1)), ['a'])
  }),
  replay(
    'retained-acked',
    'returns acknowledged messages that the subscription retained',
    async (session) => {
      const topic = await session.topic()
      const subscription = await session.subscription(topic, { retainAckedMessages: true })
      await session.publish(topic, 'a', 'b')
      await session.acknowledge(subscription, await session.pullAll(subscription, 2))
      await seek(session, subscription, anHourAgo())
      assert.deepEqual(texts(await session.pullAll(subscription, 2)).toSorted(), ['a', 'b'])
    },
  ),
  replay('not-retained', 'does not return acknowledged messages that were not retained', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic)
    await session.publish(topic, 'a')
    await session.acknowledge(subscription, await session.pullAll(subscription, 1))
    await seek(session, subscription, anHourAgo())
    assert.deepEqual(await session.pullNow(subscription), [])
  }),
  replay(
    'topic-retention',
    'returns messages that the topic retained, even from before the subscription',
    async (session) => {
      const topic = await session.topic({ messageRetentionDuration: '3600s' })
      await session.publish(topic, 'early')
      const subscription = await session.subscription(topic)
      assert.deepEqual(await session.pullNow(subscription), [])
      await seek(session, subscription, anHourAgo())
      assert.deepEqual(texts(await session.pullAll(subscription, 1)), ['early'])
    },
  ),
  replay(
    'topic-filter',
    'applies the filter to messages that the topic retained',
    async (session) => {
      const topic = await session.topic({ messageRetentionDuration: '3600s' })
      await session.publish(topic, { data: encode('no') }, { data: encode('yes'), attributes: { a: '1' } })
      const subscription = await session.subscription(topic, { filter: 'attributes:a' })
      await seek(session, subscription, anHourAgo())
      const pulled = await session.pullAll(subscription, 1)
      assert.deepEqual(texts([...pulled, ...(await session.pullNow(subscription))]), ['yes'])
    },
    [],
    docs.filter,
  ),
  replay('between', 'separates messages by publish time', async (session) => {
    const topic = await session.topic({ messageRetentionDuration: '3600s' })
    const subscription = await session.subscription(topic, { retainAckedMessages: true })
    await session.publish(topic, 'old')
    const first = await session.pullAll(subscription, 1)
    while (Date.now() <= Date.parse(published(first))) await new Promise((resolve) => setImmediate(resolve))
    await session.publish(topic, 'new')
    const second = await session.pullAll(subscription, 1)
    await session.acknowledge(subscription, [...first, ...second])
    await seek(session, subscription, published(second))
    assert.deepEqual(texts(await session.pullAll(subscription, 1)), ['new'])
    assert.deepEqual(await session.pullNow(subscription), [])
  }),
  replay('forth-and-back', 'reverts a purge if acknowledged messages are retained', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic, { retainAckedMessages: true })
    await session.publish(topic, 'a')
    await seek(session, subscription, inAnHour())
    await seek(session, subscription, anHourAgo())
    assert.deepEqual(texts(await session.pullAll(subscription, 1)), ['a'])
  }),
  replay('ordered', 'returns retained messages of a key in order', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic, {
      retainAckedMessages: true,
      enableMessageOrdering: true,
    })
    await session.publish(topic, ...['a', 'b', 'c'].map((text) => ({ data: encode(text), orderingKey: 'k' })))
    await session.acknowledge(subscription, await session.pullAll(subscription, 3))
    await seek(session, subscription, anHourAgo())
    assert.deepEqual(texts(await session.pullAll(subscription, 3)), ['a', 'b', 'c'])
  }),
  replay('no-target', 'refuses a seek without a target', async (session) => {
    await session.refused(
      'POST',
      `${await session.subscription(await session.topic())}:seek`,
      {},
      invalid(/^No target was specified in the SeekRequest\./),
    )
  }),
  replay(
    'bad-time',
    'refuses an invalid time',
    async (session) => {
      await session.refused(
        'POST',
        `${await session.subscription(await session.topic())}:seek`,
        { time: 'noon' },
        invalid(/Invalid value at 'time' \(type\.googleapis\.com\/google\.protobuf\.Timestamp\)/),
      )
    },
    [],
    docs.json,
  ),
]
