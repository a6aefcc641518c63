/** Health: a sync that has not succeeded for two intervals of its schedule is reported, for each of its destinations. */
import assert from 'node:assert/strict'
import type { ConfiguredSync } from '../../schemas/configured.ts'
import { HealthFixture } from './fixture.ts'
import { checkTime, hourMs } from './rows.ts'

const minuteMs = 60_000

/** At minute 0 of every second hour in UTC. */
const everyTwoHours = { cron: '0 */2 * * *', timeZone: 'Etc/UTC' }
const sync: ConfiguredSync = {
  name: 'customer_profiles',
  destinations: ['crm', 'ads'],
  schedule: everyTwoHours,
}

/** The latest start of the schedule before `checkTime`. */
const lastStart = checkTime - (checkTime % (2 * hourMs))

function text(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z')
}

describe('a late sync', function () {
  this.timeout(120_000)
  let fixture: HealthFixture
  beforeEach(async () => {
    fixture = await HealthFixture.start()
  })
  afterEach(() => fixture.stop())

  interface Run {
    id: string
    state: string
    /** In ms since 1970. */
    at: number
    destination?: string
    reason?: string
    isDry?: boolean
  }

  /** Records a run that takes a minute. */
  const record = ({ id, state, at, destination = 'crm', reason, isDry = false }: Run) =>
    fixture.rows(
      `INSERT INTO sluice.runs (run_id, kind, name, destination, state, reason, dry_run, request, counts, requested_at, started_at,
  updated_at, finished_at, cancel_requested)
VALUES ('${id}', 'sync', 'customer_profiles', '${destination}', '${state}', ${reason === undefined ? 'NULL' : `'${reason}'`}, ${isDry}, JSON '{}',
  JSON '{}', '${text(at)}', '${text(at)}', '${text(at)}', ${state === 'settling' ? 'NULL' : `'${text(at + minuteMs)}'`}, FALSE)`,
    )

  /** Checks, and returns the open alerts of syncs: `subject state command`. */
  const check = async (options: Parameters<HealthFixture['check']>[0] = {}): Promise<readonly string[]> => {
    await fixture.check({ destinations: ['crm', 'ads'], syncs: [sync], ...options })
    const rows = await fixture.rows(
      `SELECT subject, reason, command FROM sluice.health_alerts WHERE alert = 'sync-late' AND recovered_at IS NULL ORDER BY subject`,
    )
    return rows.map(({ subject, reason, command }) => [subject, reason, command].join(' '))
  }

  it('is reported for the destination that failed, once, with reason and command, until it has succeeded', async () => {
    const success = lastStart - 4 * hourMs
    for (const destination of ['crm', 'ads'])
      await record({ id: `first-${destination}`, state: 'finished', at: success, destination })
    await record({ id: 'ads-2', state: 'finished', at: lastStart - 2 * hourMs, destination: 'ads' })
    await record({ id: 'crm-2', state: 'failed', at: lastStart - 2 * hourMs, reason: 'No such table.' })
    // A dry run says nothing about what the destination has.
    await record({ id: 'dry', state: 'finished', at: lastStart, isDry: true })
    const twoIntervals = success + minuteMs + 4 * hourMs
    assert.deepEqual(await check({ now: twoIntervals }), [])
    const late = ['customer_profiles/crm failed npx sluice sync customer_profiles --destination crm']
    assert.deepEqual(await check({ now: twoIntervals + 1 }), late)
    assert.deepEqual(await check({ now: twoIntervals + minuteMs }), late)
    const { message, summary, alert } = fixture.logged[0]!
    assert.deepEqual(
      [fixture.logged.length, message, alert, summary],
      [
        1,
        'a sync is late',
        'sync-late',
        `Sync customer_profiles has not succeeded since ${text(success + minuteMs)} for crm. ` +
          'Its schedule is 0 */2 * * * (Etc/UTC). Its latest run is failed: No such table.',
      ],
    )
    await record({ id: 'crm-3', state: 'finished', at: twoIntervals })
    assert.deepEqual(await check({ now: twoIntervals + 2 * minuteMs }), [])
  })

  it('names the run that waits for its destination, and asks for a dry run of what a guard blocked', async () => {
    const success = lastStart - 6 * hourMs
    await record({ id: 'crm-1', state: 'finished', at: success })
    await record({ id: 'crm-2', state: 'settling', at: success + 2 * hourMs })
    await record({
      id: 'crm-3',
      state: 'cancelled',
      at: success + 4 * hourMs,
      reason: 'Run crm-2 of this sync is in progress.',
    })
    await record({
      id: 'ads-1',
      state: 'blocked',
      at: success,
      destination: 'ads',
      reason: 'no_rows: the model is empty.',
    })
    assert.deepEqual(await check({ now: lastStart }), [
      'customer_profiles/ads blocked npx sluice sync customer_profiles --destination ads --dry-run',
      'customer_profiles/crm settling npx sluice runs crm-2',
    ])
    assert.match(
      String(fixture.logged.find(({ subject }) => subject === 'customer_profiles/ads')?.['summary']),
      /^Sync customer_profiles has never succeeded since its first run at \S+ for ads\./,
    )
  })

  it('is none before an hour, over a weekend without starts, while it is paused, or before its first run', async () => {
    // A Friday. https://www.timeanddate.com/calendar/?year=2026
    const friday = Date.parse('2026-03-13T03:00:00Z')
    await record({ id: 'crm-1', state: 'finished', at: friday })
    const workdays = [{ ...sync, schedule: { cron: '0 3 * * 1-5', timeZone: 'Etc/UTC' } }]
    const tuesday = friday + 4 * 24 * hourMs
    assert.deepEqual(await check({ syncs: workdays, now: tuesday }), [])
    const often = [{ ...sync, schedule: { cron: '*/5 * * * *', timeZone: 'Etc/UTC' } }]
    assert.deepEqual(await check({ syncs: often, now: friday + hourMs }), [])
    assert.deepEqual(await check({ destinations: ['ads'], now: tuesday }), [])
    const { schedule: _, ...paused } = sync
    assert.deepEqual(await check({ syncs: [paused], now: tuesday }), [])
    assert.deepEqual(await check({ syncs: [], now: tuesday }), [])
    assert.deepEqual(
      (await check({ syncs: workdays, now: tuesday + 2 * minuteMs })).map((line) => line.split(' ', 2)),
      [['customer_profiles/crm', 'finished']],
    )
  })
})
