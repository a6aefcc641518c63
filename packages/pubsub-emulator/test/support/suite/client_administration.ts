/** Google's client over gRPC: administration and errors. */
import assert from 'node:assert/strict'
import { area, docs, type Case } from '../case.ts'
import { encode, texts } from '../session.ts'

const client = area('client', docs.topics)

export const clientAdministrationCases: readonly Case[] = [
  client(
    'administration',
    'creates, describes, changes and deletes',
    async (session) => {
      const pubsub = session.client()
      const [topic] = await pubsub.createTopic(session.name('topics'))
      const [subscription] = await topic.createSubscription(session.name('subscriptions'), {
        filter: 'attributes:a',
        labels: { a: 'b' },
      })
      const [before] = await subscription.getMetadata()
      assert.deepEqual(
        [before.filter, before.labels, before.ackDeadlineSeconds],
        ['attributes:a', { a: 'b' }, 10],
      )
      await subscription.setMetadata({ ackDeadlineSeconds: 30 })
      assert.equal((await subscription.getMetadata())[0].ackDeadlineSeconds, 30)
      assert.deepEqual(
        (await topic.getSubscriptions())[0].map(({ name }) => name),
        [subscription.name],
      )
      await subscription.delete()
      await topic.delete()
      assert.deepEqual(await topic.exists(), [false])
    },
    [],
    docs.topics,
  ),
  client(
    'seek',
    'seeks',
    async (session) => {
      const topic = await session.topic()
      const name = await session.subscription(topic)
      await session.publish(topic, 'purged')
      await session
        .client()
        .subscription(name)
        .seek(new Date(Date.now() + 60_000))
      assert.deepEqual(await session.pullNow(name), [])
    },
    [],
    docs.replay,
  ),
  client(
    'not-found',
    'fails with the code of an unknown topic',
    async (session) => {
      const topic = session.client().topic(session.name('topics'))
      await assert.rejects(topic.publishMessage({ data: Buffer.from('x') }), { code: 5 })
    },
    [],
    docs.errors,
  ),
  client(
    'invalid',
    'fails with the code of an invalid argument',
    async (session) => {
      const topic = session.client().topic(await session.topic())
      await assert.rejects(topic.publishMessage({ attributes: { a: 'v'.repeat(1025) } }), { code: 3 })
    },
    [],
    docs.errors,
  ),
  client(
    'doors',
    'shows the same resources over REST and gRPC',
    async (session) => {
      const topic = await session.topic({ labels: { a: 'b' } })
      const [metadata] = await session.client().topic(topic).getMetadata()
      assert.deepEqual([metadata.name, metadata.labels], [topic, { a: 'b' }])
      const subscription = await session.subscription(topic)
      await session
        .client()
        .topic(topic)
        .publishMessage({ data: Buffer.from('grpc') })
      await session.publish(topic, { data: encode('rest') })
      assert.deepEqual(texts(await session.pullAll(subscription, 2)).toSorted(), ['grpc', 'rest'])
    },
    [],
    docs.topics,
  ),
]
