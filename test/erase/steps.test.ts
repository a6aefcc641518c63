/** Erasure in steps: it goes on wherever it stopped, waits for what it depends on, and asks the third parties through the bus. */
import assert from 'node:assert/strict'
import type { ErasePorts } from '../../functions/erase/erase.ts'
import type { Warehouse } from '../../functions/google/warehouse.ts'
import type { TableName } from '../../schemas/warehouse.ts'
import { startBench, type Bench } from './run.ts'
import { content, fill, jane } from './warehouse.ts'

const names = Object.keys(content) as TableName[]
const hers = Object.fromEntries(
  names.map((name) => [name, content[name]!.hers.length]).filter(([, count]) => count !== 0),
)
const at = '2026-03-14T09:26:53Z'

describe('erasure in steps', () => {
  let bench: Bench

  beforeEach(async () => {
    bench = await startBench()
    await fill(bench.test)
  })
  afterEach(() => bench.stop())

  const until = async (id: string, ports: Partial<ErasePorts> = {}): Promise<void> => {
    for (let turn = 0; (await bench.push(id, { subject: jane }, ports)) === 'later'; turn++)
      assert.ok(turn < 20, 'the run does not end')
  }
  const insert = (table: string, json: object) =>
    bench.test.call('POST', `/datasets/sluice/tables/${table}/insertAll`, { rows: [{ json }] })
  const countOf = async (name: string): Promise<number> => {
    const [row] = await bench.warehouse.rows(`SELECT COUNT(*) AS n FROM ${bench.warehouse.locate(name)}`)
    return Number(row!['n'])
  }

  it('takes up where it was killed, after whichever change, and still counts every row', async () => {
    // Every third change of the warehouse is the last of its process, whose lease then runs out.
    let sinceStart = 0
    const mortal: Warehouse = {
      ...bench.warehouse,
      change: async (...args) => {
        if (sinceStart++ === 3) throw new Error('killed')
        return bench.warehouse.change(...args)
      },
    }
    let deaths = 0
    const push = async (): Promise<'ended' | 'later'> => {
      sinceStart = -deaths
      try {
        return await bench.push('run-1', { subject: jane }, { warehouse: mortal })
      } catch {
        deaths++
        return 'later'
      }
    }
    while ((await push()) === 'later') assert.ok(deaths < 40, 'the run does not end')
    assert.ok(deaths > 5, `it died ${deaths} times only`)
    for (const name of names.filter((each) => each !== 'runs'))
      assert.equal(await countOf(name), content[name]!.others.length, `rows of ${name}`)
    const { state, counts } = await bench.runOf('run-1')
    assert.equal(state, 'finished')
    assert.deepEqual(counts, hers)
    assert.equal(await countOf('erasure_events'), 0)
    assert.equal(await countOf('suppressions'), 2)
  })

  it('finds what was stored while it was at work', async () => {
    let late = 0
    await until('run-1', {
      // It waits until the suppression is followed, and until what was in hand is stored.
      timeouts: {
        suppressionPropagationMs: 3_600_000,
        inFlightMs: 3_600_000,
        deleteRetryMs: 0,
        thirdPartyTimeoutMs: 3_600_000,
      },
      wait: async () => {
        if (late < 3) await insert('events', { ...content.events!.hers[0], event_id: `late-${++late}` })
      },
    })
    assert.equal(late, 3)
    assert.equal(await countOf('events'), content.events!.others.length)
    const { counts } = await bench.runOf('run-1')
    assert.equal((counts as Record<string, number>)['events'], hers['events']! + late)
  })

  const destinations = [
    { id: 'crm', target: 'webhook' },
    { id: 'mails', target: 'hubspot' },
    { id: 'ads', target: 'meta' },
  ]

  it('asks each third party that can be asked by what it knows people by, and waits for how that ends', async () => {
    assert.equal(await bench.push('run-1', { subject: jane }, { destinations }), 'later')
    assert.equal((await bench.runOf('run-1'))['state'], 'settling')
    const asked = bench.published.map(({ data, attributes }) => ({
      who: JSON.parse(data.toString()) as object,
      to: Object.keys(attributes).find((name) => name.startsWith('to_')),
      erasure: attributes['erasure'],
      replay_id: attributes['replay_id'],
    }))
    const common = { erasure: '1', replay_id: 'run-1' }
    assert.deepEqual(asked, [
      { who: { email: jane.email }, to: 'to_crm', ...common },
      { who: { user_id: jane.user_id }, to: 'to_crm', ...common },
      { who: { email: jane.email }, to: 'to_mails', ...common },
    ])
    for (const { attributes } of bench.published)
      assert.doesNotMatch(JSON.stringify(attributes), /jane/i, 'attributes are for everybody who operates')

    assert.equal(await bench.push('run-1', { subject: jane }, { destinations }), 'later')
    assert.equal(bench.published.length, 3, 'it asked again')
    const endings = [
      { outcome: 'delivered' },
      { outcome: 'dead', reason: 'attempts_exhausted' },
      { outcome: 'refused', reason: 'rejected' },
    ]
    // The bus has given up on the second, whose dead letter names the person.
    const { attributes, data } = bench.published[1]!
    await insert('dead_letters', {
      dead_at: at,
      stored_at: at,
      message_id: 'l-9',
      event_id: attributes['event_id'],
      part: 1,
      parts: 1,
      original: data.toString('base64'),
    })
    for (const [index, ending] of endings.entries())
      await insert('deliveries', {
        event_id: bench.published[index]!.attributes['event_id'],
        event_name: 'erasure',
        ...ending,
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
    assert.equal(await bench.push('run-1', { subject: jane }, { destinations }), 'ended')
    const { result } = await bench.runOf('run-1')
    assert.deepEqual((result as { destinations: object }).destinations, {
      crm: { email: 'delivered', user_id: 'dead: attempts_exhausted' },
      mails: { email: 'refused: rejected' },
      ads: 'not_supported: ask Meta Conversions API',
    })
    assert.equal(await countOf('dead_letters'), content.dead_letters!.others.length)
  })

  it('ends without an answer that does not come, and says so', async () => {
    const timeouts = { suppressionPropagationMs: 0, inFlightMs: 0, deleteRetryMs: 0, thirdPartyTimeoutMs: 0 }
    await until('run-1', { destinations, timeouts })
    const { destinations: told } = (await bench.runOf('run-1'))['result'] as { destinations: object }
    assert.deepEqual(told, {
      crm: { email: 'pending', user_id: 'pending' },
      mails: { email: 'pending' },
      ads: 'not_supported: ask Meta Conversions API',
    })
  })

  it('can be cancelled between two steps', async () => {
    assert.equal(await bench.push('run-1', { subject: jane }, { destinations }), 'later')
    await bench.warehouse.change(
      `UPDATE ${bench.warehouse.locate('runs')} SET cancel_requested = TRUE WHERE run_id = 'run-1'`,
    )
    assert.equal(await bench.push('run-1', { subject: jane }, { destinations }), 'ended')
    assert.equal((await bench.runOf('run-1'))['state'], 'cancelled')
    await until('run-2')
    assert.equal(await countOf('erasure_events'), 0)
  })

  it('says nothing of the person when BigQuery refuses a statement with it', async () => {
    const warehouse: Warehouse = {
      ...bench.warehouse,
      change: async (sql, parameters, bounds) => {
        const values = JSON.stringify(parameters)
        if (sql.startsWith('DELETE')) throw new Error(`Cannot run ${sql} with ${values} of ${jane.email}`)
        return bench.warehouse.change(sql, parameters, bounds)
      },
    }
    await assert.rejects(bench.push('run-1', { subject: jane }, { warehouse }), {
      message: 'A step of the erasure failed: no code',
    })
  })
})
