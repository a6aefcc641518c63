/** Erasure in steps: resumes where it stopped, waits for what it depends on, and asks the third parties through Pub/Sub. */
import assert from 'node:assert/strict'
import type { ErasePorts } from '../../functions/erase/erase.ts'
import type { Warehouse } from '../../functions/google/warehouse.ts'
import type { TableName } from '../../schemas/warehouse.ts'
import { startErasureFixture, type ErasureFixture } from './run.ts'
import { content, fill, jane } from './warehouse.ts'

const names = Object.keys(content) as TableName[]
const hers = Object.fromEntries(
  names.map((name) => [name, content[name]!.hers.length]).filter(([, count]) => count !== 0),
)
const at = '2026-03-14T09:26:53Z'

describe('erasure in steps', () => {
  let fixture: ErasureFixture

  beforeEach(async () => {
    fixture = await startErasureFixture()
    await fill(fixture.test)
  })
  afterEach(() => fixture.stop())

  const until = async (id: string, ports: Partial<ErasePorts> = {}): Promise<void> => {
    for (let turn = 0; (await fixture.push(id, { subject: jane }, ports)) === 'retry'; turn++)
      assert.ok(turn < 20, 'the run does not end')
  }
  const insert = (table: string, json: object) =>
    fixture.test.call('POST', `/datasets/sluice/tables/${table}/insertAll`, { rows: [{ json }] })
  const countOf = async (name: string): Promise<number> => {
    const [row] = await fixture.warehouse.rows(`SELECT COUNT(*) AS n FROM ${fixture.warehouse.locate(name)}`)
    return Number(row!['n'])
  }

  it('resumes after a crash at any change, and still counts every row', async () => {
    // Each process crashes one change later than the one before.
    let sinceStart = 0
    const crashing: Warehouse = {
      ...fixture.warehouse,
      change: async (...args) => {
        if (sinceStart++ === 3) throw new Error('killed')
        return fixture.warehouse.change(...args)
      },
    }
    let crashes = 0
    const push = async (): Promise<'ended' | 'retry'> => {
      sinceStart = -crashes
      try {
        return await fixture.push('run-1', { subject: jane }, { warehouse: crashing })
      } catch {
        crashes++
        return 'retry'
      }
    }
    while ((await push()) === 'retry') assert.ok(crashes < 40, 'the run does not end')
    assert.ok(crashes > 5, `it crashed only ${crashes} times`)
    for (const name of names.filter(
      (each) => !['runs', 'hourly_counts', 'hourly_errors', 'health_alerts', 'suppressions'].includes(each),
    ))
      assert.equal(await countOf(name), content[name]!.others.length, `rows of ${name}`)
    const { state, counts } = await fixture.runOf('run-1')
    assert.equal(state, 'finished')
    assert.deepEqual(counts, hers)
    assert.equal(await countOf('erasure_events'), 0)
    assert.equal(await countOf('suppressions'), 4)
  })

  it('finds rows that were stored while it ran', async () => {
    let late = 0
    await until('run-1', {
      // It waits until the suppression has propagated, and until events in flight are stored.
      timeouts: {
        suppressionPropagationMs: 3_600_000,
        inFlightMs: 3_600_000,
        deleteRetryMs: 0,
        thirdPartyTimeoutMs: 3_600_000,
      },
      wait: async () => {
        const now = new Date().toISOString()
        const times = { received_at: now, stored_at: now }
        if (late < 3)
          await insert('events', { ...content.events!.hers[0], ...times, event_id: `late-${++late}` })
      },
    })
    assert.equal(late, 3)
    assert.equal(await countOf('events'), content.events!.others.length)
    const { counts } = await fixture.runOf('run-1')
    assert.equal((counts as Record<string, number>)['events'], hers['events']! + late)
  })

  const destinations = [
    { id: 'crm', target: 'webhook' },
    { id: 'mails', target: 'hubspot' },
    { id: 'ads', target: 'meta' },
  ]

  it('asks each third party by the identities that it supports, and waits for the outcomes', async () => {
    assert.equal(await fixture.push('run-1', { subject: jane }, { destinations }), 'retry')
    assert.equal((await fixture.runOf('run-1'))['state'], 'settling')
    const requests = fixture.published.map(({ data, attributes }) => ({
      who: JSON.parse(data.toString()) as object,
      to: Object.keys(attributes).find((name) => name.startsWith('to_')),
      erasure: attributes['erasure'],
      replay_id: attributes['replay_id'],
    }))
    const common = { erasure: '1', replay_id: 'run-1' }
    assert.deepEqual(requests, [
      { who: { email: jane.email }, to: 'to_crm', ...common },
      { who: { user_id: jane.user_id }, to: 'to_crm', ...common },
      { who: { email: jane.email }, to: 'to_mails', ...common },
    ])
    for (const { attributes } of fixture.published)
      assert.doesNotMatch(JSON.stringify(attributes), /jane/i, 'every operator can read attributes')

    assert.equal(await fixture.push('run-1', { subject: jane }, { destinations }), 'retry')
    assert.equal(fixture.published.length, 3, 'the requests were published again')
    const outcomes = [
      { outcome: 'delivered' },
      { outcome: 'dead', reason: 'attempts_exhausted' },
      { outcome: 'refused', reason: 'rejected' },
    ]
    // The second request is a dead letter, which names the person.
    const { attributes, data } = fixture.published[1]!
    const now = new Date().toISOString()
    await insert('dead_letters', {
      dead_at: now,
      stored_at: now,
      message_id: 'l-9',
      event_id: attributes['event_id'],
      part: 1,
      parts: 1,
      original: data.toString('base64'),
    })
    for (const [index, outcome] of outcomes.entries())
      await insert('deliveries', {
        event_id: fixture.published[index]!.attributes['event_id'],
        event_name: 'erasure',
        ...outcome,
        destination: 'crm',
        target: 'webhook',
        attempt: 1,
        latency_ms: 1,
        received_at: at,
        stored_at: at,
        settled_at: at,
        replay_id: 'run-1',
        source: 'erasure',
      })
    assert.equal(await fixture.push('run-1', { subject: jane }, { destinations }), 'ended')
    const { result } = await fixture.runOf('run-1')
    assert.deepEqual((result as { destinations: object }).destinations, {
      crm: { email: 'delivered', user_id: 'dead: attempts_exhausted' },
      mails: { email: 'refused: rejected' },
      ads: 'not_supported: ask Meta Conversions API',
    })
    assert.equal(await countOf('dead_letters'), content.dead_letters!.others.length)
  })

  it('ends after the timeout with outcomes pending', async () => {
    const timeouts = { suppressionPropagationMs: 0, inFlightMs: 0, deleteRetryMs: 0, thirdPartyTimeoutMs: 0 }
    await until('run-1', { destinations, timeouts })
    const { destinations: results } = (await fixture.runOf('run-1'))['result'] as { destinations: object }
    assert.deepEqual(results, {
      crm: { email: 'pending', user_id: 'pending' },
      mails: { email: 'pending' },
      ads: 'not_supported: ask Meta Conversions API',
    })
  })

  it('can be cancelled between two steps', async () => {
    assert.equal(await fixture.push('run-1', { subject: jane }, { destinations }), 'retry')
    await fixture.warehouse.change(
      `UPDATE ${fixture.warehouse.locate('runs')} SET cancel_requested = TRUE WHERE run_id = 'run-1'`,
    )
    assert.equal(await fixture.push('run-1', { subject: jane }, { destinations }), 'ended')
    assert.equal((await fixture.runOf('run-1'))['state'], 'cancelled')
    await until('run-2')
    assert.equal(await countOf('erasure_events'), 0)
  })

  it('throws an error without the person when BigQuery rejects a statement', async () => {
    const warehouse: Warehouse = {
      ...fixture.warehouse,
      change: async (sql, parameters, bounds) => {
        const values = JSON.stringify(parameters)
        if (sql.startsWith('DELETE')) throw new Error(`Cannot run ${sql} with ${values} of ${jane.email}`)
        return fixture.warehouse.change(sql, parameters, bounds)
      },
    }
    await assert.rejects(fixture.push('run-1', { subject: jane }, { warehouse }), {
      message: 'A step of the erasure failed: no code',
    })
  })
})
