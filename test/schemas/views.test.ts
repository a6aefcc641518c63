/** View tests: events_deduplicated, event views, delivery_state and delivery_funnel. */
import assert from 'node:assert/strict'
import { writeScenarios } from './views/scenarios.ts'
import { at, Warehouse } from './views/warehouse.ts'

describe('views of the warehouse', () => {
  let warehouse: Warehouse
  before(async () => {
    warehouse = await Warehouse.start()
    await writeScenarios(warehouse)
  })
  after(() => warehouse.stop())

  it('events_deduplicated shows each event once: the row that was received first, then stored first', async () => {
    const rows = await warehouse.query(
      'SELECT event_id, received_at, stored_at FROM sluice.events_deduplicated ORDER BY event_id',
    )
    const common = { received_at: at('10:00:00.000'), stored_at: at('10:00:01.000') }
    assert.deepEqual(rows, [
      { event_id: 'alone', ...common },
      { event_id: 'dead', ...common },
      { event_id: 'late', ...common },
      { event_id: 'redelivered', ...common },
      { event_id: 'refused', ...common },
      { event_id: 'replayed', ...common },
      { event_id: 'restricted', ...common },
      { event_id: 'sent_twice', received_at: at('10:00:10'), stored_at: at('10:00:40') },
    ])
  })

  it('a view of an event type shows its events, each once', async () => {
    const rows = await warehouse.query('SELECT event_id FROM sluice.purchase ORDER BY event_id')
    const ids = ['dead', 'late', 'redelivered', 'refused', 'replayed', 'restricted', 'sent_twice']
    assert.deepEqual(
      rows,
      ids.map((event_id) => ({ event_id })),
    )
  })

  it('delivery_state shows each pair once, with its current outcome', async () => {
    const rows = await warehouse.query(
      `SELECT event_id, destination, outcome, reason, attempts, permitted, settled_at
      FROM sluice.delivery_state ORDER BY event_id, destination`,
    )
    const lines = rows.map((row) =>
      [
        `${String(row['event_id'])} at ${String(row['destination'])}: ${String(row['outcome'])}`,
        row['reason'],
        `${String(row['attempts'])} attempts`,
        row['permitted'] ?? 'no decision',
        typeof row['settled_at'] === 'string' ? row['settled_at'].slice(11, 19) : 'not settled',
      ].join(', '),
    )
    assert.deepEqual(lines, [
      'dead at ads: pending, permitted, 0 attempts, true, not settled',
      'dead at crm: dead, attempts_exhausted, 1 attempts, true, 10:00:03',
      'late at ads: delivered, , 2 attempts, true, 10:00:02',
      'late at crm: delivered, , 2 attempts, true, 10:01:02',
      'redelivered at ads: restricted, no_permit, 0 attempts, false, not settled',
      'redelivered at crm: delivered, , 1 attempts, true, 10:00:02',
      'refused at ads: skipped, no_identifier, 1 attempts, true, 10:00:02',
      'refused at crm: refused, rejected, 2 attempts, true, 10:00:02',
      'replayed at ads: delivered, , 1 attempts, no decision, 12:00:00',
      'replayed at crm: delivered, , 2 attempts, true, 12:00:00',
      'restricted at ads: restricted, no_permit, 0 attempts, false, not settled',
      'restricted at crm: restricted, no_permit, 0 attempts, false, not settled',
      'sent_twice at ads: deferred, unavailable, 1 attempts, true, 10:00:41',
      'sent_twice at crm: delivered, , 1 attempts, true, 10:00:41',
    ])
  })

  it('delivery_funnel counts every event once without a destination, and every pair once with one', async () => {
    const rows = await warehouse.query(
      'SELECT * FROM sluice.delivery_funnel ORDER BY destination, event_name',
    )
    const hour = at('10:00:00')
    const none = { delivered: null, skipped: null, refused: null, deferred: null, dead: null, pending: null }
    const all = { hour, destination: null, ...none }
    const quarantined = { received: 1, quarantined: 1, stored: 0, restricted: 0, permitted: 0 }
    assert.deepEqual(rows, [
      { ...all, event_name: null, ...quarantined },
      { ...all, event_name: 'login', received: 1, quarantined: 0, stored: 1, restricted: 1, permitted: 0 },
      { ...all, event_name: 'purchas', ...quarantined },
      { ...all, event_name: 'purchase', received: 7, quarantined: 0, stored: 7, restricted: 1, permitted: 6 },
      {
        hour,
        event_name: 'purchase',
        destination: 'ads',
        received: 7,
        quarantined: 0,
        stored: 7,
        restricted: 2,
        permitted: 5,
        delivered: 2,
        skipped: 1,
        refused: 0,
        deferred: 1,
        dead: 0,
        pending: 1,
      },
      {
        hour,
        event_name: 'purchase',
        destination: 'crm',
        received: 7,
        quarantined: 0,
        stored: 7,
        restricted: 1,
        permitted: 6,
        delivered: 4,
        skipped: 0,
        refused: 1,
        deferred: 0,
        dead: 1,
        pending: 0,
      },
    ])
  })
})
