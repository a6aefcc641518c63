/** The promise under faults: events are stored before they are forwarded, none is lost, and none is sent twice without need. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { clientOf, type Client } from './support/client.ts'
import { TestStack } from './support/stack.ts'
import { until } from './support/until.ts'

function newIds(count: number): readonly string[] {
  return Array.from({ length: count }, () => randomUUID())
}

function content(event_id: string) {
  return { event_id, content_name: 'The Analytical Engine' }
}

describe('promise', () => {
  let stack: TestStack
  let client: Client

  before(async () => {
    stack = await TestStack.start()
    client = clientOf(stack.facts)
  })
  after(() => stack.remove())
  afterEach(async () => {
    await client.faults(undefined)
    await client.thirdPartyAnswers(undefined)
  })

  /** Sends events as a producer does: again after 503, with which a busy instance answers. */
  const send = async (ids: readonly string[]): Promise<void> => {
    const accept = (id: string) =>
      until(`event ${id} is accepted`, async () => {
        const { status } = await client.post('/v1/topics/view_content', content(id))
        if (status !== 503) assert.equal(status, 200)
        return status === 200
      })
    await Promise.all(ids.map(accept))
  }

  const arrivedIds = async (): Promise<readonly string[]> =>
    (await client.received()).map(({ headers }) => headers['webhook-id']!)

  const allArrived = (ids: readonly string[]) =>
    until('every event is at the third party', async () => {
      const arrived = new Set(await arrivedIds())
      return ids.every((id) => arrived.has(id))
    })

  it('sends nothing while BigQuery refuses every row; afterwards stores, then forwards every event', async () => {
    await client.faults({ insertAll: { status: 503, reason: 'backendError', times: null } })
    const ids = newIds(20)
    await send(ids)
    await until('the store has been refused', () =>
      /insertAll on table events failed: HTTP 503/.test(stack.output),
    )
    const before = new Set(await arrivedIds())
    assert.equal(ids.filter((id) => before.has(id)).length, 0)

    await client.faults(undefined)
    await allArrived(ids)
    const rows = await client.query(
      `SELECT event_id, FORMAT_TIMESTAMP('%FT%H:%M:%E3SZ', MIN(stored_at)) AS stored_at FROM events GROUP BY event_id`,
    )
    const storedAt = new Map(rows.map(({ event_id, stored_at }) => [String(event_id), String(stored_at)]))
    for (const { headers, time } of await client.received()) {
      const stored = storedAt.get(headers['webhook-id']!)
      assert.ok(stored !== undefined, `event ${headers['webhook-id']} was forwarded but is not stored`)
      assert.ok(
        stored <= time,
        `event ${headers['webhook-id']} was stored at ${stored}, but forwarded at ${time}`,
      )
    }
    for (const id of ids) assert.ok(storedAt.has(id), `event ${id} is not stored`)
  })

  it('calls the third party only after BigQuery has responded, even if BigQuery is slow', async () => {
    const delayMs = 400
    await client.faults({ insertAll: { delayMs, times: null } })
    const [id] = newIds(1)
    const posted = Date.now()
    await send([id!])
    await allArrived([id!])
    const request = (await client.received()).find(({ headers }) => headers['webhook-id'] === id)
    assert.ok(
      Date.parse(request!.time) - posted >= delayMs,
      'the third party was called before BigQuery responded',
    )
  })

  it('stores both messages of an event that is published twice, but shows and delivers it once', async () => {
    const [id] = newIds(1)
    await send([id!, id!])
    await until('both messages are stored', async () => {
      const [row] = await client.query(
        `SELECT COUNT(DISTINCT message_id) AS n FROM events WHERE event_id = '${id}'`,
      )
      return row!['n'] === '2'
    })
    await allArrived([id!])
    const shown = await client.query(`SELECT event_id FROM events_deduplicated WHERE event_id = '${id}'`)
    assert.equal(shown.length, 1)
    await until('its outcome is recorded', async () => {
      const outcomes = await client.query(`SELECT outcome FROM deliveries WHERE event_id = '${id}'`)
      return outcomes.length > 0
    })
    assert.equal((await arrivedIds()).filter((arrived) => arrived === id).length, 1)
  })

  it('gives a redelivered message the same event id: one event, one request to the third party', async () => {
    const marker = randomUUID()
    // The first push of the message fails, so Pub/Sub redelivers it.
    await client.faults({ insertAll: { status: 503, reason: 'backendError', times: 1 } })
    const response = await client.post('/v1/topics/view_content', { content_name: marker })
    assert.equal(response.status, 200)
    const [row] = await until('it is stored', async () => {
      const rows = await client.query(`SELECT event_id FROM view_content WHERE content_name = '${marker}'`)
      return rows.length > 0 && rows
    })
    await allArrived([String(row!['event_id'])])
    await until('its outcome is recorded', async () => {
      const outcomes = await client.query(
        `SELECT outcome FROM deliveries WHERE event_id = '${String(row!['event_id'])}'`,
      )
      return outcomes.length > 0
    })
    const calls = (await arrivedIds()).filter((id) => id === row!['event_id'])
    assert.equal(calls.length, 1)
  })

  it('retries a third party that is down, and records every attempt', async () => {
    await client.thirdPartyAnswers({ status: 503, times: 2 })
    const [id] = newIds(1)
    await send([id!])
    const outcomes = await until('it is delivered', async () => {
      const rows = await client.query(
        `SELECT outcome, reason, http_status FROM deliveries WHERE event_id = '${id}' ORDER BY settled_at`,
      )
      return rows.some(({ outcome }) => outcome === 'delivered') && rows
    })
    assert.deepEqual(outcomes, [
      { outcome: 'deferred', reason: 'unavailable', http_status: '503' },
      { outcome: 'deferred', reason: 'unavailable', http_status: '503' },
      { outcome: 'delivered', reason: null, http_status: '200' },
    ])
  })

  it('records the outcome `refused` and its reason if the third party rejects the event', async () => {
    await client.thirdPartyAnswers({ status: 422, times: 1, body: 'no such shop' })
    const [id] = newIds(1)
    await send([id!])
    const [row] = await until('its outcome is recorded', async () => {
      const rows = await client.query(
        `SELECT outcome, reason, detail, http_status FROM deliveries WHERE event_id = '${id}'`,
      )
      return rows.length > 0 && rows
    })
    assert.deepEqual(row, {
      outcome: 'refused',
      reason: 'rejected',
      detail: 'no such shop',
      http_status: '422',
    })
  })

  it('loses no event that was answered 200 if the stack is killed right after', async () => {
    const ids = newIds(50)
    await send(ids)
    await stack.kill()
    await stack.start()
    client = clientOf(stack.facts)
    await allArrived(ids)
    const rows = await client.query('SELECT event_id FROM events_deduplicated')
    const stored = new Set(rows.map(({ event_id }) => event_id))
    for (const id of ids) assert.ok(stored.has(id), `event ${id} is not stored`)
  })

  it('exits cleanly on Ctrl-C and keeps its data for the next start', async () => {
    const [id] = newIds(1)
    await send([id!])
    assert.equal(await stack.stop(), 0)
    await stack.start()
    client = clientOf(stack.facts)
    await allArrived([id!])
    const rows = await client.query(`SELECT event_id FROM view_content WHERE event_id = '${id}'`)
    assert.equal(rows.length, 1)
  })
})
