/** Health: with many events a day, the Overview reads counts alone, and few bytes of them. */
import assert from 'node:assert/strict'
import { overview } from '../../functions/console/overview.ts'
import { readPeriod } from '../../functions/console/period.ts'
import { queryAs } from '../../functions/console/run_query.ts'
import { reconcileWorker } from '../../functions/reconcile/worker.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { views } from '../../schemas/views.ts'
import type { Row } from '../schemas/views/warehouse.ts'
import { HealthFixture } from './fixture.ts'
import { eventRow, hourMs, thisHour, timeText } from './rows.ts'

const days = 28

/** A platform with 100 million events a day: 20 event types, 4 destinations, and latencies from 10 ms to 3 s. */
const types = [...eventTypes.keys()].slice(0, 20)
const destinations = ['ga4', 'meta', 'crm', 'braze']
const latencies = 60
const hourlyEvents = Math.ceil(100_000_000 / 24 / types.length)

const each = `UNNEST(${JSON.stringify(types)}) AS type`
const toEach = `${each}, UNNEST(${JSON.stringify(destinations)}) AS destination`

const hours = `UNNEST(GENERATE_TIMESTAMP_ARRAY(TIMESTAMP '${timeText(thisHour - 58 * 24 * hourMs)}', TIMESTAMP '${timeText(thisHour)}', INTERVAL 1 HOUR)) AS hour`
const spread = `ARRAY(SELECT STRUCT(10 * step AS ms, ${Math.round(hourlyEvents / latencies)} AS pairs) FROM UNNEST(GENERATE_ARRAY(1, ${latencies})) AS step)`
const id = `'01990000-0000-7000-8000-000000000000'`

/** What the health check inserts for such a platform, by subject: the columns, and a SELECT of a row each hour. */
const counts: readonly (readonly [columns: string, select: string])[] = [
  [`hour, subject, pairs`, `SELECT hour, subject, 0 FROM ${hours}, UNNEST(['hour', 'outcomes']) AS subject`],
  [
    `hour, subject, event_name, pairs, earliest_received_at, example_event_id`,
    `SELECT hour, 'events', type, ${hourlyEvents}, hour, ${id} FROM ${hours}, ${each}`,
  ],
  [
    `hour, subject, event_name, outcome, pairs, latencies`,
    `SELECT hour, 'arrivals', type, 'permitted', ${hourlyEvents}, ${spread} FROM ${hours}, ${each}`,
  ],
  [
    `hour, subject, event_name, destination, outcome, pairs, earliest_received_at, example_event_id`,
    `SELECT hour, 'decisions', type, destination, outcome, ${hourlyEvents}, hour, ${id} FROM ${hours}, ${toEach}, UNNEST(['permitted', 'restricted']) AS outcome`,
  ],
  [
    `hour, subject, event_name, destination, outcome, pairs, latencies`,
    `SELECT hour, 'outcomes', type, destination, 'delivered', ${hourlyEvents}, ${spread} FROM ${hours}, ${toEach}`,
  ],
  // Each pair may also be restricted, skipped and deferred.
  [
    `hour, subject, event_name, destination, outcome, reason, pairs, latencies`,
    `SELECT hour, 'outcomes', type, destination, ending.outcome, ending.reason, 100, [STRUCT(CAST(NULL AS INT64) AS ms, 100 AS pairs)] FROM ${hours}, ${toEach}, UNNEST([STRUCT('restricted' AS outcome, 'no_permit' AS reason), ('skipped', 'no_identifier'), ('deferred', 'unavailable')]) AS ending`,
  ],
  [
    `hour, subject, event_name, destination, target, outcome, reason, pairs, attempts, earliest_received_at, example_event_id`,
    `SELECT hour, 'deliveries', type, destination, 'webhook', outcome, IF(outcome = 'delivered', NULL, 'unavailable'), ${hourlyEvents}, ${hourlyEvents}, hour, ${id} FROM ${hours}, ${toEach}, UNNEST(['delivered', 'deferred']) AS outcome`,
  ],
]

const errorDetail =
  'The value of field items[<n>].price is not a number: expected a number with two decimals.'

describe('the Overview of a platform with many events', function () {
  this.timeout(300_000)
  let fixture: HealthFixture
  before(async () => {
    fixture = await HealthFixture.start()
    const { project, dataset, call } = fixture.test
    const read = new Set(['volume_anomalies', 'reconciliation', 'duplicate_orders'])
    for (const { name, query } of views(project, dataset).filter((view) => read.has(view.name)))
      await call('POST', `/datasets/${dataset}/tables`, {
        tableReference: { projectId: project, datasetId: dataset, tableId: name },
        view: { query, useLegacySql: false },
      })
  })
  after(() => fixture.stop())

  const period = readPeriod(
    new URLSearchParams({
      from: timeText(thisHour - days * 24 * hourMs),
      to: timeText(thisHour + hourMs / 3),
    }),
  )

  const shown = async (asked = period) => {
    const { env, project, dataset, authorization } = fixture.test
    const { body = '' } = await overview(
      queryAs({ env, project, dataset, now: Date.now }, authorization),
      asked,
    )
    return JSON.parse(String(body)) as {
      isCounted: boolean
      bucket: number
      bytes: number
      sections: Record<string, { rows?: readonly Row[]; error?: unknown }>
    }
  }

  it('reads the events themselves below a million a day', async () => {
    await fixture.insert('events', [eventRow('e-1', 'purchase', thisHour - hourMs)])
    await fixture.check()
    const { isCounted, sections } = await shown()
    assert.equal(isCounted, false)
    assert.deepEqual(
      sections['volume']!.rows!.map(({ events }) => events),
      [1],
    )
  })

  it('has the promises that the daily check counted', async () => {
    const lost = thisHour - 24 * hourMs
    await fixture.insert('events', [
      {
        ...eventRow('lost', 'purchase', lost),
        decisions: [{ destination: 'crm', permitted: true, rule: null, reason: 'permitted' }],
      },
    ])
    for (const _ of [1, 2])
      await reconcileWorker({
        warehouse: fixture.warehouse,
        maximumBytesBilled: 2 ** 30,
        keptDays: 30,
        now: Date.now,
      }).work({ counts: {}, end: async () => {} } as never, { request: {} } as never, undefined as never)
    const rows = await fixture.rows(
      `SELECT hour, destination, reason, pairs FROM ${fixture.test.dataset}.hourly_counts WHERE subject = 'promises' AND pairs > 0`,
    )
    assert.deepEqual(
      rows.map(({ destination: id, reason, pairs }) => [id, reason, pairs]),
      [['crm', 'unexplained', 1]],
    )
  })

  it('reads at most 200 MB of counts with 100 million a day, whatever the tables of events hold', async () => {
    const { dataset } = fixture.test
    for (const [columns, select] of counts)
      await fixture.rows(
        `INSERT INTO ${dataset}.hourly_counts (${columns}, computed_at) SELECT *, CURRENT_TIMESTAMP() FROM (${select})`,
      )
    await fixture.rows(
      `INSERT INTO ${dataset}.hourly_errors (hour, source, destination, event_name, outcome, reason, detail, http_status, occurrences, events, open_events, last_seen, first_received_at, example_event_id, example_received_at)
SELECT hour, 'delivery', destination, type, 'refused', 'rejected', '${errorDetail}', 400, 10, 10, 10, hour, hour, ${id}, hour
FROM ${hours}, ${toEach}`,
    )
    // What only the console shows is counted once an hour.
    const countedAt = async (): Promise<readonly unknown[]> => {
      const markers = `subject IN ('hour', 'outcomes') AND pairs = 0`
      const rows = await fixture.rows(
        `SELECT subject, UNIX_MICROS(MAX(computed_at)) AS latest FROM ${dataset}.hourly_counts WHERE ${markers} GROUP BY subject ORDER BY subject`,
      )
      return rows.map(({ latest }) => latest)
    }
    const [hourAt, outcomesAt] = await countedAt()
    await fixture.check()
    const [laterHourAt, sameOutcomesAt] = await countedAt()
    assert.ok(Number(laterHourAt) > Number(hourAt))
    assert.equal(sameOutcomesAt, outcomesAt)
    for (const table of ['events', 'deliveries', 'quarantine'])
      await fixture.test.call('DELETE', `/datasets/${dataset}/tables/${table}`)
    const { isCounted, bytes, sections } = await shown()
    assert.equal(isCounted, true)
    for (const [name, { error }] of Object.entries(sections))
      if (name !== 'problems') assert.equal(error, undefined, `${name}: ${JSON.stringify(error)}`)
    console.log(`      ${(bytes / 1e6).toFixed(0)} MB`)
    assert.ok(bytes <= 200_000_000, `${bytes} bytes`)
    const stored = sections['volume']!.rows!.reduce((sum, { events }) => sum + Number(events), 0)
    assert.ok(stored > days * 99_000_000, `${stored} events`)
    const broken = sections['reconciliation']!.rows!.map(({ unexplained }) => Number(unexplained))
    assert.equal(Math.max(...broken), 1)
  })

  it('shows full hours, also of a short period', async () => {
    const lastDay = { from: timeText(thisHour - 24 * hourMs), to: timeText(thisHour + hourMs / 3) }
    const { bucket, isCounted } = await shown(readPeriod(new URLSearchParams(lastDay)))
    assert.deepEqual({ bucket, isCounted }, { bucket: 3600, isCounted: true })
  })
})
