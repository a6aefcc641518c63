/** Dead letters: messages that are never acknowledged. */
import assert from 'node:assert/strict'
import { area, docs, invalid, notFound, type Case } from '../case.ts'
import { pushBody } from '../endpoint.ts'
import { encode, texts, type Session } from '../session.ts'

const dead = area('dead-letters', docs.deadLetters)

function policy(deadLetterTopic: string, maxDeliveryAttempts?: number) {
  return {
    deadLetterPolicy: { deadLetterTopic, ...(maxDeliveryAttempts !== undefined && { maxDeliveryAttempts }) },
  }
}

/** Creates a topic, a subscription with a policy, and a subscription to the dead letters. */
async function withDeadLetters(session: Session, settings: object = {}) {
  const [topic, letters] = [await session.topic(), await session.topic()]
  const graves = await session.subscription(letters)
  const subscription = await session.subscription(topic, { ...policy(letters, 5), ...settings })
  return { topic, letters, graves, subscription }
}

export const deadLetterCases: readonly Case[] = [
  dead('default', 'allows five attempts by default', async (session) => {
    const letters = await session.topic()
    const subscription = await session.subscription(await session.topic(), policy(letters))
    const read = await session.done('GET', subscription)
    assert.deepEqual(read['deadLetterPolicy'], { deadLetterTopic: letters, maxDeliveryAttempts: 5 })
  }),
  dead('few', 'refuses fewer than five attempts', async (session) => {
    const topic = await session.topic()
    await session.refused(
      'PUT',
      session.name('subscriptions'),
      { topic, ...policy(topic, 4) },
      invalid(
        'The value for max_delivery_attempts is too small. You passed 4 in the request, but the minimum value is 5.',
      ),
    )
  }),
  dead('many', 'refuses more than a hundred attempts', async (session) => {
    const topic = await session.topic()
    await session.refused(
      'PUT',
      session.name('subscriptions'),
      { topic, ...policy(topic, 101) },
      invalid(
        'The value for max_delivery_attempts is too large. You passed 101 in the request, but the maximum value is 100.',
      ),
    )
  }),
  dead('unknown-topic', 'refuses a dead-letter topic that does not exist', async (session) => {
    const topic = await session.topic()
    await session.refused(
      'PUT',
      session.name('subscriptions'),
      { topic, ...policy(session.name('topics')) },
      notFound,
    )
  }),
  dead('attempts', 'returns the delivery attempt to the subscriber', async (session) => {
    const { topic, subscription } = await withDeadLetters(session)
    await session.publish(topic, 'x')
    for (const attempt of [1, 2, 3]) {
      const pulled = await session.pullAll(subscription, 1)
      assert.equal(pulled[0]?.deliveryAttempt, attempt)
      await session.extend(subscription, pulled, 0)
    }
  }),
  dead('pull', 'publishes a message that was nacked too often to the dead-letter topic', async (session) => {
    const { topic, graves, subscription } = await withDeadLetters(session)
    await session.publish(topic, { data: encode('doomed'), attributes: { kept: 'yes' }, orderingKey: 'k' })
    for (let attempt = 1; attempt <= 5; attempt++)
      await session.extend(subscription, await session.pullAll(subscription, 1), 0)
    const [letter] = await session.pullAll(graves, 1)
    assert.ok(letter)
    assert.deepEqual(texts([letter]), ['doomed'])
    const { CloudPubSubDeadLetterSourceTopicPublishTime: time, ...attributes } =
      letter.message.attributes ?? {}
    assert.ok(Date.parse(time ?? '') > 0)
    assert.deepEqual(attributes, {
      kept: 'yes',
      CloudPubSubDeadLetterSourceDeliveryCount: '5',
      CloudPubSubDeadLetterSourceSubscription: subscription.split('/')[3],
      CloudPubSubDeadLetterSourceSubscriptionProject: session.target.project,
    })
    assert.equal(letter.message.orderingKey, 'k')
    assert.deepEqual(await session.pullNow(subscription), [])
  }),
  dead(
    'push',
    'sends the delivery attempt to an endpoint and stops after the last',
    async (session) => {
      const endpoint = await session.endpoint(() => 500)
      const { topic, graves } = await withDeadLetters(session, { pushConfig: { pushEndpoint: endpoint.url } })
      await session.publish(topic, 'doomed')
      assert.deepEqual(texts(await session.pullAll(graves, 1)), ['doomed'])
      assert.deepEqual(
        endpoint.received.map((one) => pushBody(one).deliveryAttempt),
        [1, 2, 3, 4, 5],
      )
    },
    ['push'],
  ),
  dead('ordering', 'continues with the key after a dead letter', async (session) => {
    const { topic, subscription } = await withDeadLetters(session, { enableMessageOrdering: true })
    await session.publish(topic, { data: encode('doomed'), orderingKey: 'k' })
    for (let attempt = 1; attempt <= 5; attempt++)
      await session.extend(subscription, await session.pullAll(subscription, 1), 0)
    await session.publish(topic, { data: encode('next'), orderingKey: 'k' })
    assert.deepEqual(texts(await session.pullAll(subscription, 1)), ['next'])
  }),
]
