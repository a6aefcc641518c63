/** Snapshots: creating them, and seeking subscriptions to them. */
import assert from 'node:assert/strict'
import { area, docs, notFound, type Case } from '../case.ts'
import { encode, texts, type Json, type Session } from '../session.ts'

const snapshots = area('snapshots', docs.replay)

const week = 7 * 24 * 60 * 60 * 1000

async function snapshotOf(session: Session, subscription: string, settings: Json = {}): Promise<string> {
  const name = session.name('snapshots')
  await session.done('PUT', name, { subscription, ...settings })
  return name
}

async function acknowledgeAll(session: Session, subscription: string, count: number): Promise<void> {
  await session.acknowledge(subscription, await session.pullAll(subscription, count))
}

export const snapshotCases: readonly Case[] = [
  snapshots('create', 'creates, returns and deletes a snapshot', async (session) => {
    const topic = await session.topic()
    const snapshot = await snapshotOf(session, await session.subscription(topic), { labels: { a: 'b' } })
    const { expireTime, ...rest } = await session.done('GET', snapshot)
    assert.deepEqual(rest, { name: snapshot, topic, labels: { a: 'b' } })
    const life = Date.parse(String(expireTime)) - Date.now()
    assert.ok(life <= week && life > week - 600_000, String(expireTime))
    assert.deepEqual(await session.done('DELETE', snapshot), {})
    await session.refused('GET', snapshot, undefined, notFound)
  }),
  snapshots(
    'list',
    'lists the snapshots of a project and of a topic, apart from subscriptions',
    async (session) => {
      const topic = await session.topic()
      const subscription = await session.subscription(topic)
      const snapshot = await snapshotOf(session, subscription)
      const { project } = session.target
      const listed = (await session.done('GET', `projects/${project}/snapshots?pageSize=1000`))['snapshots']
      assert.ok((listed as { name: string }[]).some(({ name }) => name === snapshot))
      assert.deepEqual(await session.done('GET', `${topic}/snapshots`), { snapshots: [snapshot] })
      assert.deepEqual(await session.done('GET', `${topic}/subscriptions`), { subscriptions: [subscription] })
    },
  ),
  snapshots('empty', 'lists nothing for a topic without snapshots', async (session) => {
    assert.deepEqual(await session.done('GET', `${await session.topic()}/snapshots`), {})
  }),
  snapshots('seek', 'returns what was unacknowledged, and what was published since', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic)
    await session.publish(topic, 'before')
    await acknowledgeAll(session, subscription, 1)
    await session.publish(topic, 'pending')
    const snapshot = await snapshotOf(session, subscription)
    await session.publish(topic, 'after')
    await acknowledgeAll(session, subscription, 2)
    assert.deepEqual(await session.done('POST', `${subscription}:seek`, { snapshot }), {})
    assert.deepEqual(texts(await session.pullAll(subscription, 2)).toSorted(), ['after', 'pending'])
    assert.deepEqual(await session.pullNow(subscription), [])
  }),
  snapshots('again', 'can be sought again', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic)
    const snapshot = await snapshotOf(session, subscription)
    await session.publish(topic, 'a')
    for (let round = 0; round < 3; round++) {
      await acknowledgeAll(session, subscription, 1)
      await session.done('POST', `${subscription}:seek`, { snapshot })
    }
    assert.deepEqual(texts(await session.pullAll(subscription, 1)), ['a'])
  }),
  snapshots('other', 'brings another subscription of the topic to the same state', async (session) => {
    const topic = await session.topic()
    const [one, other] = [await session.subscription(topic), await session.subscription(topic)]
    await session.publish(topic, 'a')
    await acknowledgeAll(session, one, 1)
    const snapshot = await snapshotOf(session, one)
    await session.done('POST', `${other}:seek`, { snapshot })
    assert.deepEqual(await session.pullNow(other), [])
  }),
  snapshots(
    'filter',
    'returns only what matches the filter of the subscription that seeks',
    async (session) => {
      const topic = await session.topic()
      const source = await session.subscription(topic, { filter: 'attributes:a' })
      const snapshot = await snapshotOf(session, source)
      const wide = await session.subscription(topic)
      await session.publish(topic, { data: encode('no') }, { data: encode('yes'), attributes: { a: '1' } })
      await acknowledgeAll(session, source, 1)
      await acknowledgeAll(session, wide, 2)
      for (const [subscription, expected] of [
        [source, ['yes']],
        [wide, ['no', 'yes']],
      ] as const) {
        await session.done('POST', `${subscription}:seek`, { snapshot })
        const pulled = await session.pullAll(subscription, expected.length)
        assert.deepEqual(texts(pulled).toSorted(), expected)
      }
    },
    [],
    docs.filter,
  ),
  snapshots('ordered', 'returns the messages of a key in order', async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic, { enableMessageOrdering: true })
    const snapshot = await snapshotOf(session, subscription)
    await session.publish(topic, ...['a', 'b', 'c'].map((text) => ({ data: encode(text), orderingKey: 'k' })))
    await acknowledgeAll(session, subscription, 3)
    await session.done('POST', `${subscription}:seek`, { snapshot })
    assert.deepEqual(texts(await session.pullAll(subscription, 3)), ['a', 'b', 'c'])
  }),
  snapshots('outlives', 'outlives its subscription', async (session) => {
    const topic = await session.topic()
    const source = await session.subscription(topic)
    await session.publish(topic, 'a')
    const snapshot = await snapshotOf(session, source)
    await session.done('DELETE', source)
    const later = await session.subscription(topic)
    await session.done('POST', `${later}:seek`, { snapshot })
    assert.deepEqual(texts(await session.pullAll(later, 1)), ['a'])
  }),
  snapshots('labels', 'changes labels', async (session) => {
    const snapshot = await snapshotOf(session, await session.subscription(await session.topic()))
    const body = { snapshot: { labels: { c: 'd' } }, updateMask: 'labels' }
    assert.deepEqual((await session.done('PATCH', snapshot, body))['labels'], { c: 'd' })
    assert.deepEqual((await session.done('GET', snapshot))['labels'], { c: 'd' })
  }),
  snapshots('duplicate', 'refuses a name that exists', async (session) => {
    const subscription = await session.subscription(await session.topic())
    const snapshot = await snapshotOf(session, subscription)
    await session.refused('PUT', snapshot, { subscription }, { status: 409, code: 'ALREADY_EXISTS' })
  }),
  snapshots('no-subscription', 'refuses a subscription that does not exist', async (session) => {
    const subscription = session.name('subscriptions')
    await session.refused('PUT', session.name('snapshots'), { subscription }, notFound)
  }),
  snapshots('no-snapshot', 'refuses to seek to a snapshot that does not exist', async (session) => {
    const subscription = await session.subscription(await session.topic())
    const snapshot = session.name('snapshots')
    await session.refused('POST', `${subscription}:seek`, { snapshot }, notFound)
  }),
  snapshots('other-topic', 'refuses to seek to a snapshot of another topic', async (session) => {
    const snapshot = await snapshotOf(session, await session.subscription(await session.topic()))
    const subscription = await session.subscription(await session.topic())
    await session.refused(
      'POST',
      `${subscription}:seek`,
      { snapshot },
      {
        status: 400,
        code: 'FAILED_PRECONDITION',
        message: /is different from that of the snapshot .+; they must match/,
      },
    )
  }),
  snapshots('client', 'serves Google’s client', async (session) => {
    const [topic] = await session.client().createTopic(session.name('topics'))
    const [subscription] = await topic.createSubscription(session.name('subscriptions'))
    const [snapshot] = await subscription.createSnapshot(session.name('snapshots'))
    const [all] = await session.client().getSnapshots()
    assert.ok(all.some(({ name }) => name === snapshot.name))
    await topic.publishMessage({ data: Buffer.from('a') })
    await acknowledgeAll(session, subscription.name, 1)
    await snapshot.seek()
    assert.deepEqual(texts(await session.pullAll(subscription.name, 1)), ['a'])
  }),
]
