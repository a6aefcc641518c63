/** View tests: latency, top_errors and fields_left_out. */
import assert from 'node:assert/strict'
import { writeScenarios } from './scenarios.ts'
import { at, Warehouse } from './warehouse.ts'

describe('views of the warehouse', () => {
  let warehouse: Warehouse
  before(async () => {
    warehouse = await Warehouse.start()
    await writeScenarios(warehouse)
  })
  after(() => warehouse.stop())

  it('latency measures each stage in ms, without replays', async () => {
    const rows = await warehouse.query(
      `SELECT event_name, destination, events,
        event_to_received_p50_ms, event_to_received_p99_ms, received_to_stored_p50_ms, received_to_stored_p99_ms,
        stored_to_delivered_p50_ms, stored_to_delivered_p95_ms, event_to_delivered_p50_ms
      FROM sluice.latency ORDER BY event_name, destination`,
    )
    const stages = [
      'event_to_received_p50_ms',
      'event_to_received_p99_ms',
      'received_to_stored_p50_ms',
      'received_to_stored_p99_ms',
      'stored_to_delivered_p50_ms',
      'stored_to_delivered_p95_ms',
      'event_to_delivered_p50_ms',
    ]
    assert.deepEqual(
      rows.map((row) => [
        row['event_name'],
        row['destination'],
        row['events'],
        ...stages.map((stage) => row[stage]),
      ]),
      [
        ['login', null, 1, 2000, 2000, 1000, 1000, null, null, null],
        // Seven events: six stored after 1 s and one after 30 s.
        ['purchase', null, 7, 0, 0, 1000, 30_000, null, null, null],
        ['purchase', 'ads', 1, 0, 0, 1000, 1000, 1000, 1000, 2000],
        // Three events, delivered 1 s (redelivered, sent_twice) and 61 s (late) after storage.
        ['purchase', 'crm', 3, 0, 0, 1000, 30_000, 1000, 61_000, 31_000],
      ],
    )
  })

  it('fields_left_out counts the events that were delivered without a field', async () => {
    const row = {
      event_name: 'purchase',
      destination: 'crm',
      target: 'klaviyo',
      attempt: 1,
      latency_ms: 5,
      received_at: at('14:00:00'),
      stored_at: at('14:00:01'),
      outcome: 'delivered',
    }
    const price = 'items[0].price must be number'
    await warehouse.deliveries(
      { ...row, event_id: 'a', settled_at: at('14:00:02'), sent_without: [price, 'brand must be string'] },
      { ...row, event_id: 'b', settled_at: at('14:00:03'), sent_without: ['items[7].price must be number'] },
      { ...row, event_id: 'c', settled_at: at('14:00:04'), outcome: 'refused', sent_without: [price] },
    )
    const found = { destination: 'crm', target: 'klaviyo', event_name: 'purchase' }
    assert.deepEqual(await warehouse.query('SELECT * FROM sluice.fields_left_out ORDER BY events DESC'), [
      {
        ...found,
        field: 'items[].price',
        problem: 'items[].price must be number',
        events: 2,
        last_seen: at('14:00:03'),
        example_event_id: 'b',
      },
      {
        ...found,
        field: 'brand',
        problem: 'brand must be string',
        events: 1,
        last_seen: at('14:00:02'),
        example_event_id: 'a',
      },
    ])
    await warehouse.query("DELETE FROM sluice.deliveries WHERE target = 'klaviyo'")
  })

  it('top_errors has the profiles that were refused while their event was delivered', async () => {
    const row = {
      event_name: 'sign_up',
      destination: 'profiles',
      target: 'hubspot',
      attempt: 1,
      latency_ms: 5,
      received_at: at('15:00:00'),
      stored_at: at('15:00:01'),
      outcome: 'delivered',
      http_status: 200,
    }
    await warehouse.deliveries(
      { ...row, event_id: 'p-1', settled_at: at('15:00:02'), detail: 'profile: Invalid address a@b.example' },
      {
        ...row,
        event_id: 'p-2',
        settled_at: at('15:00:03'),
        detail: '1 field is unknown; profile: Invalid address c@d.example',
      },
      { ...row, event_id: 'p-3', settled_at: at('15:00:04'), detail: 'the profile: is fine' },
      { ...row, event_id: 'p-4', settled_at: at('15:00:05') },
    )
    const found = await warehouse.query(
      `SELECT * EXCEPT (first_seen, last_seen, first_received_at, example_received_at) FROM sluice.top_errors WHERE destination = 'profiles'`,
    )
    assert.deepEqual(found, [
      {
        source: 'delivery',
        destination: 'profiles',
        event_name: 'sign_up',
        outcome: 'delivered',
        reason: null,
        detail: 'profile: Invalid address <address>',
        http_status: 200,
        occurrences: 2,
        events: 2,
        open_events: 2,
        example_event_id: 'p-2',
      },
    ])
    await warehouse.query("DELETE FROM sluice.deliveries WHERE destination = 'profiles'")
  })

  it('top_errors groups errors that differ only in ids, numbers and addresses, and counts those that are still open', async () => {
    await warehouse.events({
      event_id: 'odd',
      event_name: 'login',
      received_at: at('13:00:00'),
      stored_at: at('13:00:01'),
      violations: [{ field: 'event_data.items.3.price', expected: 'number', got: 'string of 4 characters' }],
    })
    const rows = await warehouse.query(
      `SELECT * EXCEPT (first_seen, first_received_at, example_received_at) FROM sluice.top_errors ORDER BY source, outcome, reason, destination, http_status, event_name`,
    )
    const delivery = { source: 'delivery', event_name: 'purchase', http_status: null, detail: null }
    const wait = {
      ...delivery,
      outcome: 'deferred',
      reason: 'unavailable',
      detail: 'try again in <n> s',
      http_status: 503,
    }
    const other = { destination: null, outcome: null, http_status: null, events: 1, open_events: 1 }
    const seen = { last_seen: at('10:00:01') }
    assert.deepEqual(rows, [
      {
        ...delivery,
        destination: 'crm',
        outcome: 'dead',
        reason: 'attempts_exhausted',
        occurrences: 1,
        events: 1,
        open_events: 1,
        last_seen: at('10:00:03'),
        example_event_id: 'dead',
      },
      {
        ...wait,
        destination: 'ads',
        occurrences: 2,
        events: 2,
        // late was delivered to ads before this attempt; sent_twice never.
        open_events: 1,
        last_seen: at('10:05:00'),
        example_event_id: 'sent_twice',
      },
      {
        ...wait,
        destination: 'crm',
        occurrences: 3,
        events: 3,
        // late was delivered a minute later; refused and dead never.
        open_events: 2,
        last_seen: at('10:00:04'),
        example_event_id: 'refused',
      },
      {
        ...delivery,
        destination: 'crm',
        outcome: 'refused',
        reason: 'rejected',
        http_status: 400,
        detail: 'no order <n> of <address>',
        occurrences: 2,
        events: 2,
        // replayed was delivered by a replay at noon.
        open_events: 1,
        last_seen: at('10:00:02'),
        example_event_id: 'refused',
      },
      {
        ...delivery,
        destination: 'ads',
        outcome: 'skipped',
        reason: 'no_identifier',
        occurrences: 1,
        events: 1,
        open_events: 1,
        last_seen: at('10:00:02'),
        example_event_id: 'refused',
      },
      {
        source: 'quarantine',
        event_name: null,
        reason: 'not_json',
        detail: null,
        ...other,
        ...seen,
        occurrences: 1,
        example_event_id: 'q-2',
      },
      {
        source: 'quarantine',
        event_name: 'purchas',
        reason: 'unknown_event',
        ...other,
        ...seen,
        detail: 'did you mean purchase',
        occurrences: 2,
        example_event_id: 'q-1',
      },
      {
        source: 'violation',
        event_name: 'login',
        reason: 'event_data.items.<n>.price',
        ...other,
        detail: 'expected number, got string of <n> characters',
        occurrences: 1,
        last_seen: at('13:00:01'),
        example_event_id: 'odd',
      },
    ])
  })
})
