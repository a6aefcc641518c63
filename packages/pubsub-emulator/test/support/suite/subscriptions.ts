/** Subscriptions: creating, reading and deleting them, and their defaults. */
import assert from 'node:assert/strict'
import { docs, notFound, type Case } from '../case.ts'
import type { Json } from '../session.ts'
import { pushTo, subscriptions } from './subscribing.ts'

/** Creates a subscription and compares members of the response. */
function shows(id: string, does: string, settings: Json, expected: Json): Case {
  return subscriptions(id, does, async (session) => {
    const name = await session.subscription(await session.topic(), settings)
    const read = await session.done('GET', name)
    for (const [member, value] of Object.entries(expected)) assert.deepEqual(read[member], value, member)
  })
}

export const subscriptionCases: readonly Case[] = [
  shows(
    'defaults',
    'fills in the documented defaults',
    {},
    {
      pushConfig: {},
      ackDeadlineSeconds: 10,
      messageRetentionDuration: '604800s',
      expirationPolicy: { ttl: '2678400s' },
      state: 'ACTIVE',
    },
  ),
  shows(
    'never-expires',
    'keeps an empty expiration policy: never',
    { expirationPolicy: {} },
    { expirationPolicy: {} },
  ),
  shows(
    'dead-letter-default',
    'keeps an ack deadline of 600 s',
    { ackDeadlineSeconds: 600 },
    { ackDeadlineSeconds: 600 },
  ),
  shows('labels', 'keeps labels', { labels: { team: 'data' } }, { labels: { team: 'data' } }),
  shows(
    'filter',
    'keeps the filter as it was written',
    { filter: 'attributes.a = "b"' },
    { filter: 'attributes.a = "b"' },
  ),
  shows(
    'retry',
    'fills in the retry policy',
    { retryPolicy: {} },
    { retryPolicy: { minimumBackoff: '10s', maximumBackoff: '600s' } },
  ),
  shows(
    'push',
    'keeps a push configuration',
    pushTo('https://example.com/push?x=1'),
    pushTo('https://example.com/push?x=1'),
  ),
  shows(
    'ordering',
    'keeps the Boolean settings',
    { enableMessageOrdering: true, retainAckedMessages: true },
    { enableMessageOrdering: true, retainAckedMessages: true },
  ),

  subscriptions('exists', 'refuses to create a subscription twice', async (session) => {
    const topic = await session.topic()
    const name = await session.subscription(topic)
    await session.refused(
      'PUT',
      name,
      { topic },
      { status: 409, code: 'ALREADY_EXISTS', message: /^Resource already exists in the project/ },
    )
  }),
  subscriptions('unknown-topic', 'answers 404 for an unknown topic', async (session) => {
    await session.refused('PUT', session.name('subscriptions'), { topic: session.name('topics') }, notFound)
  }),
  subscriptions('get-unknown', 'answers 404 for an unknown subscription', async (session) => {
    await session.refused('GET', session.name('subscriptions'), undefined, notFound)
  }),
  subscriptions('delete', 'deletes', async (session) => {
    const name = session.name('subscriptions')
    await session.done('PUT', name, { topic: await session.topic() })
    assert.deepEqual(await session.done('DELETE', name), {})
    await session.refused('GET', name, undefined, notFound)
    await session.refused('DELETE', name, undefined, notFound)
  }),
  subscriptions('recreate', 'starts empty when created again under the same name', async (session) => {
    const topic = await session.topic()
    const name = session.name('subscriptions')
    await session.done('PUT', name, { topic })
    await session.publish(topic, 'old')
    await session.done('DELETE', name)
    await session.done('PUT', name, { topic })
    assert.deepEqual(await session.pullNow(name), [])
    await session.done('DELETE', name)
  }),
  subscriptions('list', 'lists the subscriptions of the project', async (session) => {
    const name = await session.subscription(await session.topic())
    const { subscriptions: listed } = await session.done(
      'GET',
      `projects/${session.target.project}/subscriptions?pageSize=1000`,
    )
    assert.ok((listed as { name: string }[]).some((one) => one.name === name))
  }),
  subscriptions(
    'detach',
    'detaches: keeps the subscription, drops its messages',
    async (session) => {
      const topic = await session.topic()
      const name = await session.subscription(topic)
      await session.publish(topic, 'dropped')
      assert.deepEqual(await session.done('POST', `${name}:detach`), {})
      assert.equal((await session.done('GET', name))['detached'], true)
      assert.equal((await session.done('GET', `${topic}/subscriptions`))['subscriptions'], undefined)
      await session.refused(
        'POST',
        `${name}:pull`,
        { maxMessages: 1 },
        { status: 400, code: 'FAILED_PRECONDITION' },
      )
    },
    [],
    docs.detach,
  ),
]
