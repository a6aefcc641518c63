/** Durability: every request that was answered 200 survives `kill -9` at any moment. */
import assert from 'node:assert/strict'
import { compactPubsub } from '../src/index.ts'
import { Crashing } from './support/crashing.ts'
import { pushBody, pushData } from './support/endpoint.ts'
import { encode, texts, type Session } from './support/session.ts'

describe('the embedded Pub/Sub after kill -9', () => {
  let crashing: Crashing

  beforeEach(async () => {
    crashing = await Crashing.start()
  })
  afterEach(() => crashing.close())

  it('keeps topics, subscriptions and every setting', async () => {
    const before = crashing.open()
    const topic = await before.topic({ labels: { a: 'b' }, messageRetentionDuration: '3600s' })
    const subscription = await before.subscription(topic, {
      filter: 'attributes:a',
      retryPolicy: { minimumBackoff: '1s', maximumBackoff: '2s' },
      deadLetterPolicy: { deadLetterTopic: await before.topic(), maxDeliveryAttempts: 7 },
      expirationPolicy: {},
    })
    const shown = [await before.done('GET', topic), await before.done('GET', subscription)]
    const after = await crashing.crash()
    assert.deepEqual([await after.done('GET', topic), await after.done('GET', subscription)], shown)
  })

  it('keeps schemas, and their deletions', async () => {
    const before = crashing.open()
    const project = `projects/${before.target.project}/schemas`
    const definition = '{"type": "record", "name": "A", "fields": []}'
    for (const id of ['kept', 'gone'])
      await before.done('POST', `${project}?schemaId=${id}`, { type: 'AVRO', definition })
    const shown = await before.done('GET', `${project}/kept`)
    await before.done('DELETE', `${project}/gone`)
    const after = await crashing.crash()
    assert.deepEqual(await after.done('GET', `${project}/kept`), shown)
    assert.equal((await after.call('GET', `${project}/gone`)).status, 404)
  })

  it('keeps changes and deletions', async () => {
    const before = crashing.open()
    const [topic, gone] = [await before.topic(), await before.topic()]
    const [subscription, orphan] = [await before.subscription(topic), await before.subscription(gone)]
    await before.done('PATCH', subscription, {
      subscription: { name: subscription, ackDeadlineSeconds: 77 },
      updateMask: 'ackDeadlineSeconds',
    })
    await before.done('DELETE', gone)
    const after = await crashing.crash()
    assert.equal((await after.done('GET', subscription))['ackDeadlineSeconds'], 77)
    assert.equal((await after.done('GET', orphan))['topic'], '_deleted-topic_')
    assert.equal((await after.call('GET', gone)).status, 404)
  })

  it('delivers every message that was answered 200 under load', async () => {
    const before = crashing.open()
    const topic = await before.topic()
    const subscription = await before.subscription(topic)
    const answered = new Set<string>()
    let next = 0
    const publisher = async (): Promise<void> => {
      for (;;) {
        const text = `m${next++}`
        try {
          await before.publish(topic, text)
        } catch {
          return
        }
        answered.add(text)
        if (answered.size === 500) void crashing.running.kill()
      }
    }
    await Promise.all(Array.from({ length: 16 }, publisher))
    assert.ok(answered.size >= 500)
    const after = await crashing.crash()
    const received = new Set<string>()
    for (
      let pulled = await after.pullNow(subscription, 1000);
      pulled.length > 0;
      pulled = await after.pullNow(subscription, 1000)
    )
      for (const text of texts(pulled)) received.add(text)
    assert.deepEqual(
      [...answered].filter((text) => !received.has(text)),
      [],
    )
  })

  it('keeps data, attributes, ordering keys, ids and times', async () => {
    const before = crashing.open()
    const topic = await before.topic()
    const subscription = await before.subscription(topic, { enableMessageOrdering: true })
    const other = await before.subscription(topic, { enableMessageOrdering: true })
    const sent = ['a', 'b', 'c'].map((text) => ({
      data: encode(text),
      attributes: { naïve: text },
      orderingKey: 'k',
    }))
    await before.publish(topic, ...sent)
    const shown = (await before.pullAll(other, 3)).map(({ message }) => message)
    const after = await crashing.crash()
    assert.deepEqual(
      (await after.pullAll(subscription, 3)).map(({ message }) => message),
      shown,
    )
  })

  it('never reuses a message id', async () => {
    const before = crashing.open()
    const topic = await before.topic()
    const [first = ''] = await before.publish(topic, 'x')
    const after = await crashing.crash()
    const [second = ''] = await after.publish(topic, 'y')
    assert.ok(BigInt(second) > BigInt(first))
  })

  it('keeps acknowledgements', async () => {
    const before = crashing.open()
    const topic = await before.topic()
    const subscription = await before.subscription(topic, { enableExactlyOnceDelivery: true })
    await before.publish(topic, 'done', 'owed')
    const pulled = await before.pullAll(subscription, 2)
    const [done] = pulled.filter((one) => texts([one])[0] === 'done')
    assert.ok(done)
    await before.acknowledge(subscription, [done])
    const after = await crashing.crash()
    assert.deepEqual(texts(await after.pullAll(subscription, 1)), ['owed'])
    assert.deepEqual(await after.pullNow(subscription), [])
  })

  it('keeps the number of delivery attempts', async () => {
    const before = crashing.open()
    const topic = await before.topic()
    const deadLetterPolicy = { deadLetterTopic: await before.topic(), maxDeliveryAttempts: 5 }
    const subscription = await before.subscription(topic, { deadLetterPolicy })
    await before.publish(topic, 'x')
    for (let attempt = 1; attempt <= 3; attempt++)
      await before.extend(subscription, await before.pullAll(subscription, 1), 0)
    // Once a publish is answered, everything before it is on disk.
    await before.publish(topic, 'y')
    const after = await crashing.crash()
    const attempts = (await after.pullAll(subscription, 2)).map((one) => [
      texts([one])[0],
      one.deliveryAttempt,
    ])
    assert.deepEqual(Object.fromEntries(attempts), { x: 4, y: 1 })
  })

  it('keeps a seek', async () => {
    const before = crashing.open()
    const topic = await before.topic()
    const subscription = await before.subscription(topic, { retainAckedMessages: true })
    await before.publish(topic, 'a')
    const seek = (session: Session, time: number) =>
      session.done('POST', `${subscription}:seek`, { time: new Date(time).toISOString() })
    await seek(before, Date.now() + 60_000)
    const after = await crashing.crash()
    assert.deepEqual(await after.pullNow(subscription), [])
    await seek(after, Date.now() - 60_000)
    const again = await crashing.crash()
    assert.deepEqual(texts(await again.pullAll(subscription, 1)), ['a'])
  })

  it('keeps a snapshot, also when its log is compacted', async () => {
    const before = crashing.open()
    const topic = await before.topic()
    const subscription = await before.subscription(topic, { enableExactlyOnceDelivery: true })
    const acknowledgeAll = async (session: Session, count: number): Promise<void> => {
      await session.acknowledge(subscription, await session.pullAll(subscription, count))
    }
    const seek = (session: Session) => session.done('POST', `${subscription}:seek`, { snapshot })
    await before.publish(topic, 'acknowledged')
    await acknowledgeAll(before, 1)
    await before.publish(topic, 'owed')
    const snapshot = before.name('snapshots')
    await before.done('PUT', snapshot, { subscription, labels: { a: 'b' } })
    const shown = await before.done('GET', snapshot)
    await before.publish(topic, 'later')
    await acknowledgeAll(before, 2)
    let session = await crashing.crash()
    for (const compacted of [false, true]) {
      if (compacted) session = await crashing.crash(() => compactPubsub(crashing.dir))
      assert.deepEqual(await session.done('GET', snapshot), shown)
      assert.deepEqual(await session.pullNow(subscription), [])
      await seek(session)
      session = await crashing.crash()
      assert.deepEqual(texts(await session.pullAll(subscription, 2)).toSorted(), ['later', 'owed'])
      await seek(session)
      await acknowledgeAll(session, 2)
    }
    await session.done('DELETE', snapshot)
    session = await crashing.crash()
    assert.equal((await session.call('GET', snapshot)).status, 404)
  })

  it('keeps an IAM policy', async () => {
    const before = crashing.open()
    const [topic, gone] = [await before.topic(), await before.topic()]
    const bindings = [{ role: 'roles/pubsub.publisher', members: ['user:ada@example.com'] }]
    const policy = { policy: { bindings } }
    for (const name of [topic, gone]) await before.done('POST', `${name}:setIamPolicy`, policy)
    await before.done('DELETE', gone)
    await before.done('PUT', gone, {})
    const after = await crashing.crash(() => compactPubsub(crashing.dir))
    assert.deepEqual((await after.done('GET', `${topic}:getIamPolicy`))['bindings'], bindings)
    assert.deepEqual(await after.done('GET', `${gone}:getIamPolicy`), { etag: 'ACAB' })
  })

  it('holds pushes of the backlog until delivery is started', async () => {
    const before = crashing.open()
    const endpoint = await before.endpoint()
    const topic = await before.topic()
    await before.subscription(topic, { pushConfig: { pushEndpoint: endpoint.url } })
    const [id] = await before.publish(topic, 'waiting')
    const after = await crashing.crash()
    await after.publish(topic, 'more')
    assert.equal(endpoint.received.length, 0)
    crashing.running.startDelivery()
    const received = await endpoint.first(2)
    assert.deepEqual(received.map(pushData).toSorted(), ['more', 'waiting'])
    assert.ok(received.some((one) => pushBody(one).message.messageId === id))
  })
})
