/** Health: table hourly_counts has what the raw tables have, whatever interrupts the check. */
import assert from 'node:assert/strict'
import { hoursToCount, isDailyRun } from '../../functions/health/hours_to_count.ts'
import { randomFrom } from '../act/random.ts'
import { HealthFixture } from './fixture.ts'
import {
  attemptRow,
  countPairs,
  eventRow,
  hourMs,
  quarantineRow,
  thisHour,
  timeText,
  type Attempt,
} from './rows.ts'

const random = randomFrom(17)

function below(limit: number): number {
  return Math.floor(random() * limit)
}

const endings = [
  ['delivered', null],
  ['refused', 'rejected'],
  ['skipped', 'no_identifier'],
  ['deferred', 'unavailable'],
  ['deferred', 'auth'],
  ['dead', 'attempts_exhausted'],
] as const

const hours = 10 * 24

function randomAttempt(): Attempt {
  const [outcome, reason] = endings[below(endings.length)]!
  return {
    event_id: `e-${below(300)}`,
    event_name: ['purchase', 'login'][below(2)]!,
    destination: ['crm', 'ads'][below(2)]!,
    outcome,
    reason,
    // Different ms, so that the last attempt is one.
    settled: thisHour - below(hours) * hourMs + below(hourMs),
  }
}

/** The event type follows from the id, so that an event has one. */
const attempts = Array.from({ length: 2000 }, randomAttempt).map((attempt) => ({
  ...attempt,
  event_name: Number(attempt.event_id.slice(2)) % 2 === 0 ? 'purchase' : 'login',
}))

describe('the hourly counts', function () {
  this.timeout(300_000)
  let fixture: HealthFixture
  before(async () => {
    fixture = await HealthFixture.start()
    // Every tenth row is there twice, as after a write that was retried.
    await fixture.insert('deliveries', attempts.map(attemptRow))
    await fixture.insert('deliveries', attempts.filter((_, index) => index % 10 === 0).map(attemptRow))
    await fixture.insert('events', [
      eventRow('a', 'purchase', thisHour - 5 * hourMs, ['crm']),
      eventRow('a', 'purchase', thisHour - 5 * hourMs + 1000, ['crm']),
      eventRow('b', 'purchase', thisHour - 5 * hourMs, ['crm', 'ads']),
      eventRow('c', 'login', thisHour - 50 * hourMs),
    ])
    await fixture.insert('quarantine', [
      quarantineRow('q-1', 'unknown_event', thisHour),
      quarantineRow('q-1', 'unknown_event', thisHour),
      quarantineRow('q-2', 'unknown_event', thisHour),
      { ...quarantineRow('q-3', 'too_large', thisHour), parts: 2 },
      { ...quarantineRow('q-3', 'too_large', thisHour), event_name: null, part: 2, parts: 2 },
    ])
  })
  after(() => fixture.stop())

  /** All rows but the time of the count, in order. */
  const counted = async (): Promise<readonly string[]> =>
    (
      await fixture.rows(
        'SELECT TO_JSON_STRING(counts) AS line FROM (SELECT * EXCEPT (computed_at) FROM sluice.hourly_counts) AS counts ORDER BY line',
      )
    ).map(({ line }) => String(line))

  const pairs = async (): Promise<readonly string[]> =>
    (
      await fixture.rows(`SELECT CONCAT(FORMAT_TIMESTAMP('%FT%H:%M:%S.000Z', hour), ' ', destination, ' ', outcome, ' ', IFNULL(reason, 'null'), ': ', SUM(pairs)) AS line
FROM sluice.hourly_counts WHERE subject = 'deliveries' GROUP BY hour, destination, outcome, reason HAVING SUM(pairs) > 0`)
    )
      .map(({ line }) => String(line))
      .toSorted()

  it('are those of the raw rows after a check that is killed at each of its changes', async () => {
    let runs = 0
    for (let killAt = 1; ; killAt++) {
      runs = killAt
      try {
        await fixture.check({ killAt, id: 'killed' })
        break
      } catch (error) {
        assert.match(String(error), /killed/)
      }
    }
    assert.ok(runs > 4, `it was killed only ${runs - 1} times`)
    assert.deepEqual(await pairs(), countPairs(attempts))
    const [row] = await fixture.rows(
      `SELECT SUM(attempts) AS attempts FROM sluice.hourly_counts WHERE subject = 'deliveries'`,
    )
    assert.equal(Number(row!['attempts']), attempts.filter(({ outcome }) => outcome !== 'dead').length)
  })

  it('count an event once that is stored twice, and a message once that is redelivered or has parts', async () => {
    const rows =
      await fixture.rows(`SELECT CONCAT(subject, ' ', IFNULL(destination, ''), ' ', IFNULL(event_name, ''), ' ', IFNULL(reason, ''), ' ', pairs) AS line
FROM sluice.hourly_counts WHERE subject IN ('events', 'decisions', 'quarantine') ORDER BY line`)
    assert.deepEqual(
      rows.map(({ line }) => line),
      [
        'decisions ads purchase  1',
        'decisions crm purchase  2',
        'events  login  1',
        'events  purchase  2',
        'quarantine  purchas too_large 1',
        'quarantine  purchas unknown_event 2',
      ],
    )
  })

  it('are the same after another check, and after a check of all hours', async () => {
    const before = await counted()
    await fixture.check()
    assert.deepEqual(await counted(), before)
    await fixture.rows(`UPDATE sluice.hourly_counts SET computed_at = hour WHERE TRUE`)
    await fixture.check()
    assert.deepEqual(await counted(), before)
  })

  it('contain a row that arrives late from the next day on', async () => {
    const late = thisHour - 30 * hourMs
    await fixture.insert('events', [
      { ...eventRow('late', 'contact', late), stored_at: timeText(Date.now() + 60_000) },
    ])
    const found = () =>
      fixture.rows(
        `SELECT pairs FROM sluice.hourly_counts WHERE event_name = 'contact' AND subject = 'events'`,
      )
    await fixture.check()
    assert.deepEqual(await found(), [])
    await fixture.check({ now: thisHour + 28 * hourMs })
    assert.deepEqual(await found(), [{ pairs: 1 }])
  })
})

describe('the hours that a check counts', () => {
  const now = Date.parse('2026-03-14T09:22:00Z')
  const hour = (text: string): number => Date.parse(`2026-${text}:00:00Z`)
  /** Every hour of the 31 days before was counted at a time. */
  const countedAt = (at: (start: number) => number): Map<number, number> =>
    new Map(
      Array.from({ length: 32 * 24 }, (_, index) => {
        const start = hour('03-14T09') - index * hourMs
        return [start, at(start)]
      }),
    )
  const ranges = (counted: ReadonlyMap<number, number>, at = now) =>
    hoursToCount(counted, at).map(
      ({ from, to }) => `${timeText(from).slice(5, 13)} to ${timeText(to).slice(5, 13)}`,
    )
  const afterTheDay = (start: number): number => start + 40 * hourMs

  it('are the latest three', () => {
    const counted = countedAt((start) => Math.min(afterTheDay(start), now - 60_000))
    assert.deepEqual(ranges(counted), ['03-14T07 to 03-14T10'])
    assert.equal(isDailyRun(counted, now), false)
  })

  it('are also those that were missed', () => {
    const lastRun = hour('03-14T03')
    const counted = countedAt((start) => Math.min(afterTheDay(start), lastRun))
    for (const start of counted.keys()) if (start > lastRun) counted.delete(start)
    assert.deepEqual(ranges(counted), ['03-14T01 to 03-14T10'])
  })

  it('are also those of the day before, once, three hours after its end', () => {
    const early = hour('03-14T03') - 8 * 60_000
    const counted = countedAt((start) => Math.min(afterTheDay(start), start + 4 * hourMs, early))
    for (const start of counted.keys()) if (start < hour('03-13T00')) counted.set(start, afterTheDay(start))
    const at = hour('03-14T03') + 7 * 60_000
    for (const start of counted.keys()) if (start > at) counted.delete(start)
    assert.equal(isDailyRun(counted, at), true)
    assert.deepEqual(ranges(counted, at), ['03-13T00 to 03-14T04'])
  })

  it('are all of a month at first, in statements of a week', () => {
    assert.deepEqual(ranges(new Map()), [
      '03-07T10 to 03-14T10',
      '02-28T10 to 03-07T10',
      '02-21T10 to 02-28T10',
      '02-14T10 to 02-21T10',
      '02-11T09 to 02-14T10',
    ])
  })
})
