/** `sluice plan --impact`: what changed settings would do to stored events, counted as a replay counts them once they are in force. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Impact } from '../../cli/impact/impact.ts'
import { clientOf } from '../support/client.ts'
import { sluice, type CommandResult } from '../support/operate.ts'
import { TestStack } from '../support/stack.ts'
import { insertEvents, settings } from './impact_events.ts'

const run = promisify(execFile)
const count = 2000

/** Counts for each destination before and after the change: what `impact_events.ts` says of 100 events, times 20. */
const expected = {
  // Purchases of people who consented, without the old one of each 100. Then: views, too, and people who stated nothing; 8 of each 100 views have
  // no address, which Meta requires for an event of a website.
  meta: [
    { sent: 380, restricted: 1600, skipped: 20 },
    { sent: 1420, restricted: 400, skipped: 180 },
  ],
  crm: [
    { sent: 2000, restricted: 0, skipped: 0 },
    { sent: 2000, restricted: 0, skipped: 0 },
  ],
  log: [
    { sent: 2000, restricted: 0, skipped: 0 },
    { sent: 2000, restricted: 0, skipped: 0 },
  ],
  added: [null, { sent: 2000, restricted: 0, skipped: 0 }],
} as const

describe('npx sluice plan --impact', () => {
  let stack: TestStack
  let base: string
  let changed: string
  let at: string
  before(async () => {
    stack = await TestStack.start(settings.before)
    await clientOf(stack.facts).arrange(insertEvents(count))
    at = new Date().toISOString()
    const folder = join(stack.dir, 'settings')
    await mkdir(folder)
    base = join(folder, 'before.yaml')
    changed = join(folder, 'Pulumi.test.yaml')
    await writeFile(base, JSON.stringify({ config: settings.before }))
    await writeFile(changed, JSON.stringify({ config: settings.after }))
  })
  after(() => stack.remove())

  const plan = (...args: readonly string[]): Promise<CommandResult> =>
    sluice(['plan', '--impact', '24h', '--settings', changed, '--at', at, ...args], { dir: stack.dir })
  const impactOf = async (...args: readonly string[]): Promise<Impact> => {
    const { code, stdout, stderr } = await plan('--base', base, '--json', ...args)
    assert.equal(code, 0, stdout + stderr)
    return JSON.parse(stdout) as Impact
  }
  const exact = (events: number) => ({ events, low: events, high: events })

  it('counts what is sent, restricted and skipped before and after the change, and why', async () => {
    const { destinations, ...whole } = await impactOf()
    assert.deepEqual([whole.received, whole.examined, whole.complete], [count, count, true])
    const shown = destinations.map(({ destination, before: was, after: is }) => [
      destination,
      [was, is].map(
        (each) =>
          each && {
            sent: each.sent.events,
            restricted: each.restricted.events,
            skipped: each.skipped.events,
          },
      ),
    ])
    assert.deepEqual(Object.fromEntries(shown), expected)
    const [meta, crm, log] = destinations
    const noPermit = { outcome: 'restricted', reason: 'no_permit' }
    const denied = { outcome: 'restricted', reason: 'consent_denied' }
    assert.deepEqual(meta!.moves, [
      { from: noPermit, to: { outcome: 'sent' }, ...exact(640) },
      { from: denied, to: { outcome: 'sent' }, ...exact(400) },
      { from: noPermit, to: denied, ...exact(200) },
      {
        from: noPermit,
        to: { outcome: 'skipped', reason: 'missing_required', field: 'event_source_url' },
        ...exact(160),
      },
    ])
    assert.deepEqual(meta!.changed_settings, ['rules[].when'])
    assert.deepEqual(crm!.changed_fields, [
      { field: 'channel', ...exact(1000) },
      { field: 'id', ...exact(1000) },
    ])
    assert.deepEqual(crm!.stored_otherwise, exact(10))
    assert.deepEqual([log!.moves, log!.changed_fields, log!.changed_settings], [[], [], []])
  })

  it('prints counts and names of fields, ids of events only if asked, and no value', async () => {
    const { stdout } = await plan('--base', base)
    assert.match(stdout, /^2,000 events were received from .* All of them were examined\.\n/)
    assert.match(stdout, /^meta: \+1,200 permitted, 160 newly skipped: event_source_url$/m)
    assert.match(stdout, /^ {2}sent {8}380 → 1,420$/m)
    assert.match(stdout, /^ {2}changed fields: channel \(1,000\), id \(1,000\)$/m)
    assert.match(stdout, /^log: no event ends otherwise$/m)
    assert.doesNotMatch(stdout, /e-\d|user-|order-|secret-|203\.0\.113|shop\.example|Mozilla/)
    const { stdout: named } = await plan('--base', base, '--examples')
    assert.match(named, /restricted: no_permit → sent: 640 {2}\(e-\d{6}, e-\d{6}, e-\d{6}\)$/m)
    assert.doesNotMatch(named, /user-|order-|secret-|203\.0\.113|shop\.example|Mozilla/)
  })

  it('examines a random sample, the same each time, with intervals that hold the counts of all events', async () => {
    const sample = await impactOf('--max-events', '500')
    assert.deepEqual([sample.received, sample.examined, sample.complete], [count, 500, false])
    const { sent, restricted } = sample.destinations[0]!.after!
    // A deterministic order: the same 500 events each time, so the test cannot fail by chance.
    assert.ok(sent.low <= 1420 && 1420 <= sent.high, JSON.stringify(sent))
    assert.ok(restricted.low <= 400 && 400 <= restricted.high, JSON.stringify(restricted))
    assert.ok(sent.high - sent.low < 200 && sent.low < sent.events && sent.events < sent.high)
    const { seconds: _, ...again } = await impactOf('--max-events', '500')
    const { seconds: __, ...first } = sample
    assert.deepEqual(again, first)
  })

  it('compares with a commit, and says which', async () => {
    const folder = join(stack.dir, 'settings')
    const git = (...args: readonly string[]) => run('git', ['-C', folder, ...args])
    await git('init', '-q')
    await writeFile(changed, JSON.stringify({ config: settings.before }))
    await git('add', 'Pulumi.test.yaml')
    const as = ['-c', 'user.name=test', '-c', 'user.email=test@acme.example', '-c', 'commit.gpgsign=false']
    await git(...as, 'commit', '-qm', 'settings')
    await writeFile(changed, JSON.stringify({ config: settings.after }))
    const { stdout } = await plan()
    assert.match(stdout, /^Before: Pulumi\.test\.yaml of HEAD \([0-9a-f]{7}\)\. After: /m)
    assert.match(stdout, /^meta: \+1,200 permitted/m)
    const unknown = await plan('--base', 'nowhere')
    assert.equal(unknown.code, 3)
    assert.match(unknown.stderr, /--base nowhere is no file and no commit/)
  })

  it('reads nothing if BigQuery would read more than allowed', async () => {
    const { code, stderr } = await plan('--base', base, '--max-bytes', '1k')
    assert.equal(code, 5)
    assert.match(
      stderr,
      /The queries would read [\d.]+ GB; the maximum is 0\.000001 GB\. Choose a shorter period, or pass --max-bytes\./,
    )
  })

  it('says what is wrong with an option or with the settings', async () => {
    const period = await sluice(['plan', '--impact', 'soon'], { dir: stack.dir })
    assert.equal(period.code, 2)
    assert.match(period.stderr, /Expected a period such as 30m, 24h or 7d/)
    const broken = join(stack.dir, 'broken.yaml')
    const { meta } = settings.after['sluice:destinations']
    const rules = [{ id: 'some', effect: 'permit', when: 'event.event_name ==' }]
    await writeFile(
      broken,
      JSON.stringify({ config: { ...settings.after, 'sluice:destinations': { meta: { ...meta, rules } } } }),
    )
    const { code, stderr } = await plan('--base', base, '--settings', broken)
    assert.equal(code, 5)
    assert.match(stderr, /broken\.yaml cannot be deployed:\n.*destinations\.meta\.rules/)
  })

  it('predicts the counts of the replay that runs once the settings are in force', async () => {
    const { destinations } = await impactOf()
    await stack.stop()
    await stack.configure(settings.after)
    await stack.start()
    const from = new Date(Date.parse(at) - 86_400_000).toISOString()
    for (const { destination, after: is } of destinations) {
      // One is sent; the others only count, by the same steps.
      const how = destination === 'crm' ? ['--rate', '2000'] : ['--dry-run']
      const request = ['replay', '--destination', destination, '--from', from, '--to', at]
      const { stdout } = await sluice([...request, ...how, '--json'], { dir: stack.dir })
      const { state, counts, result } = JSON.parse(stdout) as {
        state: string
        counts: object
        result: { not_sent?: Readonly<Record<string, number>> }
      }
      const reasons = Object.entries(is!.reasons).map(([name, { events }]) => [name, events] as const)
      const predicted = {
        state: 'finished',
        selected: count,
        sent: is!.sent.events,
        restricted: is!.restricted.events,
        skipped: is!.skipped.events,
        reasons: Object.fromEntries(reasons),
      }
      assert.deepEqual({ state, ...counts, reasons: result.not_sent ?? {} }, predicted, destination)
    }
  })
})
