/** Reverse ETL: what stops a run before anything is sent, and what a dry run tells. */
import assert from 'node:assert/strict'
import { folk, peopleSync } from './people.ts'
import { startWorld, type RunRow, type SyncFixture } from './fixture.ts'

describe('sync guards', () => {
  let world: SyncFixture

  beforeEach(async () => {
    world = await startWorld()
  })
  afterEach(() => world.stop())

  /** Nothing is sent or kept, and an operator is told, without a row. */
  const assertBlocked = async (run: RunRow, guard: string): Promise<void> => {
    assert.equal(run.state, 'blocked')
    assert.match(run.reason!, new RegExp(`^${guard}: `))
    assert.deepEqual(world.sent, [])
    assert.deepEqual(await world.rows('sync_changes'), [])
    const { run: id, state, reason } = world.alerts.at(-1)!
    assert.deepEqual([id, state, reason], [run.run_id, 'blocked', run.reason])
    assert.doesNotMatch(run.reason!, /u\d/)
  }

  const delivered = async (sync: ReturnType<typeof peopleSync>, count: number): Promise<void> => {
    await world.people(folk(count))
    assert.equal((await world.run(sync)).counts['delivered'], count)
    world.sent.length = 0
  }

  it('blocks a run whose model has become empty, unless it may be', async () => {
    await delivered(peopleSync({ mode: 'mirror' }), 3)
    await world.people([])
    await assertBlocked(await world.run(peopleSync({ mode: 'mirror' })), 'no_rows')
    const lenient = peopleSync({ mode: 'mirror', guards: { allowEmpty: true, maxRemovedPercent: 100 } })
    assert.equal((await world.run(lenient)).counts['removed'], 3)
  })

  it('takes an empty model for nothing to do when there never was a row', async () => {
    const run = await world.run(peopleSync())
    assert.deepEqual([run.state, run.counts['model']], ['finished', 0])
  })

  it('blocks a run that would remove too many rows, unless that is accepted', async () => {
    const sync = peopleSync({ mode: 'mirror' })
    await delivered(sync, 10)
    await world.people(folk(8))
    await assertBlocked(await world.run(sync), 'too_many_removed')
    const accepted = await world.run(sync, { accept_removals: true })
    assert.deepEqual([accepted.state, accepted.counts['removed']], ['finished', 2])
    world.sent.length = 0
    assert.equal((await world.run(sync)).counts['sent'], 0)
    await world.people(folk(9))
    assert.equal((await world.run(sync)).counts['added'], 1, 'who was removed and comes back is added')
  })

  it('blocks a run of other columns than the last, unless that is accepted', async () => {
    await delivered(peopleSync(), 2)
    const fewer = peopleSync({ model: (locate) => `SELECT user_id, plan FROM ${locate('people')}` })
    const run = await world.run(fewer)
    await assertBlocked(run, 'schema_changed')
    assert.match(run.reason!, /gives user_id STRING, plan STRING; .* had user_id STRING, email STRING/)
    assert.equal((await world.run(fewer, { accept_schema: true })).counts['changed'], 2)
    assert.equal((await world.run(fewer)).counts['unchanged'], 2)
  })

  it('blocks a run in which rows share a key or have none, and shows one of them', async () => {
    await world.people([...folk(3), { user_id: 'u1', plan: 'paid' }])
    const twice = await world.run(peopleSync())
    await assertBlocked(twice, 'duplicate')
    assert.deepEqual(twice.result, { example: { user_id: 'u1' } })
    await world.people([...folk(3), { user_id: null }])
    const keyless = await world.run(peopleSync())
    await assertBlocked(keyless, 'keyless')
    assert.deepEqual(keyless.result, { example: { user_id: null } })
  })

  it('blocks a run that would read too much', async () => {
    await world.people(folk(10))
    const run = await world.run(peopleSync({ guards: { maximumBytesBilled: 10 } }))
    await assertBlocked(run, 'too_many_bytes')
    assert.ok(run.counts['bytes']! > 10)
  })

  it('fails, and is not tried again, when the model cannot be run', async () => {
    await world.people(folk(1))
    const cases: readonly [string, RegExp, RegExp?][] = [
      ['SELECT user_id FROM nowhere', /^invalid|^notFound/, /nowhere/],
      ['SELECT 1/0 AS user_id', /^invalidQuery/, /division by zero/],
      ['SELECT 1 AS other', /has no column user_id, which its key names/],
      ["SELECT 'a' AS user_id, 'x' AS change", /column change, which the platform writes itself/],
    ]
    for (const [model, reason, words] of cases) {
      const run = await world.run(peopleSync({ model: () => model }))
      assert.equal(run.state, 'failed')
      assert.match(run.reason!, reason)
      if (words) assert.match(String(run.result?.['error']), words)
    }
    assert.deepEqual(world.sent, [])
  })

  it('tells in a dry run what a run then does, and changes nothing', async () => {
    const sync = peopleSync({ mode: 'mirror', guards: { maxRemovedPercent: 50 } })
    await delivered(sync, 20)
    await world.people([...folk(15).map((row) => ({ ...row, plan: 'paid' })), { user_id: 'u99' }])
    const state = await world.rows('sync_state')
    const dry = await world.run(sync, { dry_run: true })
    assert.deepEqual([dry.state, world.sent.length], ['finished', 0])
    assert.deepEqual(await world.rows('sync_state'), state)
    assert.deepEqual(await world.rows('sync_changes'), [])

    const { samples } = dry.result as {
      samples: Readonly<
        Record<
          string,
          readonly { event_id: string; fate: { permitted: boolean; fields: Record<string, unknown> } }[]
        >
      >
    }
    const found = Object.fromEntries(Object.entries(samples).map(([change, rows]) => [change, rows.length]))
    assert.deepEqual(found, { added: 1, changed: 10, removed: 5 })

    const run = await world.run(sync)
    for (const count of ['model', 'added', 'changed', 'removed', 'unchanged'])
      assert.equal(run.counts[count], dry.counts[count], count)
    // The dry run came first, so each change happened when it noticed nothing yet: all but the time is the same.
    for (const { fate, event_id } of Object.values(samples).flat()) {
      const sent = world.sent.find((body) => body['event_id'] === event_id)!
      const { event_time: _, ...others } = sent
      const { event_time: __, ...fields } = fate.fields
      assert.deepEqual(fields, others)
      assert.equal(fate.permitted, true)
    }
  })
})
