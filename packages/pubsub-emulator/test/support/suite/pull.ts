/** Pulling: leases, acknowledgements and their deadlines. */
import assert from 'node:assert/strict'
import { area, docs, invalid, notFound, type Case } from '../case.ts'
import { texts } from '../session.ts'

const pulling = area('pull', docs.pull)
const leases = area('leases', docs.leases)

export const pullCases: readonly Case[] = [
  pulling('waits', 'waits for the first message', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic)
    const waiting = session.pull(subscription)
    await session.publish(topic, 'late')
    assert.deepEqual(texts(await waiting), ['late'])
  }),
  pulling('immediately', 'returns at once with returnImmediately', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic)
    // Compares it with a waiting pull, because absolute times depend on the machine.
    const waiting = session.pull(subscription)
    const atOnce = session.pullNow(subscription)
    assert.deepEqual(await Promise.race([waiting, atOnce]), [])
    await session.publish(topic, 'late')
    assert.deepEqual([texts(await waiting), await atOnce], [['late'], []])
  }),
  pulling('maximum', 'returns at most maxMessages', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic)
    await session.publish(topic, 'a', 'b', 'c')
    assert.equal((await session.pull(subscription, 2)).length, 2)
    assert.equal((await session.pull(subscription, 2)).length, 1)
  }),
  pulling('no-maximum', 'refuses a pull of no messages', async (session) => {
    await session.refused(
      'POST',
      `${await session.subscription(await session.topic())}:pull`,
      { maxMessages: 0 },
      invalid('You have passed an invalid argument to the service (argument=max_messages).'),
    )
  }),
  pulling('unknown', 'answers 404 for an unknown subscription', async (session) => {
    await session.refused('POST', `${session.name('subscriptions')}:pull`, { maxMessages: 1 }, notFound)
  }),
  pulling('leased', 'does not return a leased message again', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic)
    await session.publish(topic, 'one')
    await session.pullAll(subscription, 1)
    assert.deepEqual(await session.pullNow(subscription), [])
  }),
  pulling('no-attempt', 'returns no delivery attempt without a dead-letter policy', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic)
    await session.publish(topic, 'one')
    assert.equal((await session.pullAll(subscription, 1))[0]?.deliveryAttempt, undefined)
  }),
  pulling('push-subscription', 'refuses to pull from a push subscription', async (session) => {
    const subscription = await session.subscription(await session.topic(), {
      pushConfig: { pushEndpoint: 'https://example.invalid/' },
    })
    await session.refused(
      'POST',
      `${subscription}:pull`,
      { maxMessages: 1 },
      {
        status: 400,
        code: 'FAILED_PRECONDITION',
        message: /^This method is not supported for push subscriptions/,
      },
    )
  }),

  leases('acknowledge', 'never returns an acknowledged message', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic)
    await session.publish(topic, 'one')
    const pulled = await session.pullAll(subscription, 1)
    assert.deepEqual(await session.acknowledge(subscription, pulled), {})
    // A nacked message would be returned at once. An acknowledged one can no longer be nacked.
    await session.extend(subscription, pulled, 0)
    assert.deepEqual(await session.pullNow(subscription), [])
  }),
  leases('acknowledge-twice', 'accepts a second acknowledgement', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic)
    await session.publish(topic, 'one')
    const pulled = await session.pullAll(subscription, 1)
    await session.acknowledge(subscription, pulled)
    await session.acknowledge(subscription, pulled)
  }),
  leases('acknowledge-nothing', 'refuses an acknowledgement without ack ids', async (session) => {
    await session.refused(
      'POST',
      `${await session.subscription(await session.topic())}:acknowledge`,
      { ackIds: [] },
      invalid('You have not specified an ack ID in the request.'),
    )
  }),
  leases('malformed', 'refuses a text that is not an ack id', async (session) => {
    const body = { ackIds: ['no ack id'] }
    await session.refused(
      'POST',
      `${await session.subscription(await session.topic())}:acknowledge`,
      body,
      invalid(/ack_id=no ack id/),
    )
  }),
  leases('refuse', 'returns a nacked message again, with another ack id', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic)
    await session.publish(topic, 'again')
    const first = await session.pullAll(subscription, 1)
    await session.extend(subscription, first, 0)
    const second = await session.pullAll(subscription, 1)
    assert.deepEqual(texts(second), ['again'])
    assert.equal(second[0]?.message.messageId, first[0]?.message.messageId)
    assert.notEqual(second[0]?.ackId, first[0]?.ackId)
  }),
  leases('expire', 'returns a message whose deadline has passed', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic)
    await session.publish(topic, 'slow')
    const pulled = await session.pullAll(subscription, 1)
    const started = Date.now()
    await session.extend(subscription, pulled, 1)
    assert.deepEqual(texts(await session.pullAll(subscription, 1)), ['slow'])
    assert.ok(Date.now() - started > 800)
  }),
  leases('extend-negative', 'refuses a negative deadline', async (session) => {
    const body = { ackIds: ['x'], ackDeadlineSeconds: -1 }
    await session.refused(
      'POST',
      `${await session.subscription(await session.topic())}:modifyAckDeadline`,
      body,
      invalid(/ack_deadline=-1/),
    )
  }),
  leases('extend-long', 'refuses a deadline above 600 s', async (session) => {
    const body = { ackIds: ['x'], ackDeadlineSeconds: 601 }
    await session.refused(
      'POST',
      `${await session.subscription(await session.topic())}:modifyAckDeadline`,
      body,
      invalid(/ack_deadline=601/),
    )
  }),
  leases(
    'retry-policy',
    'waits for the minimum backoff before it returns a nacked message',
    async (session) => {
      const topic = await session.topic()
      const subscription = await session.subscription(topic, {
        retryPolicy: { minimumBackoff: '1s', maximumBackoff: '5s' },
      })
      await session.publish(topic, 'later')
      const pulled = await session.pullAll(subscription, 1)
      const started = Date.now()
      await session.extend(subscription, pulled, 0)
      assert.deepEqual(texts(await session.pullAll(subscription, 1)), ['later'])
      assert.ok(Date.now() - started > 800, `${Date.now() - started}`)
    },
    [],
    docs.retries,
  ),
  leases('independent', 'keeps subscriptions apart', async (session) => {
    const topic = await session.topic()
    const [one, other] = [await session.subscription(topic), await session.subscription(topic)]
    await session.publish(topic, 'x')
    await session.acknowledge(one, await session.pullAll(one, 1))
    assert.equal((await session.pullAll(other, 1)).length, 1)
  }),
]
