/** Health: the Overview's figures of hours that are counted are those of the raw tables, whatever becomes of their events later. */
import assert from 'node:assert/strict'
import { overview } from '../../functions/console/overview.ts'
import { readPeriod, valuesOf } from '../../functions/console/period.ts'
import { errors } from '../../functions/console/queries/errors.ts'
import { traffic, trafficSections } from '../../functions/console/queries/traffic.ts'
import { queryAs } from '../../functions/console/run_query.ts'
import { roundedLatency } from '../../schemas/views/traffic.ts'
import { randomFrom } from '../act/random.ts'
import { HealthFixture } from './fixture.ts'
import { eventRow, hourMs, quarantineRow, thisHour, timeText } from './rows.ts'

const random = randomFrom(23)

function below(limit: number): number {
  return Math.floor(random() * limit)
}

function oneOf<Item>(items: readonly Item[]): Item {
  return items[below(items.length)]!
}

const days = 12
const destinations = ['crm', 'ads', 'mail']
const endings = [
  ['delivered', null],
  ['delivered', null],
  ['refused', 'rejected'],
  ['skipped', 'no_identifier'],
  ['deferred', 'unavailable'],
  ['dead', 'attempts_exhausted'],
] as const

/** Latencies that rounding leaves as they are, so that the percentiles are equal: powers of 1.1. The longest is a day. */
function latency(): number {
  return Math.floor(1.1 ** below(random() < 0.7 ? 50 : 190))
}

function latencyToStore(): number {
  return Math.floor(1.1 ** below(40))
}

interface Stored {
  id: string
  name: string
  received: number
  stored: number
}

function randomEvent(index: number): Stored {
  const received = thisHour - below(days * 24 * hourMs)
  return {
    id: `e-${index}`,
    name: oneOf(['purchase', 'login']),
    received,
    stored: received + latencyToStore(),
  }
}

function rowOf({ id, name, received, stored }: Stored) {
  const decided = destinations.filter(() => random() < 0.6)
  return {
    ...eventRow(id, name, received),
    stored_at: timeText(stored),
    decisions: decided.map((destination) => {
      const permitted = random() < 0.7
      return { destination, permitted, rule: null, reason: permitted ? 'permitted' : 'no_permit' }
    }),
  }
}

function attemptOf({ id, name, received, stored }: Stored, attempt: number, settled: number) {
  const [outcome, reason] = oneOf(endings)
  return {
    event_id: id,
    event_name: name,
    destination: oneOf(destinations),
    target: 'webhook',
    outcome,
    reason,
    attempt,
    latency_ms: 5,
    received_at: timeText(received),
    stored_at: timeText(stored),
    settled_at: timeText(settled),
    replay_id: random() < 0.1 ? 'r-1' : null,
    source: random() < 0.05 ? 'customer_profiles' : null,
  }
}

describe('the counted hours of the Overview', function () {
  this.timeout(300_000)
  const stored = Array.from({ length: 600 }, (_, index) => randomEvent(index))
  let fixture: HealthFixture
  before(async () => {
    fixture = await HealthFixture.start()
    await fixture.insert('events', stored.map(rowOf))
    // Some are there twice: redelivered within the hour, or sent again later the same day.
    const again = stored.filter(() => random() < 0.1)
    await fixture.insert(
      'events',
      again.map((event) => {
        const endOfDay = Date.parse(`${timeText(event.received).slice(0, 10)}T23:59:59Z`)
        const received = Math.min(event.received + oneOf([0, 1000, 2 * hourMs, 20 * hourMs]), endOfDay)
        return { ...rowOf({ ...event, received, stored: received + 97 }), message_id: `again-${event.id}` }
      }),
    )
    const attempts = stored.flatMap((event) =>
      Array.from({ length: below(4) }, (_, index) => attemptOf(event, index + 1, event.stored + latency())),
    )
    await fixture.insert('deliveries', attempts)
    await fixture.insert(
      'quarantine',
      Array.from({ length: 40 }, (_, index) =>
        quarantineRow(`q-${index}`, 'unknown_event', thisHour - below(days * 24 * hourMs)),
      ),
    )
  })
  after(() => fixture.stop())

  const period = readPeriod(
    new URLSearchParams({
      from: timeText(thisHour - (days + 1) * 24 * hourMs),
      to: timeText(thisHour + hourMs / 3),
    }),
  )

  const ask = () => {
    const { env, project, dataset, authorization } = fixture.test
    return queryAs({ env, project, dataset, now: Date.now }, authorization)
  }

  /** The sections as the Overview shows them, and the hour from which it read the raw tables. */
  const shown = async () => {
    const { body = '' } = await overview(ask(), period)
    const { sections } = JSON.parse(String(body)) as {
      sections: Record<string, { rows: readonly Record<string, unknown>[] }>
    }
    const rows = Object.fromEntries(trafficSections.map((name) => [name, sections[name]!.rows]))
    return { rows, live: Date.parse(String(sections['checked']!.rows[0]!['live'])) }
  }

  /** The same from the raw tables alone. */
  const raw = async () => {
    const result = await ask()(traffic, valuesOf(period))
    assert.ok(result.kind === 'rows', JSON.stringify(result))
    return result.rows[0]!
  }

  it('are raw while none is counted', async () => {
    const { rows, live } = await shown()
    assert.equal(live, Date.parse(period.from))
    assert.deepEqual(rows, await raw())
  })

  it('are equal after the check, which counts all but the last hours', async () => {
    await fixture.check()
    const { rows, live } = await shown()
    assert.equal(live, Math.floor(Date.now() / hourMs) * hourMs - 2 * hourMs)
    assert.deepEqual(rows, await raw())
    assert.ok(rows['latency']!.length > 100 && rows['reasons']!.length > 10)
  })

  it('are equal from the counts alone', async () => {
    const result = await ask()({ ...traffic, sql: traffic.counted! }, valuesOf(period))
    assert.ok(result.kind === 'rows', JSON.stringify(result))
    assert.deepEqual(result.rows[0], await raw())
  })

  it('have the errors of the raw tables', async () => {
    // Attempts that end after the period are of events in it.
    const values = { ...valuesOf(period), to: timeText(thisHour + 3 * 24 * hourMs) }
    const counted = await ask()({ ...errors, sql: errors.counted! }, values)
    const exact = await ask()(errors, values)
    assert.ok(counted.kind === 'rows' && exact.kind === 'rows', JSON.stringify([counted, exact]))
    assert.deepEqual(counted.rows, exact.rows)
    assert.ok(exact.rows.length > 10)
  })

  it('are equal after outcomes changed: by late attempts, replays and dead letters', async () => {
    const now = Date.now()
    // After a pause, the first attempt; later ones; and to a destination without a decision.
    const late = stored
      .filter(() => random() < 0.05)
      .map((event) => ({ ...attemptOf(event, 1, now), replay_id: random() < 0.5 ? 'r-2' : null }))
      .filter(({ outcome, replay_id: replay }) => outcome !== 'delivered' || replay !== null)
    assert.ok(late.length > 10)
    await fixture.insert('deliveries', late)
    const before = await shown()
    assert.notDeepEqual(before.rows, await raw())
    // An hour that was just counted is left to a later run.
    await fixture.check({ now: now + 2 * hourMs })
    assert.deepEqual((await shown()).rows, await raw())
  })

  it('are equal the day after events were stored late', async () => {
    const hour = thisHour - 30 * hourMs
    const late = { id: 'late', name: 'login', received: hour, stored: hour + 20 * hourMs }
    // Its row says when it was stored: after the hour was counted.
    await fixture.insert('events', [{ ...rowOf(late), stored_at: timeText(Date.now() + 60_000) }])
    await fixture.check({ now: thisHour + 28 * hourMs })
    const { rows } = await shown()
    const counts = (sections: Readonly<Record<string, unknown>>) => [sections['volume'], sections['funnel']]
    assert.deepEqual(counts(rows), counts(await raw()))
  })

  it('round latencies up by at most 10 percent', async () => {
    // Powers of 1.1: 11.92, 13.11; 88.20, 97.02, 106.72; 11_388.94, 12_527.83.
    const examples = [
      [-5, 0],
      [0, 0],
      [1, 1],
      [7, 7],
      [11, 11],
      [12, 13],
      [89, 97],
      [97, 97],
      [98, 106],
      [12_345, 12_527],
    ]
    const rows = await fixture.rows(
      `SELECT ms, ${roundedLatency('ms')} AS rounded FROM UNNEST([${examples.map(([ms]) => ms).join(', ')}]) AS ms WITH OFFSET AS place ORDER BY place`,
    )
    assert.deepEqual(
      rows.map(({ ms, rounded }) => [ms, rounded]),
      examples,
    )
  })
})
