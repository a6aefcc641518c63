/** Reverse ETL: guards block a run before anything is sent, and a dry run counts what a run does. */
import assert from 'node:assert/strict'
import { folk, peopleSync } from './people.ts'
import { startSyncFixture, type RunRow, type SyncFixture } from './fixture.ts'

describe('sync guards', () => {
  let fixture: SyncFixture

  beforeEach(async () => {
    fixture = await startSyncFixture()
  })
  afterEach(() => fixture.stop())

  /** Asserts that nothing is sent or kept, and that the alert has no data of a row. */
  const assertBlocked = async (run: RunRow, guard: string): Promise<void> => {
    assert.equal(run.state, 'blocked')
    assert.match(run.reason!, new RegExp(`^${guard}: `))
    assert.deepEqual(fixture.sent, [])
    assert.deepEqual(await fixture.rows('sync_changes'), [])
    const { run: id, state, reason } = fixture.alerts.at(-1)!
    assert.deepEqual([id, state, reason], [run.run_id, 'blocked', run.reason])
    assert.doesNotMatch(run.reason!, /u\d/)
  }

  const delivered = async (sync: ReturnType<typeof peopleSync>, count: number): Promise<void> => {
    await fixture.people(folk(count))
    assert.equal((await fixture.run(sync)).counts['delivered'], count)
    fixture.sent.length = 0
  }

  it('blocks a run whose model has become empty, unless that is allowed', async () => {
    await delivered(peopleSync({ mode: 'mirror' }), 3)
    await fixture.people([])
    await assertBlocked(await fixture.run(peopleSync({ mode: 'mirror' })), 'no_rows')
    const lenient = peopleSync({ mode: 'mirror', guards: { allowEmpty: true, maxRemovedPercent: 100 } })
    assert.equal((await fixture.run(lenient)).counts['removed'], 3)
  })

  it('finishes with an empty model if there never was a row', async () => {
    const run = await fixture.run(peopleSync())
    assert.deepEqual([run.state, run.counts['model']], ['finished', 0])
  })

  it('blocks a run that would remove too many rows, unless that is accepted', async () => {
    const sync = peopleSync({ mode: 'mirror' })
    await delivered(sync, 10)
    await fixture.people(folk(8))
    await assertBlocked(await fixture.run(sync), 'too_many_removed')
    const accepted = await fixture.run(sync, { accept_removals: true })
    assert.deepEqual([accepted.state, accepted.counts['removed']], ['finished', 2])
    fixture.sent.length = 0
    assert.equal((await fixture.run(sync)).counts['sent'], 0)
    await fixture.people(folk(9))
    assert.equal((await fixture.run(sync)).counts['added'], 1, 'a removed person who returns is added')
  })

  it('blocks a run with other columns than the last one, unless that is accepted', async () => {
    await delivered(peopleSync(), 2)
    const fewer = peopleSync({ model: (locate) => `SELECT user_id, plan FROM ${locate('people')}` })
    const run = await fixture.run(fewer)
    await assertBlocked(run, 'schema_changed')
    assert.match(run.reason!, /are user_id STRING, plan STRING; .* were user_id STRING, email STRING/)
    assert.equal((await fixture.run(fewer, { accept_schema: true })).counts['changed'], 2)
    assert.equal((await fixture.run(fewer)).counts['unchanged'], 2)
  })

  it('blocks a run with duplicate or missing keys, and returns an example', async () => {
    await fixture.people([...folk(3), { user_id: 'u1', plan: 'paid' }])
    const twice = await fixture.run(peopleSync())
    await assertBlocked(twice, 'duplicate')
    assert.deepEqual(twice.result, { example: { user_id: 'u1' } })
    await fixture.people([...folk(3), { user_id: null }])
    const keyless = await fixture.run(peopleSync())
    await assertBlocked(keyless, 'keyless')
    assert.deepEqual(keyless.result, { example: { user_id: null } })
  })

  it('blocks a run that would read too much', async () => {
    await fixture.people(folk(10))
    const run = await fixture.run(peopleSync({ guards: { maximumBytesBilled: 10 } }))
    await assertBlocked(run, 'too_many_bytes')
    assert.ok(run.counts['bytes']! > 10)
  })

  it('fails without a retry when BigQuery rejects the model', async () => {
    await fixture.people(folk(1))
    const cases: readonly [string, RegExp, RegExp?][] = [
      ['SELECT user_id FROM nowhere', /^invalid|^notFound/, /nowhere/],
      ['SELECT 1/0 AS user_id', /^invalidQuery/, /division by zero/],
      ['SELECT 1 AS other', /has no column user_id, which is in its key/],
      ["SELECT 'a' AS user_id, 'x' AS change", /has a reserved column: change\./],
    ]
    for (const [model, reason, message] of cases) {
      const run = await fixture.run(peopleSync({ model: () => model }))
      assert.equal(run.state, 'failed')
      assert.match(run.reason!, reason)
      if (message) assert.match(String(run.result?.['error']), message)
    }
    assert.deepEqual(fixture.sent, [])
  })

  it('counts in a dry run what a run then does, and changes nothing', async () => {
    const sync = peopleSync({ mode: 'mirror', guards: { maxRemovedPercent: 50 } })
    await delivered(sync, 20)
    await fixture.people([...folk(15).map((row) => ({ ...row, plan: 'paid' })), { user_id: 'u99' }])
    const state = await fixture.rows('sync_state')
    const dry = await fixture.run(sync, { dry_run: true })
    assert.deepEqual([dry.state, fixture.sent.length], ['finished', 0])
    assert.deepEqual(await fixture.rows('sync_state'), state)
    assert.deepEqual(await fixture.rows('sync_changes'), [])

    const { samples } = dry.result as {
      samples: Readonly<
        Record<
          string,
          readonly { event_id: string; fate: { permitted: boolean; fields: Record<string, unknown> } }[]
        >
      >
    }
    const sizes = Object.fromEntries(Object.entries(samples).map(([change, rows]) => [change, rows.length]))
    assert.deepEqual(sizes, { added: 1, changed: 10, removed: 5 })

    const run = await fixture.run(sync)
    for (const count of ['model', 'added', 'changed', 'removed', 'unchanged'])
      assert.equal(run.counts[count], dry.counts[count], count)
    // A dry run does not save when it detected a change, so only the event time differs.
    for (const { fate, event_id } of Object.values(samples).flat()) {
      const sent = fixture.sent.find((body) => body['event_id'] === event_id)!
      const { event_time: _, ...others } = sent
      const { event_time: __, ...fields } = fate.fields
      assert.deepEqual(fields, others)
      assert.equal(fate.permitted, true)
    }
  })
})
