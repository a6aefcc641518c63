/** Console: the figures of page Overview that SQL gets wrong easily: percentiles over several hours, and errors that are over. */
import assert from 'node:assert/strict'
import { valuesOf } from '../../functions/console/period.ts'
import { errors } from '../../functions/console/queries/errors.ts'
import { traffic } from '../../functions/console/queries/traffic.ts'
import { at, permit, restrict, Warehouse, type Row } from '../schemas/views/warehouse.ts'

/** The time some ms after a time. */
function later(time: string, ms: number): string {
  return new Date(Date.parse(time) + ms).toISOString()
}

describe('figures of the overview', () => {
  let warehouse: Warehouse
  before(async () => {
    warehouse = await Warehouse.start()
  })
  afterEach(() => warehouse.clear())
  after(() => warehouse.stop())

  /** Events of one type and hour that were each stored after the same time and, if told, delivered to crm. */
  const arrive = async (
    name: string,
    hour: string,
    number: number,
    storedMs: number,
    deliveredMs?: number,
  ) => {
    const rows = Array.from({ length: number }, (_, index) => {
      const received_at = later(at(hour), index * 1000)
      return {
        event_id: `${name} ${hour} ${index}`,
        event_name: name,
        received_at,
        stored_at: later(received_at, storedMs),
      }
    })
    await warehouse.events(...rows)
    if (deliveredMs !== undefined)
      await warehouse.deliveries(
        ...rows.map((row) => ({ ...row, destination: 'crm', settled_at: later(row.stored_at, deliveredMs) })),
      )
  }

  /** `bucket` is in seconds; a bucket of the latency is twice as long. */
  const period = valuesOf({ from: at('09:00:00'), to: at('12:00:00'), bucket: 1800 })

  const percentiles = ({ event_name, destination, events, p50, p95, p99 }: Row) => [
    event_name,
    destination,
    events,
    p50,
    p95,
    p99,
  ]

  it('latency: percentiles are those of the events, not of the percentiles of hours or types', async () => {
    // Of 100 purchases, 90 were fast and 10 slow. The slow ones were all in one hour.
    await arrive('purchase', '09:00:00', 90, 100, 500)
    await arrive('purchase', '10:00:00', 10, 10_000, 60_000)
    await arrive('login', '10:00:00', 200, 2000)
    // Outside of the period.
    await arrive('purchase', '08:00:00', 50, 900_000)
    await arrive('purchase', '12:00:00', 50, 900_000)
    // A replay is no measure of the latency.
    await warehouse.deliveries({
      event_id: 'login 10:00:00 0',
      event_name: 'login',
      destination: 'crm',
      received_at: at('10:00:00'),
      stored_at: at('10:00:02'),
      settled_at: at('11:59:00'),
      replay_id: 'r-1',
    })
    const [answer] = await warehouse.ask(traffic, period)
    const rows = answer!['latency'] as readonly Row[]
    // The median of purchases until stored: 100 ms. The maximum of the medians is 10,000, their mean 5,050.
    assert.deepEqual(rows.filter(({ bucket }) => bucket === null).map(percentiles), [
      // All 300: 90 took 100 ms, 200 took 2 s, 10 took 10 s.
      [null, null, 300, 2000, 2000, 10_000],
      [null, 'crm', 100, 500, 60_000, 60_000],
      ['login', null, 200, 2000, 2000, 2000],
      ['purchase', null, 100, 100, 10_000, 10_000],
      ['purchase', 'crm', 100, 500, 60_000, 60_000],
    ])
    const ofBuckets = rows.filter(({ bucket }) => bucket !== null)
    assert.deepEqual(
      ofBuckets
        .filter(({ event_name }) => event_name === null)
        .map((row) => [row['bucket'], ...percentiles(row)]),
      [
        [at('09:00:00'), null, null, 90, 100, 100, 100],
        [at('09:00:00'), null, 'crm', 90, 500, 500, 500],
        // 200 took 2 s, 10 took 10 s: the slowest 4.8 %.
        [at('10:00:00'), null, null, 210, 2000, 2000, 10_000],
        [at('10:00:00'), null, 'crm', 10, 60_000, 60_000, 60_000],
      ],
    )
    assert.equal(ofBuckets.length, 4 + 5)
  })

  it('stages and reasons: an event counts once with its current outcome, also after a late attempt or a replay', async () => {
    const event = (event_id: string, decisions: readonly Row[]) => ({
      event_id,
      received_at: at('09:00:00'),
      stored_at: at('09:00:01'),
      decisions,
    })
    const attempt = (event_id: string, settled: string, more: Row = {}) => ({
      event_id,
      destination: 'crm',
      received_at: at('09:00:00'),
      stored_at: at('09:00:01'),
      settled_at: at(settled),
      ...more,
    })
    await warehouse.events(
      event('late', [permit('crm')]),
      event('stored twice', [permit('crm')]),
      event('stored twice', [permit('crm')]),
      event('waits', [permit('crm')]),
      event('restricted', [restrict('crm')]),
      event('replayed', [restrict('crm')]),
      event('undecided', []),
    )
    await warehouse.deliveries(
      attempt('late', '09:00:02', { outcome: 'deferred', reason: 'throttled' }),
      // After the end of the period.
      attempt('late', '15:00:00', { attempt: 2 }),
      attempt('stored twice', '09:00:02', { outcome: 'refused', reason: 'rejected' }),
      attempt('replayed', '13:00:00', { replay_id: 'r-1' }),
      attempt('undecided', '13:00:00', { replay_id: 'r-1', outcome: 'refused', reason: 'rejected' }),
      // Of an event that is not stored, and of a sync.
      attempt('unknown', '09:00:02'),
      attempt('waits', '09:00:02', { source: 'crm_people' }),
    )
    await warehouse.quarantine(
      { message_id: 'q-1', event_name: 'purchse', received_at: at('09:00:00'), stored_at: at('09:00:01') },
      { message_id: 'q-1', event_name: 'purchse', received_at: at('09:00:00'), stored_at: at('09:00:01') },
    )
    const [answer] = await warehouse.ask(traffic, period)
    const { volume, funnel, reasons } = answer as Record<string, readonly Row[]>
    assert.deepEqual(volume, [{ bucket: at('09:00:00'), event_name: 'purchase', events: 6 }])
    const none = { delivered: null, skipped: null, refused: null, deferred: null, dead: null, pending: null }
    const counts = { delivered: 2, skipped: 0, refused: 2, deferred: 0, dead: 0, pending: 1 }
    assert.deepEqual(funnel, [
      {
        event_name: 'purchase',
        destination: null,
        received: 6,
        quarantined: 0,
        stored: 6,
        restricted: 3,
        permitted: 3,
        ...none,
      },
      {
        event_name: 'purchse',
        destination: null,
        received: 1,
        quarantined: 1,
        stored: 0,
        restricted: 0,
        permitted: 0,
        ...none,
      },
      {
        event_name: 'purchase',
        destination: 'crm',
        received: 6,
        quarantined: 0,
        stored: 6,
        restricted: 1,
        permitted: 5,
        ...counts,
      },
    ])
    assert.deepEqual(
      reasons!.map((row) => [row['destination'], row['outcome'], row['reason'], row['pairs']]),
      [
        ['crm', 'refused', 'rejected', 2],
        ['crm', 'pending', 'permitted', 1],
        ['crm', 'restricted', 'no_permit', 1],
      ],
    )
  })

  it('a period without events has no rows', async () => {
    const [answer] = await warehouse.ask(traffic, period)
    assert.deepEqual(answer, { volume: [], funnel: [], reasons: [], latency: [] })
  })

  it('errors: those with undelivered events come before more frequent ones that were delivered since', async () => {
    const attempt = (event_id: string, minute: number, more: object) => ({
      event_id,
      event_name: 'purchase',
      destination: 'crm',
      received_at: at(`09:0${minute}:00`),
      stored_at: at(`09:0${minute}:01`),
      settled_at: at(`09:0${minute}:02`),
      ...more,
    })
    const throttled = { outcome: 'deferred', reason: 'throttled' }
    const refused = { outcome: 'refused', reason: 'rejected' }
    await warehouse.deliveries(
      ...['a', 'b', 'c'].map((id, minute) => attempt(id, minute, throttled)),
      ...['a', 'b', 'c'].map((id, minute) => attempt(id, minute, { settled_at: at('09:30:00'), attempt: 2 })),
      attempt('d', 3, refused),
      // Later, and over: the example is the open one.
      attempt('e', 4, refused),
      attempt('e', 4, { settled_at: at('09:40:00'), replay_id: 'r-1' }),
      attempt('row of a sync', 5, { ...refused, destination: 'ads', source: 'crm_people' }),
    )
    const rows = await warehouse.ask(errors, period)
    assert.deepEqual(
      rows.map((row) => [
        row['destination'],
        row['reason'],
        row['occurrences'],
        row['events'],
        row['open_events'],
        row['first_received_at'],
        row['example_event_id'],
        row['example_received_at'],
      ]),
      [
        ['crm', 'rejected', 2, 2, 1, at('09:03:00'), 'd', at('09:03:00')],
        ['ads', 'rejected', 1, 1, 1, at('09:05:00'), 'row of a sync', null],
        ['crm', 'throttled', 3, 3, 0, at('09:00:00'), 'c', at('09:02:00')],
      ],
    )
  })
})
