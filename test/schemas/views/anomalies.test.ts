/** View tests: volume_anomalies finds hours with unusual volume; definitions_current shows the latest version. */
import assert from 'node:assert/strict'
import { hoursAgo, Warehouse } from './warehouse.ts'

/** The last full hour. */
const lastHour = 1

/** Events of one type, `daysBefore` days before the last full hour. */
function eventsOf(name: string, daysBefore: number, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    event_id: `${name}-${daysBefore}-${index}`,
    event_name: name,
    received_at: hoursAgo(lastHour + 24 * daysBefore),
    stored_at: hoursAgo(lastHour + 24 * daysBefore),
  }))
}

/** The same count of events in the same hour of each of the `days` days before. */
function baseline(name: string, days: number, count: number) {
  return Array.from({ length: days }, (_, index) => eventsOf(name, index + 1, count)).flat()
}

describe('views of the warehouse', () => {
  let warehouse: Warehouse
  before(async () => {
    warehouse = await Warehouse.start()
    await warehouse.events(
      ...baseline('share', 8, 16),
      ...baseline('login', 8, 16),
      ...eventsOf('login', 0, 64),
      ...baseline('search', 8, 16),
      ...eventsOf('search', 0, 18),
      ...baseline('download', 3, 16),
    )
    await warehouse.countHours(hoursAgo(lastHour + 9 * 24))
  })
  after(() => warehouse.stop())

  const lastHours = () =>
    warehouse.query(
      `SELECT event_name, events, median, baseline_days, ratio, z_score, is_anomaly
      FROM sluice.volume_anomalies
      WHERE hour = TIMESTAMP '${hoursAgo(lastHour)}' ORDER BY event_name`,
    )

  it('volume_anomalies finds an hour without events and a burst, not a usual hour or a new type', async () => {
    const common = { median: 16, baseline_days: 8 }
    assert.deepEqual(await lastHours(), [
      {
        event_name: 'download',
        events: 0,
        median: 16,
        baseline_days: 3,
        ratio: 0,
        z_score: -4,
        is_anomaly: false,
      },
      // 48 above the median of 16, in units of its square root.
      { event_name: 'login', events: 64, ...common, ratio: 4, z_score: 12, is_anomaly: true },
      { event_name: 'search', events: 18, ...common, ratio: 1.125, z_score: 0.5, is_anomaly: false },
      { event_name: 'share', events: 0, ...common, ratio: 0, z_score: -4, is_anomaly: true },
    ])
  })

  it('volume_anomalies has a row for each counted hour since the first event of a type', async () => {
    const rows = await warehouse.query(
      `SELECT MIN(hour) AS first_hour, MAX(hour) AS last_hour, COUNT(*) AS hours, SUM(events) AS events,
        COUNTIF(is_anomaly) AS anomalies
      FROM sluice.volume_anomalies
      WHERE event_name = 'share' AND hour <= TIMESTAMP '${hoursAgo(lastHour)}'`,
    )
    assert.deepEqual(rows, [
      {
        first_hour: hoursAgo(lastHour + 8 * 24),
        last_hour: hoursAgo(lastHour),
        hours: 8 * 24 + 1,
        events: 128,
        anomalies: 1,
      },
    ])
  })

  it('volume_anomalies counts an event that is stored twice in an hour once', async () => {
    await warehouse.events(...eventsOf('contact', 2, 3), ...eventsOf('contact', 2, 3))
    await warehouse.countHours(hoursAgo(lastHour + 9 * 24))
    const rows = await warehouse.query(
      `SELECT SUM(events) AS events FROM sluice.volume_anomalies WHERE event_name = 'contact'`,
    )
    assert.deepEqual(rows, [{ events: 3 }])
  })

  it('definitions_current shows the highest version by number and, of two rows with it, the first', async () => {
    const made = (version: string, created_at: string, comment: string) => ({
      kind: 'event',
      name: 'try_on',
      version,
      created_at,
      comment,
    })
    await warehouse.definitions(
      made('1.9', '2026-01-02T00:00:00Z', 'older'),
      made('1.10', '2026-01-03T00:00:00Z', 'the one'),
      made('1.10', '2026-01-04T00:00:00Z', 'too late'),
      { ...made('0.1', '2026-01-05T00:00:00Z', 'another kind'), kind: 'translation' },
      { ...made('1', '2026-01-06T00:00:00Z', 'no definition'), kind: 'force' },
    )
    assert.deepEqual(
      await warehouse.query(
        'SELECT kind, name, version, comment FROM sluice.definitions_current ORDER BY kind',
      ),
      [
        { kind: 'event', name: 'try_on', version: '1.10', comment: 'the one' },
        { kind: 'translation', name: 'try_on', version: '0.1', comment: 'another kind' },
      ],
    )
  })
})
