/** Erasure: deletes a person from every table, in every notation, and no other rows. */
import assert from 'node:assert/strict'
import { tables, type TableName } from '../schemas/warehouse.ts'
import { startErasureFixture, type ErasureFixture } from './erase/run.ts'
import { content, fill, jane, janesHash } from './erase/warehouse.ts'

const names = Object.keys(content) as TableName[]
const hers = Object.fromEntries(
  names.map((name) => [name, content[name]!.hers.length]).filter(([, count]) => count !== 0),
)

describe('erasure', () => {
  let fixture: ErasureFixture

  beforeEach(async () => {
    fixture = await startErasureFixture()
    await fill(fixture.test)
  })
  afterEach(() => fixture.stop())

  const rowsOf = async (name: string): Promise<number> => {
    const [row] = await fixture.warehouse.rows(`SELECT COUNT(*) AS n FROM ${fixture.warehouse.locate(name)}`)
    return Number(row!['n'])
  }
  const idsOf = async (name: string, column: string): Promise<string[]> => {
    const rows = await fixture.warehouse.rows(`SELECT ${column} AS id FROM ${fixture.warehouse.locate(name)}`)
    return rows.map(({ id }) => String(id)).toSorted()
  }
  const until = async (id: string, request: object, ports = {}): Promise<void> => {
    for (let turn = 0; (await fixture.push(id, request, ports)) === 'retry'; turn++)
      assert.ok(turn < 20, 'the run does not end')
  }

  it('deletes every row of the person, and no row of others', async () => {
    await until('run-1', { subject: jane, reason: 'asked on the phone' })
    const remaining = await idsOf('events', 'event_id')
    assert.deepEqual(remaining, ['joann', 'joann-2', 'nobody', 'product'])
    const kept = ['runs', 'hourly_counts', 'hourly_errors', 'health_alerts', 'suppressions']
    for (const name of names.filter((each) => !kept.includes(each)))
      assert.equal(await rowsOf(name), content[name]!.others.length, `rows of ${name}`)
    assert.deepEqual(await idsOf('hourly_counts', 'example_event_id'), ['joann', 'null', 'null', 'null'])
    assert.deepEqual(await idsOf('hourly_counts', 'pairs'), ['42', '42', '42', '42'])
    assert.deepEqual(await idsOf('hourly_errors', 'example_event_id'), ['joann', 'null', 'null'])
    assert.deepEqual(await idsOf('hourly_errors', 'detail'), ['null', 'null', 'the total is not a number'])
    assert.deepEqual(await idsOf('health_alerts', 'summary'), ['', '', 'crm did not get 42 events.'])
    const reasons = ['Ticket 42 of joann@acme.example.', 'asked on the phone', 'asked on the phone', 'null']
    assert.deepEqual(await idsOf('suppressions', 'reason'), reasons)
    assert.equal(await rowsOf('erasure_events'), 0)
    assert.deepEqual((await fixture.runOf('r-1'))['request'], {})
    assert.equal((await fixture.runOf('r-1'))['result'], null)
    assert.deepEqual((await fixture.runOf('r-2'))['request'], { where: 'TRUE' })
  })

  it('writes a receipt with counts and without the person', async () => {
    await until('run-1', { subject: jane, reason: 'jane.doe@acme.example wrote to us' })
    const { state, counts, request, result } = await fixture.runOf('run-1')
    assert.equal(state, 'finished')
    assert.deepEqual(counts, hers)
    assert.deepEqual((result as { rows: object }).rows, hers)
    assert.deepEqual((result as { identities: object }).identities, [
      { field: 'email', sha256: janesHash },
      // printf 42 | sha256sum
      { field: 'user_id', sha256: '73475cb40a568e8da8a045ced110137e159f890ac4da883b6b17dc651b3a8049' },
    ])
    assert.deepEqual(request, { fields: ['email', 'user_id'] })
    const [written] = await fixture.warehouse.rows(
      `SELECT STRING_AGG(TO_JSON_STRING((SELECT AS STRUCT t.* EXCEPT (requested_by)))) AS text FROM ${fixture.warehouse.locate('runs')} AS t`,
    )
    assert.doesNotMatch(String(written!['text']), /jane/i)
  })

  it('adds the person to the suppression list, once', async () => {
    await until('run-1', { subject: jane, reason: 'asked' })
    await until('run-2', { subject: { email: 'jane.doe@acme.example' } })
    const rows = await fixture.warehouse.rows(
      `SELECT field, value_hash, created_by, reason, lifted FROM ${fixture.warehouse.locate('suppressions')}
WHERE created_by != 'someone@shop.example' ORDER BY field`,
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

  it('finds plain values by their hash', async () => {
    await until('run-1', { subject: { email: janesHash } })
    const remaining = await idsOf('events', 'event_id')
    assert.ok(!remaining.includes('by-email') && !remaining.includes('as-hash'))
  })

  it('counts in a dry run, and deletes nothing', async () => {
    await until('run-1', { subject: jane, dry_run: true })
    const { counts, result } = await fixture.runOf('run-1')
    assert.deepEqual(counts, hers)
    const { fields_of_the_events } = result as { fields_of_the_events: object }
    assert.deepEqual(fields_of_the_events, {
      email: { rows: 1, values: 1 },
      user_id: { rows: 1, values: 1 },
    })
    for (const name of names.filter((each) => each !== 'runs'))
      assert.equal(await rowsOf(name), content[name]!.hers.length + content[name]!.others.length)
  })

  it('fails for a field that does not identify a person, without the value', async () => {
    assert.equal(await fixture.push('run-1', { subject: { first_name: 'Jane' } }), 'ended')
    const { state, reason, request } = await fixture.runOf('run-1')
    assert.equal(state, 'failed')
    assert.match(String(reason), /^"first_name" is not an identity field\. Use one of user_id, /)
    assert.doesNotMatch(JSON.stringify([reason, request]), /Jane/)
  })

  it('is retried for rows in the streaming buffer of BigQuery', async () => {
    await fixture.test.faults({ streamingBuffer: { seconds: 3600 } })
    const fresh = { ...content.events!.hers[0], event_id: 'fresh', stored_at: new Date().toISOString() }
    await fixture.test.call('POST', '/datasets/sluice/tables/events/insertAll', { rows: [{ json: fresh }] })
    assert.equal(await fixture.push('run-1', { subject: jane }), 'retry')
    assert.equal((await fixture.runOf('run-1'))['state'], 'running')
    assert.deepEqual(await idsOf('events', 'event_id'), ['fresh', 'joann', 'joann-2', 'nobody', 'product'])
    await fixture.test.faults(undefined)
    await until('run-1', { subject: jane })
    assert.equal(await rowsOf('events'), content.events!.others.length)
    const { counts } = await fixture.runOf('run-1')
    assert.deepEqual(counts, { ...hers, events: content.events!.hers.length + 1 })
  })

  it('covers all tables', () => {
    const known = [...names, 'leases', 'senders', 'erasure_events', 'audit', 'receipts', 'rates']
    assert.deepEqual(
      Object.keys(tables).filter((name) => !known.includes(name)),
      [],
    )
  })
})
