/** The official client against the BigQuery emulator: reads and queries. */
import assert from 'node:assert/strict'
import type { BigQuery, Dataset, Table } from '@google-cloud/bigquery'
import { row, schema } from './support/event_table.ts'
import { project, startServer, type TestServer } from './support/server.ts'

interface Failure {
  code?: number
  message: string
  errors?: {
    reason?: string
    message?: string
    row?: unknown
    errors?: { message: string; reason: string }[]
  }[]
}

describe('the official BigQuery client', () => {
  let server: TestServer
  let client: BigQuery
  let dataset: Dataset
  let table: Table
  const sql = async (query: string): Promise<Record<string, unknown>[]> =>
    (await client.query(query))[0] as never

  before(async () => {
    server = await startServer()
    client = server.client
    ;[dataset] = await client.createDataset('shop', { location: 'EU', labels: { team: 'data' } })
    ;[table] = await dataset.createTable('events', {
      schema,
      timePartitioning: { type: 'DAY', field: 'happened' },
      clustering: { fields: ['id'] },
      description: 'All events',
    })
    await table.insert([row, { id: 'b', happened: '2024-05-05 05:05:05 UTC' }])
  })
  after(async () => {
    await server.stop()
  })

  it('finds only datasets and tables that exist', async () => {
    assert.deepEqual(await dataset.exists(), [true])
    assert.deepEqual(await client.dataset('other').exists(), [false])
    assert.deepEqual(await table.exists(), [true])
    assert.deepEqual(
      (await client.getDatasets())[0].map((d) => d.id),
      ['shop'],
    )
    assert.ok((await dataset.getTables())[0].some((t) => t.id === 'events'))
  })

  it('refuses a second dataset of the same name', async () => {
    await assert.rejects(client.createDataset('shop'), (error: Failure) => {
      assert.equal(error.code, 409)
      assert.match(error.message, /Already Exists: Dataset proj:shop/)
      return true
    })
  })

  it('reads back every type it wrote', async () => {
    const [got] = await sql('SELECT * FROM `shop.events` WHERE id = "a"')
    assert.equal(String(got!['amount']), '1.25')
    assert.deepEqual(got!['happened'], client.timestamp('2023-11-14T22:13:20.123Z'))
    assert.deepEqual(got!['day'], client.date('2024-01-01'))
    assert.deepEqual(got!['clock'], client.time('10:11:12.500000'))
    assert.deepEqual(got!['raw'], Buffer.from('hi'))
    assert.deepEqual(got!['tags'], ['x', 'y'])
    assert.deepEqual(got!['device'], { os: 'ios', version: 3 })
    assert.equal(String((got!['items'] as { price: unknown }[])[0]!.price), '9.99')
    assert.deepEqual(JSON.parse(String(got!['data'])), { a: [1, { b: 2 }] })
  })

  it('binds named, positional, array and struct parameters', async () => {
    const named = await client.query({
      query: 'SELECT id FROM `proj.shop.events` WHERE id IN UNNEST(@ids) AND happened > @from ORDER BY 1',
      params: { ids: ['a', 'b'], from: new Date('2024-01-01') },
    })
    assert.deepEqual(named[0], [{ id: 'b' }])
    assert.deepEqual((await client.query({ query: 'SELECT ? + 1 AS x, ? AS s', params: [41, 'z'] }))[0], [
      { x: 42, s: 'z' },
    ])
    const struct = await client.query({
      query: 'SELECT @s.a AS a, @s.b AS b',
      params: { s: { a: 1, b: 'q' } },
    })
    assert.deepEqual(struct[0], [{ a: 1, b: 'q' }])
  })

  it('names unknown columns and tables as BigQuery does', async () => {
    await assert.rejects(sql('SELECT iid FROM `shop.events`'), (error: Failure) => {
      assert.equal(error.code, 400)
      assert.match(error.message, /Unrecognized name: iid; Did you mean id\? at \[1:8\]/)
      assert.equal(error.errors?.[0]?.reason, 'invalidQuery')
      return true
    })
    await assert.rejects(sql('SELECT 1 FROM `shop.nothing`'), (error: Failure) => {
      assert.equal(error.code, 404)
      assert.match(error.message, /Not found: Table proj:shop\.nothing was not found in location US/)
      return true
    })
  })

  it('runs jobs, dry runs and streams', async () => {
    const [job] = await client.createQueryJob({ query: 'SELECT COUNT(*) AS c FROM `shop.events`' })
    assert.deepEqual((await job.getQueryResults())[0], [{ c: 2 }])
    const [metadata] = (await job.getMetadata()) as unknown as [
      { status: { state: string }; statistics: { query: { statementType: string } } },
    ]
    assert.equal(metadata.status.state, 'DONE')
    assert.equal(metadata.statistics.query.statementType, 'SELECT')
    const [dry] = await client.createQueryJob({ query: 'SELECT id, amount FROM `shop.events`', dryRun: true })
    const planned = dry.metadata as {
      statistics: { query: { schema: { fields: { name: string; type: string }[] } } }
    }
    assert.deepEqual(
      planned.statistics.query.schema.fields.map(({ name, type }) => [name, type]),
      [
        ['id', 'STRING'],
        ['amount', 'NUMERIC'],
      ],
    )
    const streamed: string[] = []
    for await (const got of client.createQueryStream('SELECT id FROM `shop.events` ORDER BY id'))
      streamed.push((got as { id: string }).id)
    assert.deepEqual(streamed, ['a', 'b'])
  })

  it('pages through query results and table rows', async () => {
    const [job] = await client.createQueryJob('SELECT x FROM UNNEST(GENERATE_ARRAY(1, 7)) AS x ORDER BY x')
    const [first, next] = await job.getQueryResults({ maxResults: 3, autoPaginate: false })
    assert.deepEqual(
      first.map(({ x }: { x: number }) => x),
      [1, 2, 3],
    )
    assert.ok(next)
    const [second] = await job.getQueryResults({ ...next, autoPaginate: false })
    assert.deepEqual(
      second.map(({ x }: { x: number }) => x),
      [4, 5, 6],
    )
    assert.equal((await job.getQueryResults())[0].length, 7)
    assert.deepEqual(
      (await table.getRows({ maxResults: 1, autoPaginate: false }))[0].map(({ id }: { id: string }) => id),
      ['a'],
    )
    assert.equal((await table.getRows())[0].length, 2)
  })

  it('works with BIGQUERY_EMULATOR_HOST, without credentials and without the path prefix', async () => {
    const answer = await fetch(`${server.url}/projects/${project}/datasets`)
    assert.equal(answer.status, 200)
    const prefixed = await fetch(`${server.url}/bigquery/v2/projects/${project}/datasets`)
    assert.equal(prefixed.status, 200)
  })
})
