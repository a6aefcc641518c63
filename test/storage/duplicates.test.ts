/** Pub/Sub delivers at least once, to any instance: a message that is delivered several times is one event. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { attributes, subscriptions } from '../../schemas/bus.ts'
import { startPlatform, type Platform, type Push } from './platform.ts'
import type { Row } from '../support/client.ts'
import { until } from '../support/until.ts'

const deliveries = 10

describe('a message that is delivered ten times', function () {
  let platform: Platform
  let messages = Date.now()
  /** The instance that Pub/Sub pushes to, and another. */
  let stores: readonly Push[]
  /** Two instances that Pub/Sub does not push to. */
  let forwards: readonly Push[]

  before(async () => {
    platform = await startPlatform()
    const [store, forward, anotherForward] = await Promise.all([
      platform.anotherInstance('store'),
      platform.anotherInstance('forward'),
      platform.anotherInstance('forward'),
    ])
    stores = [platform.push('store'), store]
    forwards = [forward, anotherForward]
  })
  after(() => platform?.stop())

  const query = (sql: string): Promise<readonly Row[]> => platform.client.query(sql)
  const envelope = (subscription: string, message: object): object => ({
    subscription: `projects/${platform.project}/subscriptions/${subscription}`,
    message: { publishTime: new Date().toISOString(), ...message },
    deliveryAttempt: 1,
  })
  const viewed = (messageId: string, event: object): object =>
    envelope(subscriptions.store('view_content'), {
      messageId,
      data: Buffer.from(JSON.stringify(event)).toString('base64'),
    })
  /** Pushes concurrently, alternating between the instances. */
  const deliver = async (instances: readonly Push[], push: object): Promise<void> => {
    const statuses = await Promise.all(
      Array.from({ length: deliveries }, (_, index) => instances[index % instances.length]!(push)),
    )
    assert.deepEqual(new Set(statuses), new Set([204]))
  }
  const states = (id: string) =>
    query(`SELECT destination, outcome FROM delivery_state WHERE event_id = '${id}'`)
  const calls = async (id: string) =>
    (await platform.client.received()).filter(({ headers }) => headers['webhook-id'] === id)
  /** Waits until nothing is in flight: a later event has arrived, and every pair has its outcome. */
  const settled = async (id: string): Promise<readonly Row[]> => {
    const later = randomUUID()
    await platform.client.post('/v1/topics/view_content', { event_id: later, content_name: 'later' })
    await until('a later event has arrived', async () => (await calls(later)).length > 0)
    return until('the pair is settled', async () => {
      const rows = await query(`SELECT outcome FROM delivery_state WHERE event_id = '${id}'`)
      return rows.length > 0 && rows.every(({ outcome }) => outcome === 'delivered') && rows
    })
  }

  for (const [what, ownId] of [
    ['with its own id', randomUUID()],
    ['with a derived id', undefined],
  ] as const) {
    it(`to two instances of store is one event, ${what}`, async () => {
      const messageId = String(messages++)
      const marker = randomUUID()
      await deliver(stores, viewed(messageId, { ...(ownId && { event_id: ownId }), content_name: marker }))

      const rows = await query(
        `SELECT event_id, COUNT(*) AS n FROM events WHERE JSON_VALUE(event_data, '$.content_name') = '${marker}' GROUP BY event_id`,
      )
      assert.equal(rows.length, 1, `one id, not ${JSON.stringify(rows)}`)
      const id = String(rows[0]!['event_id'])
      if (ownId) assert.equal(id, ownId)
      assert.deepEqual(
        await query(
          `SELECT event_id, message_id FROM events_deduplicated WHERE JSON_VALUE(event_data, '$.content_name') = '${marker}'`,
        ),
        [{ event_id: id, message_id: messageId }],
      )
      assert.deepEqual(await settled(id), [{ outcome: 'delivered' }])
      assert.equal((await calls(id)).length, 1, 'the instance of forward remembers what it has delivered')
    })
  }

  it('is one event even if BigQuery no longer recognizes the insertId of the first row', async () => {
    const [id, messageId] = [randomUUID(), String(messages++)]
    const push = viewed(messageId, { event_id: id, content_name: 'n' })
    await deliver(stores, push)
    // BigQuery keeps insertIds in memory for about a minute, so after a restart it accepts the row again.
    await platform.processes.bigquery.kill()
    await platform.processes.bigquery.start()
    await deliver(stores, push)
    const rows = await query(`SELECT event_id FROM events WHERE event_id = '${id}'`)
    assert.equal(rows.length, 2)
    const shown = await query(`SELECT message_id FROM events_deduplicated WHERE event_id = '${id}'`)
    assert.deepEqual(shown, [{ message_id: messageId }])
    assert.deepEqual(await settled(id), [{ outcome: 'delivered' }])
    assert.equal((await calls(id)).length, 1)
  })

  /** Stores an event and returns the push for `forward`. Disconnects Pub/Sub from `forward` first. */
  const stamped = async (id: string): Promise<object> => {
    platform.lines.forward.close()
    const event = { event_id: id, event_name: 'view_content', content_name: 'n' }
    await platform.client.post('/v1/topics/view_content', event)
    const [row] = await until('it is stored', async () => {
      const rows = await query(
        `SELECT FORMAT_TIMESTAMP('%FT%H:%M:%E6SZ', received_at) AS received_at,
          FORMAT_TIMESTAMP('%FT%H:%M:%E3SZ', stored_at) AS stored_at FROM events WHERE event_id = '${id}'`,
      )
      return rows.length > 0 && rows
    })
    const { received_at, stored_at } = row as Readonly<Record<string, string>>
    const body = { event_id: id, event_name: 'view_content', event_time: received_at, event_data: {} }
    return envelope(subscriptions.forward('webhook'), {
      messageId: String(messages++),
      data: Buffer.from(JSON.stringify(body)).toString('base64'),
      attributes: {
        [attributes.eventId]: id,
        [attributes.eventName]: 'view_content',
        [attributes.receivedAt]: received_at,
        [attributes.storedAt]: stored_at,
        [attributes.permit('webhook')]: '1',
      },
    })
  }

  it('to one instance of forward is one request and one outcome', async () => {
    const id = randomUUID()
    await deliver(forwards.slice(0, 1), await stamped(id))
    assert.equal((await calls(id)).length, 1)
    assert.equal((await query(`SELECT outcome FROM deliveries WHERE event_id = '${id}'`)).length, 1)
    assert.deepEqual(await states(id), [{ destination: 'webhook', outcome: 'delivered' }])
  })

  it('to two instances of forward has one state, and every request carries the same event', async () => {
    const id = randomUUID()
    await deliver(forwards, await stamped(id))
    const seen = await calls(id)
    assert.ok(seen.length >= 1 && seen.length <= forwards.length, 'no instance calls twice')
    assert.equal(new Set(seen.map(({ body }) => body)).size, 1, 'every call carries the same event')
    assert.deepEqual(await states(id), [{ destination: 'webhook', outcome: 'delivered' }])
  })
})
