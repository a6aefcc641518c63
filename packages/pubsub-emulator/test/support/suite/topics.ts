/** Topics: creating, reading, changing and deleting them. */
import assert from 'node:assert/strict'
import { area, docs, invalid, notFound, type Case } from '../case.ts'
import type { Json } from '../session.ts'

const topics = area('topics', docs.topics)
const names = area('names', docs.names)
const badName = /^Invalid resource name given \(name=.*\)\. Refer to https:\/\/cloud\.google\.com\/pubsub\//

/** Creates a topic with an id and expects it to be accepted or refused. */
function named(id: string, does: string, topicId: string, accepted: boolean): Case {
  return names(id, does, async (session) => {
    const name = `projects/${session.target.project}/topics/${topicId}`
    if (!accepted) await session.refused('PUT', name, {}, invalid(badName))
    else {
      await session.done('PUT', name, {})
      await session.done('DELETE', name)
    }
  })
}

/** Expects a patch to be refused with a message. */
function patchRefused(
  id: string,
  does: string,
  updateMask: string | undefined,
  message: RegExp | string,
): Case {
  return topics(id, does, async (session) => {
    const name = await session.topic()
    const body = { topic: { name, labels: { a: 'b' } }, ...(updateMask !== undefined && { updateMask }) }
    await session.refused('PATCH', name, body, invalid(message))
  })
}

export const topicCases: readonly Case[] = [
  named('short', 'refuses an id of two characters', 'ab', false),
  named('shortest', 'accepts an id of three characters', `q${Date.now() % 10}z`, true),
  named('long', 'refuses an id of 256 characters', 'a'.repeat(256), false),
  named('longest', 'accepts an id of 255 characters', 'a'.repeat(255), true),
  named('digit', 'refuses an id that begins with a digit', '1abc', false),
  named('goog', 'refuses an id that begins with goog', 'google-topic', false),
  named('characters', 'accepts every allowed character', 'aZ0-_.~+%25z', true),
  named('space', 'refuses other characters', 'a%20b', false),

  topics('create', 'returns a new topic as it was sent', async (session) => {
    const name = session.name('topics')
    const labels = { team: 'data' }
    const created = await session.done('PUT', name, { labels })
    assert.equal(created['name'], name)
    assert.deepEqual(created['labels'], labels)
    assert.deepEqual(await session.done('GET', name), created)
    await session.done('DELETE', name)
  }),
  topics('exists', 'refuses to create a topic twice', async (session) => {
    await session.refused(
      'PUT',
      await session.topic(),
      {},
      {
        status: 409,
        code: 'ALREADY_EXISTS',
        message: /^Resource already exists in the project \(resource=.+\)\.$/,
      },
    )
  }),
  topics('get-unknown', 'answers 404 for an unknown topic', async (session) => {
    await session.refused('GET', session.name('topics'), undefined, notFound)
  }),
  topics('delete-unknown', 'answers 404 when an unknown topic is deleted', async (session) => {
    await session.refused('DELETE', session.name('topics'), undefined, notFound)
  }),
  topics('delete', 'keeps the backlog of a deleted topic and names it _deleted-topic_', async (session) => {
    const topic = session.name('topics')
    await session.done('PUT', topic, {})
    const subscription = await session.subscription(topic)
    await session.publish(topic, 'left')
    assert.deepEqual(await session.done('DELETE', topic), {})
    assert.equal((await session.done('GET', subscription))['topic'], '_deleted-topic_')
    assert.equal((await session.pullAll(subscription, 1)).length, 1)
    await session.refused('GET', topic, undefined, notFound)
  }),
  topics('list', 'lists the topics of a project page by page', async (session) => {
    const made = [await session.topic(), await session.topic(), await session.topic()]
    const listed: string[] = []
    for (let token: string | undefined = ''; token !== undefined;) {
      const path: string = `projects/${session.target.project}/topics?pageSize=2&pageToken=${token}`
      const page: Json = await session.done('GET', path)
      const items = (page['topics'] ?? []) as { name: string }[]
      assert.ok(items.length <= 2)
      listed.push(...items.map(({ name }) => name))
      token = page['nextPageToken'] as string | undefined
    }
    for (const name of made) assert.ok(listed.includes(name))
    assert.equal(new Set(listed).size, listed.length)
  }),
  topics('subscriptions', 'lists the subscriptions of a topic', async (session) => {
    const topic = await session.topic()
    const made = [await session.subscription(topic), await session.subscription(topic)]
    const { subscriptions } = await session.done('GET', `${topic}/subscriptions`)
    assert.deepEqual((subscriptions as string[]).toSorted(), made.toSorted())
  }),
  topics('patch-retention', 'changes the retention', async (session) => {
    const name = await session.topic()
    const body = {
      topic: { name, messageRetentionDuration: '3600s' },
      updateMask: 'messageRetentionDuration',
    }
    assert.equal((await session.done('PATCH', name, body))['messageRetentionDuration'], '3600s')
    assert.equal((await session.done('GET', name))['messageRetentionDuration'], '3600s')
  }),
  topics('patch-labels', 'changes the labels', async (session) => {
    const name = await session.topic({ labels: { a: '1' } })
    const body = { topic: { name, labels: { b: '2' } }, updateMask: 'labels' }
    assert.deepEqual((await session.done('PATCH', name, body))['labels'], { b: '2' })
  }),
  patchRefused(
    'patch-no-mask',
    'refuses a patch without a mask',
    undefined,
    'The update_mask in the UpdateTopicRequest must be set, and must contain a non-empty paths list.',
  ),
  patchRefused(
    'patch-unknown',
    'refuses a patch of an unknown field',
    'nonsense',
    /^Invalid update_mask provided in the UpdateTopicRequest: 'nonsense' is not a known Topic field\./,
  ),
  patchRefused(
    'patch-name',
    'refuses a patch of the name',
    'name',
    `Invalid update_mask provided in the UpdateTopicRequest: the 'name' field in the Topic is not mutable.`,
  ),
  topics('retention-short', 'refuses a retention below ten minutes', async (session) => {
    await session.refused(
      'PUT',
      session.name('topics'),
      { messageRetentionDuration: '599s' },
      invalid(/out of bounds/),
    )
  }),
  topics('retention-long', 'refuses a retention above 31 days', async (session) => {
    await session.refused(
      'PUT',
      session.name('topics'),
      { messageRetentionDuration: '2678401s' },
      invalid(/out of bounds/),
    )
  }),
  topics(
    'bad-duration',
    'refuses an invalid duration',
    async (session) => {
      await session.refused(
        'PUT',
        session.name('topics'),
        { messageRetentionDuration: 'soon' },
        invalid(
          /^Invalid value at 'message_retention_duration' \(type\.googleapis\.com\/google\.protobuf\.Duration\)/,
        ),
      )
    },
    [],
    docs.json,
  ),
  topics('unknown-field', 'refuses an unknown field', async (session) => {
    await session.refused('PUT', session.name('topics'), { colour: 'red' }, invalid(/Unknown name "colour"/))
  }),
]
