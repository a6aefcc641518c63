/** View tests: destination_health has the shares of each hour beside those of the 28 days before. */
import assert from 'node:assert/strict'
import { HealthFixture } from '../../health/fixture.ts'
import { views } from '../../../schemas/views.ts'
import { hourMs, thisHour, timeText } from '../../health/rows.ts'

describe('views of the warehouse', () => {
  let fixture: HealthFixture
  before(async () => {
    fixture = await HealthFixture.start()
    const counted = (hoursAgo: number, outcome: string, reason: string | null, pairs: number) => ({
      hour: timeText(thisHour - hoursAgo * hourMs),
      subject: 'deliveries',
      destination: 'crm',
      target: 'webhook',
      event_name: 'purchase',
      outcome,
      reason,
      pairs,
      attempts: pairs + 1,
      example_event_id: `${outcome}-${hoursAgo}`,
      computed_at: timeText(thisHour),
    })
    await fixture.insert('hourly_counts', [
      counted(29 * 24, 'refused', 'rejected', 1000),
      counted(48, 'delivered', null, 75),
      counted(48, 'refused', 'rejected', 25),
      counted(0, 'delivered', null, 4),
      counted(0, 'refused', 'rejected', 8),
      counted(0, 'skipped', 'no_identifier', 2),
      counted(0, 'deferred', 'throttled', 1),
      counted(0, 'deferred', 'auth', 5),
      counted(0, 'restricted', 'suppressed', 9),
    ])
  })
  after(() => fixture.stop())

  it('destination_health has the shares of an hour, those of 28 days before it, and the top reason', async () => {
    const { query } = views(fixture.test.project, 'sluice').find(({ name }) => name === 'destination_health')!
    const rows = await fixture.rows(
      `SELECT * EXCEPT (hour, target) FROM (${query}) WHERE hour >= '${timeText(thisHour)}'`,
    )
    assert.deepEqual(rows, [
      {
        destination: 'crm',
        pairs: 20,
        attempts: 25,
        // The hour 29 days ago is too old.
        pairs_28_days: 100,
        delivered_share: 0.2,
        delivered_share_28_days: 0.75,
        refused_share: 0.4,
        refused_share_28_days: 0.25,
        skipped_share: 0.1,
        skipped_share_28_days: 0,
        deferred_share: 0.05,
        deferred_share_28_days: 0,
        held_share: 0.25,
        held_share_28_days: 0,
        dead_share: 0,
        dead_share_28_days: 0,
        top_outcome: 'refused',
        top_reason: 'rejected',
        top_pairs: 8,
        example_event_id: 'refused-0',
      },
    ])
  })
})
