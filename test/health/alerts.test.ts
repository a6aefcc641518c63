/** Health: what is reported, once, and what is not. Each test has a warehouse of its own. */
import assert from 'node:assert/strict'
import { HealthFixture } from './fixture.ts'
import { attemptRow, checkTime, eventRow, hourMs, quarantineRow, thisHour, type Attempt } from './rows.ts'

const dayMs = 24 * hourMs

/** Attempts with one outcome, in one hour, for events of their own. */
function attemptsOf(
  count: number,
  hoursAgo: number,
  ending: readonly [outcome: string, reason: string | null],
  { name = 'purchase', destination = 'crm' } = {},
): readonly Attempt[] {
  return Array.from({ length: count }, (_, index) => ({
    event_id: `${name}-${hoursAgo}-${ending.join('-')}-${index}`,
    event_name: name,
    destination,
    outcome: ending[0],
    reason: ending[1],
    settled: thisHour - hoursAgo * hourMs + index,
  }))
}

const delivered = ['delivered', null] as const
const rejected = ['refused', 'rejected'] as const
const notMapped = ['skipped', 'event_not_mapped'] as const
const held = ['deferred', 'auth'] as const

/** Usual traffic of two days before. */
const before = attemptsOf(200, 48, delivered)

describe('the alerts of the health check', function () {
  this.timeout(120_000)
  let fixture: HealthFixture
  beforeEach(async () => {
    fixture = await HealthFixture.start()
  })
  afterEach(() => fixture.stop())

  const insert = (...attempts: readonly (readonly Attempt[])[]) =>
    fixture.insert('deliveries', attempts.flat().map(attemptRow))

  /** Checks, and returns what was logged by this check: `alert subject reason`. */
  const check = async (options: Parameters<HealthFixture['check']>[0] = {}): Promise<readonly string[]> => {
    const known = fixture.logged.length
    await fixture.check(options)
    return fixture.logged
      .slice(known)
      .map(({ alert, subject, reason }) => `${String(alert)} ${String(subject)} ${String(reason)}`)
  }

  it('name one event type whose events are all rejected among many that are delivered', async () => {
    await insert(before, attemptsOf(2000, 0, delivered, { name: 'page_view' }), attemptsOf(40, 0, rejected))
    assert.deepEqual(await check(), ['destination-failing crm rejected'])
    const [{ event_name: type, command, summary } = {}] = fixture.logged
    assert.equal(type, 'purchase')
    assert.match(String(command), / --outcome refused --where "event_name = 'purchase'"$/)
    assert.match(
      String(summary),
      /^crm did not get 40 of the latest 40 events of type purchase, usually 0%\./,
    )
    assert.deepEqual(await check(), [])
  })

  it('are not raised by one odd event, nor by a share that is usual', async () => {
    await insert(
      before,
      attemptsOf(100, 72, rejected),
      attemptsOf(100, 200, rejected, { name: 'login' }),
      attemptsOf(100, 200, delivered, { name: 'login' }),
      attemptsOf(1, 0, rejected),
      attemptsOf(3, 1, delivered),
    )
    assert.deepEqual(await check(), [])
    await insert(
      attemptsOf(100, 0, delivered),
      attemptsOf(45, 0, rejected, { name: 'login' }),
      attemptsOf(45, 0, delivered, { name: 'login' }),
    )
    assert.deepEqual(await check(), [])
  })

  it('are raised once by intended skips of everything, and not while other events are delivered', async () => {
    await insert(before, attemptsOf(190, 0, notMapped, { name: 'scroll' }), attemptsOf(30, 0, delivered))
    assert.deepEqual(await check(), [])
    const tomorrow = checkTime + dayMs
    await fixture.rows(
      `DELETE FROM sluice.deliveries WHERE settled_at > '1970-01-01' AND outcome = 'delivered'`,
    )
    assert.deepEqual(await check(), ['destination-failing crm event_not_mapped'])
    assert.deepEqual(await check(), [])
    // A day later it is usual: the problem is over, and is not reported again.
    assert.deepEqual(await check({ now: tomorrow + 2 * hourMs }), [])
  })

  it('record held events, which forward reports, and name the secret to renew', async () => {
    await insert(before, attemptsOf(200, 0, held))
    // `forward` has logged the alert.
    assert.deepEqual(await check(), [])
    const [alert] = await fixture.rows('SELECT alert, reason, summary, command FROM sluice.health_alerts')
    assert.deepEqual([alert!['alert'], alert!['reason']], ['destination-failing', 'auth'])
    assert.match(String(alert!['summary']), /Most are held \(auth\): The credentials were not accepted/)
    assert.equal(
      alert!['command'],
      `pulumi config set --secret --path 'sluice:destinations.crm.secrets.secret' && pulumi up`,
    )
    const [row] = await fixture.rows(
      `SELECT SUM(pairs) AS pairs FROM sluice.hourly_counts WHERE outcome = 'deferred' AND reason = 'auth'`,
    )
    assert.equal(Number(row!['pairs']), 200)
  })

  it('say that a destination is silent, until it gets an event, and nothing about one that is paused in the settings', async () => {
    await insert(before)
    const events = Array.from({ length: 30 }, (_, index) =>
      eventRow(`waiting-${index}`, 'purchase', thisHour - hourMs + index, ['crm']),
    )
    await fixture.insert('events', events)
    assert.deepEqual(await check({ destinations: [] }), [])
    assert.deepEqual(await check(), ['destination-silent crm undefined'])
    assert.match(String(fixture.logged[0]!['summary']), /30 permitted events wait\. There was no attempt/)
    assert.equal(fixture.logged[0]!['command'], 'npx sluice resume crm')
    assert.deepEqual(await check(), [])
    await insert(attemptsOf(30, 0, delivered))
    assert.deepEqual(await check(), [])
    const rows = await fixture.rows('SELECT alert FROM sluice.health_alerts WHERE recovered_at IS NULL')
    assert.deepEqual(rows, [])
  })

  it('report a surge of the quarantine by reason, with a command that is safe to paste', async () => {
    const some = (count: number, name: string, from: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...quarantineRow(`${name}-${from}-${index}`, 'unknown_event', from + index),
        event_name: name,
      }))
    // Ten each two hours are usual, for 27 days.
    await fixture.insert(
      'quarantine',
      Array.from({ length: 12 * 27 }, (_, index) =>
        some(10, 'purchas', thisHour - dayMs - 2 * (index + 1) * hourMs),
      ).flat(),
    )
    await fixture.insert('quarantine', some(40, 'purchas', thisHour))
    assert.deepEqual(await check(), [])
    await fixture.insert('quarantine', some(60, `x'; rm -rf ~ #"`, thisHour))
    assert.deepEqual(await check(), ['quarantine-surge unknown_event unknown_event'])
    const [{ command, summary } = {}] = fixture.logged
    assert.match(
      String(summary),
      /^100 messages of the last two hours are quarantined \(unknown_event\), usually 10\./,
    )
    assert.match(String(command), /^npx sluice reprocess --from \S+Z --where "reason = 'unknown_event'"$/)
    assert.deepEqual(await check(), [])
    // Two hours later there are none.
    assert.deepEqual(await check({ now: checkTime + 2 * hourMs }), [])
    await fixture.insert('quarantine', some(100, 'again', thisHour + 2 * hourMs))
    assert.deepEqual(await check({ now: checkTime + 2 * hourMs }), [
      'quarantine-surge unknown_event unknown_event',
    ])
  })

  it('report that an event type no longer arrives, and all of them in one alert', async () => {
    const weekMs = 7 * dayMs
    const usual = (name: string) =>
      [1, 2, 3, 4].flatMap((week) =>
        [1, 2].flatMap((hour) =>
          Array.from({ length: 60 }, (_, index) =>
            eventRow(
              `${name}-${week}-${hour}-${index}`,
              name,
              thisHour - week * weekMs - hour * hourMs + index,
            ),
          ),
        ),
      )
    const now = (name: string) =>
      [1, 2].flatMap((hour) =>
        Array.from({ length: 60 }, (_, index) =>
          eventRow(`${name}-now-${hour}-${index}`, name, thisHour - hour * hourMs + index),
        ),
      )
    await fixture.insert('events', [...usual('login'), ...usual('purchase'), ...now('login')])
    assert.deepEqual(await check(), ['volume purchase few_events'])
    assert.match(
      String(fixture.logged[0]!['summary']),
      /^0 events of type purchase arrived in the last full hour\. The same hour of the four weeks before had 60 to 60\.$/,
    )
    assert.match(String(fixture.logged[0]!['example_event_id']), /^purchase-1-1-/)
    await fixture.insert('events', now('purchase'))
    assert.deepEqual(await check(), [])
    await fixture.rows(
      `DELETE FROM sluice.events WHERE received_at >= '${new Date(thisHour - dayMs).toISOString()}'`,
    )
    // Every hour is due again, however long ago this hour began.
    await fixture.rows('UPDATE sluice.hourly_counts SET computed_at = hour WHERE TRUE')
    assert.deepEqual(await check(), ['volume  few_events'])
  })
})
