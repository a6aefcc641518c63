/** View tests: deprecated_in_use. */
import assert from 'node:assert/strict'
import { at, Warehouse } from './warehouse.ts'

describe('the events of deprecated types', () => {
  let warehouse: Warehouse
  before(async () => {
    warehouse = await Warehouse.start()
  })
  after(() => warehouse.stop())

  it('are counted in deprecated_in_use, by type and sender, with the latest sunset', async () => {
    const stored_at = at('16:00:09')
    const opened = { event_name: 'basket_opened', stored_at, deprecated_until: '2027-01-01', source: 'web' }
    const closed = {
      event_name: 'basket_closed',
      stored_at,
      deprecated_until: '2026-12-01',
      producer: 'shop',
    }
    await warehouse.events(
      { ...opened, event_id: 'o-1', received_at: at('16:00:01') },
      // Stored twice.
      { ...opened, event_id: 'o-2', received_at: at('16:00:02') },
      { ...opened, event_id: 'o-2', received_at: at('16:00:02') },
      {
        ...opened,
        event_id: 'o-3',
        received_at: at('16:00:03'),
        deprecated_until: '2027-02-01',
        deprecated_successor: 'view_cart',
      },
      { ...closed, event_id: 'c-1', received_at: at('16:00:04') },
      // Before the type was deprecated.
      { event_name: 'basket_opened', stored_at, event_id: 'o-0', received_at: at('16:00:00'), source: 'web' },
    )
    assert.deepEqual(await warehouse.query('SELECT * FROM sluice.deprecated_in_use'), [
      {
        event_name: 'basket_closed',
        producer: 'shop',
        source: null,
        events: 1,
        first_seen: at('16:00:04'),
        last_seen: at('16:00:04'),
        sunset: '2026-12-01',
        successor: null,
      },
      {
        event_name: 'basket_opened',
        producer: null,
        source: 'web',
        events: 3,
        first_seen: at('16:00:01'),
        last_seen: at('16:00:03'),
        sunset: '2027-02-01',
        successor: 'view_cart',
      },
    ])
  })
})
