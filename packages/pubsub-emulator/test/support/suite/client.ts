/** Google's client over gRPC: publishing and streaming pull. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Message, Subscription } from '@google-cloud/pubsub'
import { area, docs, type Case } from '../case.ts'

const client = area('client', docs.pull)

/** Resolves to the next `count` messages of an open subscription. `handle` acks or nacks them. */
function messages(
  subscription: Subscription,
  count: number,
  handle: (message: Message) => void,
): Promise<Message[]> {
  const received: Message[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Message[]>()
  subscription.on('error', reject)
  subscription.on('message', (message: Message) => {
    handle(message)
    received.push(message)
    if (received.length === count) resolve(received)
  })
  return promise
}

function acknowledge(message: Message): void {
  return message.ack()
}

export const clientCases: readonly Case[] = [
  client('publish', 'publishes, and receives over a stream', async (session) => {
    const topic = await session.topic()
    const subscription = session.client().subscription(await session.subscription(topic))
    const receiving = messages(subscription, 1, acknowledge)
    const id = await session
      .client()
      .topic(topic)
      .publishMessage({ data: Buffer.from('hi'), attributes: { a: 'b' } })
    const [message] = await receiving
    assert.deepEqual([message?.id, message?.data.toString(), message?.attributes], [id, 'hi', { a: 'b' }])
    assert.ok(Math.abs(Number(message?.publishTime) - Date.now()) < 60_000)
    await subscription.close()
  }),
  client('batches', 'delivers a thousand messages exactly as they were published', async (session) => {
    const topic = await session.topic()
    const subscription = session.client().subscription(await session.subscription(topic))
    const receiving = messages(subscription, 1000, acknowledge)
    const publisher = session.client().topic(topic)
    const sent = Array.from({ length: 1000 }, (_, index) => `m${index}`)
    await Promise.all(sent.map((text) => publisher.publishMessage({ data: Buffer.from(text) })))
    const received = (await receiving).map((message) => message.data.toString())
    assert.deepEqual(new Set(received), new Set(sent))
    await subscription.close()
  }),
  client('nack', 'delivers a nacked message again', async (session) => {
    const topic = await session.topic()
    const subscription = session.client().subscription(await session.subscription(topic))
    let deliveries = 0
    const receiving = messages(subscription, 2, (message) =>
      ++deliveries === 1 ? message.nack() : message.ack(),
    )
    await session.publish(topic, 'x')
    const [first, second] = await receiving
    assert.equal(first?.id, second?.id)
    await subscription.close()
  }),
  client('flow-control', 'never has more messages outstanding than the client allows', async (session) => {
    const topic = await session.topic()
    const name = await session.subscription(topic)
    await session.publish(topic, ...Array.from({ length: 20 }, (_, index) => `m${index}`))
    const subscription = session
      .client()
      .subscription(name, { flowControl: { maxMessages: 3, allowExcessMessages: false } })
    let out = 0
    let most = 0
    const receiving = messages(subscription, 20, (message) => {
      most = Math.max(most, ++out)
      setImmediate(() => {
        out--
        message.ack()
      })
    })
    await receiving
    assert.ok(most <= 3, String(most))
    await subscription.close()
  }),
  client(
    'ordering',
    'keeps the order of a key',
    async (session) => {
      const topic = await session.topic()
      const subscription = session
        .client()
        .subscription(await session.subscription(topic, { enableMessageOrdering: true }))
      const receiving = messages(subscription, 30, acknowledge)
      const publisher = session.client().topic(topic, { messageOrdering: true })
      const sent = Array.from({ length: 30 }, (_, index) => `m${index}`)
      await Promise.all(
        sent.map((text) => publisher.publishMessage({ data: Buffer.from(text), orderingKey: 'k' })),
      )
      assert.deepEqual(
        (await receiving).map((message) => message.data.toString()),
        sent,
      )
      await subscription.close()
    },
    [],
    docs.ordering,
  ),
  client(
    'exactly-once',
    'confirms acknowledgements under exactly-once delivery',
    async (session) => {
      const topic = await session.topic()
      const subscription = session
        .client()
        .subscription(await session.subscription(topic, { enableExactlyOnceDelivery: true }))
      const acknowledged = Promise.withResolvers<unknown>()
      const receiving = messages(
        subscription,
        1,
        (message) => void message.ackWithResponse().then(acknowledged.resolve, acknowledged.reject),
      )
      await session.publish(topic, 'x')
      await receiving
      assert.equal(await acknowledged.promise, 'SUCCESS')
      await subscription.close()
    },
    [],
    docs.exactlyOnce,
  ),
  client(
    'exactly-once-late',
    'refuses a late acknowledgement under exactly-once delivery',
    async (session) => {
      const topic = await session.topic()
      const subscription = await session.subscription(topic, { enableExactlyOnceDelivery: true })
      await session.publish(topic, 'x')
      const pulled = await session.pullAll(subscription, 1)
      await session.extend(subscription, pulled, 0)
      await session.pullAll(subscription, 1)
      const ackIds = pulled.map(({ ackId }) => ackId)
      const message = /^Some acknowledgement ids in the request were invalid/
      await session.refused(
        'POST',
        `${subscription}:acknowledge`,
        { ackIds },
        { status: 400, code: 'FAILED_PRECONDITION', message },
      )
    },
    [],
    docs.exactlyOnce,
  ),
  client(
    'attempts',
    'returns the delivery attempt under a dead-letter policy',
    async (session) => {
      const topic = await session.topic()
      const deadLetterPolicy = { deadLetterTopic: await session.topic(), maxDeliveryAttempts: 5 }
      const subscription = session
        .client()
        .subscription(await session.subscription(topic, { deadLetterPolicy }))
      const receiving = messages(subscription, 1, acknowledge)
      await session.publish(topic, 'x')
      assert.equal((await receiving)[0]?.deliveryAttempt, 1)
      await subscription.close()
    },
    [],
    docs.deadLetters,
  ),
  client(
    'deleted',
    'ends the stream of a deleted subscription',
    async (session) => {
      const name = session.name('subscriptions')
      await session.done('PUT', name, { topic: await session.topic() })
      const subscription = session.client().subscription(name)
      const failed = once(subscription, 'error') as Promise<[{ code: number }]>
      const receiving = messages(subscription, 1, acknowledge)
      receiving.catch(() => undefined)
      await session.publish((await session.done('GET', name))['topic'] as string, 'x')
      await receiving
      await session.done('DELETE', name)
      assert.equal((await failed)[0].code, 5)
    },
    [],
    docs.errors,
  ),
]
