/** Reprocessing: what lies in quarantine becomes an event once its definition is mended, once, and takes the way of every event. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { always, ReplayStack, webhook } from './replay/stack.ts'
import { until } from './support/until.ts'

const definition = (name: string) => ({
  event: {
    name,
    version: '1.0',
    description: 'A parcel has left.',
    fields: { carrier: { type: 'string', description: 'Who brings it.', example: 'dhl' } },
  },
})

describe('reprocessing the quarantine', () => {
  let stack: ReplayStack
  before(async function () {
    this.timeout(120_000)
    stack = await ReplayStack.start({ crm: webhook('crm') })
  })
  after(() => stack.stack.remove())

  const publish = async (path: string, body: string | object): Promise<readonly string[]> => {
    const response = await stack.client.post(path, body)
    assert.equal(response.status, 200)
    return ((await response.json()) as { messageIds: readonly string[] }).messageIds
  }
  const quarantined = (messageIds: readonly string[]) =>
    until('the messages are in quarantine', async () => {
      const list = messageIds.map((id) => `'${id}'`).join(', ')
      const rows = await stack.client.query(
        `SELECT DISTINCT event_id, message_id FROM quarantine WHERE message_id IN (${list})`,
      )
      return rows.length === messageIds.length && rows.map(({ event_id }) => String(event_id))
    })
  const define = async (name: string): Promise<void> => {
    const { status, body } = await stack.console('POST', 'definitions', definition(name))
    assert.equal(status, 200, JSON.stringify(body))
  }
  const promoted = (name: string) =>
    stack.client.query(
      `SELECT event_id, event_time, received_at, topic, message_id, reprocessed_from, carrier FROM ${name} AS typed
JOIN (SELECT event_id AS id, topic, message_id, reprocessed_from FROM events) AS event ON event.id = typed.event_id ORDER BY event_id`,
    )

  it('promotes what a saved definition makes readable, and leaves the rest where it is', async () => {
    const own = await publish('/v1/topics/events', {
      event_name: 'parcel_sent',
      event_id: 'own',
      carrier: 'dhl',
    })
    const derived = await publish('/v1/topics/events?attributes.event_name=parcel_sent', { carrier: 'ups' })
    const broken = await publish('/v1/topics/events', { event_name: 'parcel_lost' })
    const before = await quarantined([...own, ...derived, ...broken])
    await define('parcel_sent')

    const dry = await stack.done('reprocess', { ...always, dry_run: true })
    assert.deepEqual(
      dry.counts,
      { selected: 3, promoted: 2, quarantined: 1, left_out: 0 },
      JSON.stringify(dry),
    )
    const run = await stack.done('reprocess', always)
    assert.equal(run.state, 'finished', JSON.stringify(run))
    assert.deepEqual(run.counts, dry.counts)

    const rows = await until('both are events', async () => {
      const found = await promoted('parcel_sent')
      return found.length === 2 && found
    })
    assert.deepEqual(rows.map(({ carrier }) => String(carrier)).toSorted(), ['dhl', 'ups'])
    for (const { reprocessed_from } of rows) assert.ok(before.includes(String(reprocessed_from)))
    const [ups, dhl] = ['ups', 'dhl'].map((carrier) => rows.find((row) => row['carrier'] === carrier)!)
    assert.equal(dhl!['event_id'], 'own')
    assert.equal(ups!['event_id'], ups!['reprocessed_from'])
    // It happened when it first came, not when it was processed again.
    assert.ok(Number(ups!['event_time']) < Number(ups!['received_at']))
    await until('both have arrived', async () => (await stack.arrivals('crm')).length === 2)

    const second = await stack.done('reprocess', always)
    assert.deepEqual(second.counts, { selected: 1, promoted: 0, quarantined: 1, left_out: 0 })
    assert.equal((await stack.arrivals('crm')).length, 2)
  })

  it('brings a message of several parts back byte for byte', async () => {
    const carrier = 'x'.repeat(4_000_000)
    const messageIds = await publish('/v1/topics/events', { event_name: 'parcel_large', carrier })
    await quarantined(messageIds)
    await define('parcel_large')
    const run = await stack.done('reprocess', { ...always, where: "event_name = 'parcel_large'" })
    assert.deepEqual(run.counts, { selected: 1, promoted: 1, quarantined: 0, left_out: 0 })
    const [row] = await until('it is an event', async () => {
      const found = await stack.client.query('SELECT TO_HEX(SHA256(carrier)) AS carrier FROM parcel_large')
      return found.length === 1 && found
    })
    assert.equal(row!['carrier'], hash('sha256', carrier))
  })

  it('does not let a claim of another message take its place', async () => {
    const [id] = await publish('/v1/topics/events', { event_name: 'parcel_forged', carrier: 'true' })
    const [genuine] = await quarantined([id!])
    await define('parcel_forged')
    const claim = encodeURIComponent(`${id} 2026-03-14T09:00:00Z`)
    const forged = { event_name: 'parcel_sent', carrier: 'forged' }
    await publish(`/v1/topics/events?attributes.reprocessed=${claim}`, forged)
    await until('the forged one is an event', async () => (await promoted('parcel_sent')).length === 3)
    const run = await stack.done('reprocess', { ...always, where: "event_name = 'parcel_forged'" })
    assert.deepEqual(run.counts, { selected: 1, promoted: 1, quarantined: 0, left_out: 0 })
    const [row] = await until('the true one is an event too', async () => {
      const found = await promoted('parcel_forged')
      return found.length === 1 && found
    })
    assert.deepEqual([row!['event_id'], row!['carrier']], [genuine, 'true'])
  })

  it('goes on after a crash in the middle, and promotes nothing twice', async function () {
    this.timeout(240_000)
    const events = Array.from({ length: 120 }, (_, n) => ({
      event_name: 'parcel_crashed',
      carrier: `c-${n}`,
    }))
    await quarantined(await publish('/v1/topics/events', events))
    await define('parcel_crashed')
    const id = await stack.ask('reprocess', { ...always, rate: 20, where: "event_name = 'parcel_crashed'" })
    await until('some are events', async () => (await promoted('parcel_crashed')).length > 5)
    await stack.stack.kill()
    await stack.stack.start()
    const run = await stack.ended(id)
    assert.deepEqual(
      run.counts,
      { selected: 120, promoted: 120, quarantined: 0, left_out: 0 },
      JSON.stringify(run),
    )
    const carriers = (await promoted('parcel_crashed')).map(({ carrier }) => String(carrier))
    assert.deepEqual(carriers.toSorted(), events.map(({ carrier }) => carrier).toSorted())
  })

  it('is one at a time', async () => {
    await quarantined(
      await publish(
        '/v1/topics/events',
        Array.from({ length: 20 }, () => ({ event_name: 'parcel_raced' })),
      ),
    )
    await define('parcel_raced')
    const asked = { ...always, where: "event_name = 'parcel_raced'" }
    const runs = await Promise.all([stack.done('reprocess', asked), stack.done('reprocess', asked)])
    assert.deepEqual(
      runs.map(({ counts }) => counts['promoted']!).toSorted((one, other) => one - other),
      [0, 20],
    )
    const rows = await stack.client.query(
      "SELECT COUNT(*) AS found FROM events WHERE event_name = 'parcel_raced'",
    )
    assert.deepEqual(rows, [{ found: '20' }])
  })

  it('keeps the figures right', async () => {
    const [figures] = await stack.client.query(
      'SELECT SUM(received) AS received, SUM(quarantined) AS quarantined, SUM(stored) AS stored FROM delivery_funnel WHERE destination IS NULL',
    )
    assert.deepEqual(figures, { received: '146', quarantined: '1', stored: '145' })
    const rows = await stack.client.query(
      'SELECT stored_and_quarantined, messages_with_two_ids, reprocessed_twice, ids_of_two_events FROM reconciliation',
    )
    for (const row of rows) assert.deepEqual([...new Set(Object.values(row))], ['0'], JSON.stringify(row))
  })
})
