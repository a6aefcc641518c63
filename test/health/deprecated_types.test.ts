/** Health: events of a deprecated type that still come shortly before its sunset, or after it, are reported. */
import assert from 'node:assert/strict'
import { HealthFixture } from './fixture.ts'
import { checkTime, eventRow, hourMs } from './rows.ts'

const dayMs = 24 * hourMs

function dayFrom(days: number): string {
  return new Date(checkTime + days * dayMs).toISOString().slice(0, 10)
}

describe('a deprecated type in use', function () {
  this.timeout(120_000)
  let fixture: HealthFixture
  beforeEach(async () => {
    fixture = await HealthFixture.start()
  })
  afterEach(() => fixture.stop())

  const send = (id: string, name: string, until: string, more: object = {}) =>
    fixture.insert('events', [
      { ...eventRow(id, name, checkTime - hourMs), deprecated_until: until, ...more },
    ])
  const openSubjects = async (): Promise<readonly unknown[]> =>
    (
      await fixture.rows(
        `SELECT subject FROM sluice.health_alerts WHERE alert = 'deprecated-type' AND recovered_at IS NULL ORDER BY subject`,
      )
    ).map(({ subject }) => subject)

  it('is reported once, from 30 days before the sunset, with what takes its place, until no event has come for a day', async () => {
    await send('a-1', 'basket_opened', dayFrom(29), { deprecated_successor: 'view_cart' })
    await send('a-2', 'basket_opened', dayFrom(29), { deprecated_successor: 'view_cart' })
    await send('b-1', 'basket_closed', dayFrom(-3))
    await send('c-1', 'basket_shared', dayFrom(32))
    await fixture.check()
    await fixture.check({ now: checkTime + 60_000 })
    assert.deepEqual(
      fixture.logged.map(({ message, subject, event_name, summary, command }) => ({
        message,
        subject,
        event_name,
        summary,
        command,
      })),
      [
        {
          message: 'a deprecated event type is in use',
          subject: 'basket_closed',
          event_name: 'basket_closed',
          summary: `1 of the events of the last 24 hours have the deprecated type basket_closed, whose sunset is ${dayFrom(-3)}. No type takes its place.`,
          command: 'npx sluice types basket_closed --lang markdown',
        },
        {
          message: 'a deprecated event type is in use',
          subject: 'basket_opened',
          event_name: 'basket_opened',
          summary: `2 of the events of the last 24 hours have the deprecated type basket_opened, whose sunset is ${dayFrom(29)}. view_cart takes its place.`,
          command: 'npx sluice types view_cart --lang markdown',
        },
      ],
    )
    // Two days later the first check of a day finds that none has come since.
    await fixture.check({ now: checkTime + 2 * dayMs })
    assert.deepEqual(await openSubjects(), [])
    assert.equal(fixture.logged.length, 2)
  })
})
