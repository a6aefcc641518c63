/** Reprocessing: a quarantined message becomes an event once its definition is saved, and is delivered like every event. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { always, ReplayStack, webhook } from './stack.ts'
import { until } from '../support/until.ts'

function definition(name: string) {
  return {
    event: {
      name,
      version: '1.0',
      description: 'A parcel has left.',
      fields: { carrier: { type: 'string', description: 'Who brings it.', example: 'dhl' } },
    },
  }
}

describe('reprocessing the quarantine', () => {
  let stack: ReplayStack
  before(async () => {
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
  /** Saves a definition as the developer, who may also create the typed view. */
  const define = async (name: string): Promise<void> => {
    const { token } = stack.stack.facts
    const { status, body } = await stack.console('POST', 'definitions', definition(name), token)
    assert.equal(status, 200, JSON.stringify(body))
  }
  const promoted = (name: string) =>
    stack.client.query(
      `SELECT event_id, event_time, received_at, topic, message_id, reprocessed_from, carrier FROM ${name} AS typed
JOIN (SELECT event_id AS id, topic, message_id, reprocessed_from FROM events_deduplicated) AS event ON event.id = typed.event_id ORDER BY event_id`,
    )

  it('promotes messages that a saved definition makes valid, once, and leaves the others in quarantine', async () => {
    const withId = await publish('/v1/topics/events', {
      event_name: 'parcel_sent',
      event_id: 'own',
      carrier: 'dhl',
    })
    const derived = await publish('/v1/topics/events?attributes.event_name=parcel_sent', { carrier: 'ups' })
    const broken = await publish('/v1/topics/events', { event_name: 'parcel_lost' })
    const before = await quarantined([...withId, ...derived, ...broken])
    await define('parcel_sent')

    const dry = await stack.done('reprocess', { ...always, dry_run: true })
    const counts = { selected: 3, promoted: 2, quarantined: 1, left_out: 0 }
    assert.deepEqual(dry.counts, counts, JSON.stringify(dry))
    const runs = await Promise.all([stack.done('reprocess', always), stack.done('reprocess', always)])
    const [first, second] = runs.toSorted((one, other) => other.counts['promoted']! - one.counts['promoted']!)
    assert.deepEqual([first!.state, first!.counts], ['finished', counts], JSON.stringify(runs))
    assert.deepEqual(second!.counts, { selected: 1, promoted: 0, quarantined: 1, left_out: 0 })

    const rows = await until('both are events', async () => {
      const events = await promoted('parcel_sent')
      return events.length === 2 && events
    })
    assert.deepEqual(rows.map(({ carrier }) => String(carrier)).toSorted(), ['dhl', 'ups'])
    for (const { reprocessed_from } of rows) assert.ok(before.includes(String(reprocessed_from)))
    const [ups, dhl] = ['ups', 'dhl'].map((carrier) => rows.find((row) => row['carrier'] === carrier)!)
    assert.equal(dhl!['event_id'], 'own')
    assert.equal(ups!['event_id'], ups!['reprocessed_from'])
    // Its event time is when it was first received, not when it was reprocessed.
    assert.ok(Number(ups!['event_time']) < Number(ups!['received_at']))
    await until('both have arrived', async () => (await stack.arrivals('crm')).length === 2)
  })

  it('resumes after a crash: unchanged, nothing twice, and a forged origin replaces no message', async () => {
    const carrier = 'x'.repeat(4_000_000)
    await quarantined(await publish('/v1/topics/events', { event_name: 'parcel_large', carrier }))
    const [id] = await publish('/v1/topics/events', { event_name: 'parcel_forged', carrier: 'true' })
    const [genuine] = await quarantined([id!])
    const events = Array.from({ length: 60 }, (_, n) => ({
      event_name: 'parcel_crashed',
      carrier: `c-${n}`,
    }))
    await quarantined(await publish('/v1/topics/events', events))
    for (const name of ['parcel_large', 'parcel_forged', 'parcel_crashed']) await define(name)
    const claim = encodeURIComponent(`${id} 2026-03-14T09:00:00Z`)
    const forged = { event_name: 'parcel_sent', carrier: 'forged' }
    await publish(`/v1/topics/events?attributes.reprocessed=${claim}`, forged)
    await until('the forged one is an event', async () => (await promoted('parcel_sent')).length === 3)

    await stack.client.faults({ insertAll: { status: 503, times: null } })
    const where = "event_name IN ('parcel_large', 'parcel_forged', 'parcel_crashed')"
    const runId = await stack.askDirectly('reprocess', { ...always, rate: 20, where })
    await until('a page is published, and none of it stored', async () => {
      const sql = `SELECT JSON_VALUE(position, '$.isPublished') AS found FROM runs WHERE run_id = '${runId}'`
      return (await stack.client.query(sql))[0]?.['found'] === 'true'
    })
    await stack.crash()
    const run = await stack.ended(runId)
    const counts = { selected: 62, promoted: 62, quarantined: 0, left_out: 0 }
    assert.deepEqual(run.counts, counts, JSON.stringify(run))

    const carriers = (await promoted('parcel_crashed')).map((row) => String(row['carrier']))
    assert.deepEqual(carriers.toSorted(), events.map((event) => event.carrier).toSorted())
    const large = await stack.client.query('SELECT TO_HEX(SHA256(carrier)) AS carrier FROM parcel_large')
    assert.deepEqual(large, [{ carrier: hash('sha256', carrier) }])
    const rows = await promoted('parcel_forged')
    assert.deepEqual(
      rows.map(({ event_id, carrier: value }) => [event_id, value]),
      [[genuine, 'true']],
    )
  })

  it('keeps the funnel and the reconciliation correct', async () => {
    const [figures] = await stack.client.query(
      'SELECT SUM(received) AS received, SUM(quarantined) AS quarantined, SUM(stored) AS stored FROM delivery_funnel WHERE destination IS NULL',
    )
    assert.deepEqual(figures, { received: '66', quarantined: '1', stored: '65' })
    const rows = await stack.client.query(
      'SELECT stored_and_quarantined, messages_with_two_ids, reprocessed_twice, ids_of_two_events FROM reconciliation',
    )
    for (const row of rows) assert.deepEqual([...new Set(Object.values(row))], ['0'], JSON.stringify(row))
  })
})
