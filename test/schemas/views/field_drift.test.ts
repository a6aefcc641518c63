/** View tests: field_drift. */
import assert from 'node:assert/strict'
import { at, Warehouse } from './warehouse.ts'

describe('the fields that are probably meant as others', () => {
  let warehouse: Warehouse
  before(async () => {
    warehouse = await Warehouse.start()
  })
  after(() => warehouse.stop())

  it('are counted in field_drift, by field', async () => {
    const hint = { field: 'event_data.userId', kind: 'similar', did_you_mean: 'user_id', got: 'number' }
    const row = { event_name: 'drifting', stored_at: at('16:00:05') }
    await warehouse.events(
      { ...row, event_id: 'd-1', received_at: at('16:00:01'), hints: [{ ...hint, got: 'null' }] },
      // Stored twice.
      { ...row, event_id: 'd-2', received_at: at('16:00:02'), hints: [hint] },
      { ...row, event_id: 'd-2', received_at: at('16:00:02'), hints: [hint] },
      { ...row, event_id: 'd-3', received_at: at('16:00:03'), hints: [] },
      { ...row, event_id: 'd-4', received_at: at('16:00:04') },
    )
    assert.deepEqual(await warehouse.query('SELECT * FROM sluice.field_drift'), [
      {
        event_name: 'drifting',
        field: 'event_data.userId',
        kind: 'similar',
        did_you_mean: 'user_id',
        events: 2,
        first_seen: at('16:00:01'),
        last_seen: at('16:00:02'),
        example_got: 'number',
        example_event_id: 'd-2',
      },
    ])
  })
})
