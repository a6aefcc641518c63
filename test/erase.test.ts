/** Erasure: a person is taken out of every table, whatever the manner of writing, and nobody else is. */
import assert from 'node:assert/strict'
import { tables, type TableName } from '../schemas/warehouse.ts'
import { startBench, type Bench } from './erase/run.ts'
import { content, fill, jane, janesHash } from './erase/warehouse.ts'

const names = Object.keys(content) as TableName[]
const hers = Object.fromEntries(
  names.map((name) => [name, content[name]!.hers.length]).filter(([, count]) => count !== 0),
)

describe('erasure', () => {
  let bench: Bench

  beforeEach(async () => {
    bench = await startBench()
    await fill(bench.test)
  })
  afterEach(() => bench.stop())

  const rowsOf = async (name: string): Promise<number> => {
    const [row] = await bench.warehouse.rows(`SELECT COUNT(*) AS n FROM ${bench.warehouse.locate(name)}`)
    return Number(row!['n'])
  }
  const idsOf = async (name: string, column: string): Promise<string[]> => {
    const rows = await bench.warehouse.rows(`SELECT ${column} AS id FROM ${bench.warehouse.locate(name)}`)
    return rows.map(({ id }) => String(id)).toSorted()
  }
  const until = async (id: string, request: object, ports = {}): Promise<void> => {
    for (let turn = 0; (await bench.push(id, request, ports)) === 'later'; turn++)
      assert.ok(turn < 20, 'the run does not end')
  }

  it('leaves no row of the person in any table, and every row of others', async () => {
    await until('run-1', { subject: jane, reason: 'asked on the phone' })
    const left = await idsOf('events', 'event_id')
    assert.deepEqual(left, ['joann', 'joann-2', 'nobody', 'product'])
    for (const name of names.filter((each) => each !== 'runs'))
      assert.equal(await rowsOf(name), content[name]!.others.length, `rows of ${name}`)
    assert.equal(await rowsOf('erasure_events'), 0)
    assert.deepEqual((await bench.runOf('r-1'))['request'], {})
    assert.equal((await bench.runOf('r-1'))['result'], null)
    assert.deepEqual((await bench.runOf('r-2'))['request'], { where: 'TRUE' })
  })

  it('gives a receipt that tells how much of what, and names nobody', async () => {
    await until('run-1', { subject: jane, reason: 'jane.doe@acme.example wrote to us' })
    const { state, counts, request, result } = await bench.runOf('run-1')
    assert.equal(state, 'finished')
    assert.deepEqual(counts, hers)
    assert.deepEqual((result as { rows: object }).rows, hers)
    assert.deepEqual((result as { identities: object }).identities, [
      { field: 'email', sha256: janesHash },
      // printf 42 | sha256sum
      { field: 'user_id', sha256: '73475cb40a568e8da8a045ced110137e159f890ac4da883b6b17dc651b3a8049' },
    ])
    assert.deepEqual(request, { fields: ['email', 'user_id'] })
    const [written] = await bench.warehouse.rows(
      `SELECT STRING_AGG(TO_JSON_STRING(t)) AS text FROM ${bench.warehouse.locate('runs')} AS t`,
    )
    assert.doesNotMatch(String(written!['text']), /jane/i)
  })

  it('puts the person on the suppression list first, once', async () => {
    await until('run-1', { subject: jane, reason: 'asked' })
    await until('run-2', { subject: { email: 'jane.doe@acme.example' } })
    const rows = await bench.warehouse.rows(
      `SELECT field, value_hash, created_by, reason, lifted FROM ${bench.warehouse.locate('suppressions')} ORDER BY field`,
    )
    const common = { created_by: 'erasure run-1', reason: 'asked', lifted: false }
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [
        { field: 'email', value_hash: janesHash, ...common },
        {
          field: 'user_id',
          value_hash: '73475cb40a568e8da8a045ced110137e159f890ac4da883b6b17dc651b3a8049',
          ...common,
        },
      ],
    )
  })

  it('finds by the hash alone what was written plainly', async () => {
    await until('run-1', { subject: { email: janesHash } })
    const left = await idsOf('events', 'event_id')
    assert.ok(!left.includes('by-email') && !left.includes('as-hash'))
  })

  it('only tells, when that is all it is asked', async () => {
    await until('run-1', { subject: jane, dry_run: true })
    const { counts, result } = await bench.runOf('run-1')
    assert.deepEqual(counts, hers)
    const { fields_of_the_events } = result as { fields_of_the_events: object }
    assert.deepEqual(fields_of_the_events, {
      email: { rows: 1, values: 1 },
      user_id: { rows: 1, values: 1 },
    })
    for (const name of names.filter((each) => each !== 'runs'))
      assert.equal(await rowsOf(name), content[name]!.hers.length + content[name]!.others.length)
    assert.equal(await rowsOf('suppressions'), 0)
  })

  it('refuses what names no single person, and does not repeat the value', async () => {
    assert.equal(await bench.push('run-1', { subject: { first_name: 'Jane' } }), 'ended')
    const { state, reason, request } = await bench.runOf('run-1')
    assert.equal(state, 'failed')
    assert.match(String(reason), /^"first_name" is not an identity field\. Use one of user_id, /)
    assert.doesNotMatch(JSON.stringify([reason, request]), /Jane/)
  })

  it('waits for what BigQuery keeps in its streaming buffer, and says so by coming again', async () => {
    await bench.test.faults({ streamingBuffer: { seconds: 3600 } })
    const fresh = { ...content.events!.hers[0], event_id: 'fresh', stored_at: new Date().toISOString() }
    await bench.test.call('POST', '/datasets/sluice/tables/events/insertAll', { rows: [{ json: fresh }] })
    assert.equal(await bench.push('run-1', { subject: jane }), 'later')
    assert.equal((await bench.runOf('run-1'))['state'], 'running')
    assert.deepEqual(await idsOf('events', 'event_id'), ['fresh', 'joann', 'joann-2', 'nobody', 'product'])
    await bench.test.faults(undefined)
    await until('run-1', { subject: jane })
    assert.equal(await rowsOf('events'), content.events!.others.length)
    const { counts } = await bench.runOf('run-1')
    assert.deepEqual(counts, { ...hers, events: content.events!.hers.length + 1 })
  })

  it('makes no table that it does not know', () => {
    const known = [...names, 'suppressions', 'leases', 'erasure_events']
    assert.deepEqual(
      Object.keys(tables).filter((name) => !known.includes(name)),
      [],
    )
  })
})
