/** The official client against the BigQuery emulator: changes tables, views and rows, and loads files. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BigQuery, Dataset, Table } from '@google-cloud/bigquery'
import { row, schema } from './support/event_table.ts'
import { startServer, type TestServer } from './support/server.ts'

describe('the official BigQuery client, changing tables', () => {
  let server: TestServer
  let client: BigQuery
  let dataset: Dataset
  let table: Table
  let files: string
  const sql = async (query: string): Promise<Record<string, unknown>[]> =>
    (await client.query(query))[0] as never

  before(async () => {
    server = await startServer()
    client = server.client
    files = await mkdtemp(join(tmpdir(), 'sluice-load-'))
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
    await rm(files, { recursive: true })
  })

  it('describes a table and adds a column to it', async () => {
    const [before] = await table.getMetadata()
    assert.equal(before.numRows, '2')
    assert.equal(before.description, 'All events')
    assert.deepEqual(before.timePartitioning, { type: 'DAY', field: 'happened' })
    assert.equal(before.schema.fields[5].description, 'When it happened')
    before.schema.fields.push({ name: 'extra', type: 'STRING' })
    await table.setMetadata({ schema: before.schema })
    await table.insert({ id: 'c', extra: 'hello' })
    assert.deepEqual(await sql('SELECT extra FROM `shop.events` WHERE id = "c"'), [{ extra: 'hello' }])
    const [after] = await table.getMetadata()
    after.schema.fields = after.schema.fields.slice(0, 3)
    await assert.rejects(table.setMetadata({ schema: after.schema }), /is missing in new schema/)
  })

  it('widens a record and keeps the rows', async () => {
    const [metadata] = await table.getMetadata()
    const device = metadata.schema.fields.find(({ name }: { name: string }) => name === 'device')
    device.fields.push({ name: 'model', type: 'STRING' })
    await table.setMetadata({ schema: metadata.schema })
    assert.deepEqual(await sql('SELECT device FROM `shop.events` WHERE id = "a"'), [
      { device: { os: 'ios', version: 3, model: null } },
    ])
  })

  it('creates views and reads through them', async () => {
    await dataset.createTable('view', {
      view: { query: 'SELECT id, n FROM `shop.events`', useLegacySql: false },
    })
    assert.deepEqual(await sql('SELECT n FROM `shop.view` WHERE id = "a"'), [{ n: 1 }])
    const [metadata] = await dataset.table('view').getMetadata()
    assert.equal(metadata.type, 'VIEW')
    assert.deepEqual(
      metadata.schema.fields.map(({ name }: { name: string }) => name),
      ['id', 'n'],
    )
    await assert.rejects(
      dataset.createTable('broken', {
        view: { query: 'SELECT nothing FROM `shop.events`', useLegacySql: false },
      }),
      /Unrecognized name: nothing/,
    )
  })

  it('loads files and streams of CSV and JSON', async () => {
    await writeFile(join(files, 'x.ndjson'), '{"a":1,"b":"x"}\n{"a":2,"b":"y"}\n')
    await writeFile(join(files, 'x.csv'), 'a,b\n1,"x, ""q"""\n2,y\n')
    const fields = [
      { name: 'a', type: 'INTEGER' },
      { name: 'b', type: 'STRING' },
    ]
    const [ndjson] = await dataset
      .table('loaded')
      .load(join(files, 'x.ndjson'), { sourceFormat: 'NEWLINE_DELIMITED_JSON', schema: { fields } })
    assert.equal(ndjson.status?.errorResult, undefined)
    await dataset
      .table('loaded_csv')
      .load(join(files, 'x.csv'), { sourceFormat: 'CSV', skipLeadingRows: 1, schema: { fields } })
    assert.deepEqual(await sql('SELECT * FROM `shop.loaded_csv` ORDER BY a'), [
      { a: 1, b: 'x, "q"' },
      { a: 2, b: 'y' },
    ])
    await new Promise((resolve, reject) => {
      dataset
        .table('loaded')
        .createWriteStream({ sourceFormat: 'NEWLINE_DELIMITED_JSON' })
        .on('complete', resolve)
        .on('error', reject)
        .end('{"a":3,"b":"z"}\n')
    })
    assert.deepEqual(await sql('SELECT COUNT(*) AS c FROM `shop.loaded`'), [{ c: 3 }])
  })

  it('changes rows, creates tables and writes destination tables', async () => {
    const [job] = await client.createQueryJob("UPDATE `shop.loaded` SET b = 'q' WHERE a = 1")
    await job.getQueryResults()
    const [metadata] = (await job.getMetadata()) as unknown as [
      { statistics: { query: { numDmlAffectedRows: string } } },
    ]
    assert.equal(metadata.statistics.query.numDmlAffectedRows, '1')
    await sql(
      "CREATE TABLE `shop.made` (x INT64, y ARRAY<STRING>) PARTITION BY RANGE_BUCKET(x, GENERATE_ARRAY(0, 10, 1)) OPTIONS (description = 'made')",
    )
    assert.equal((await dataset.table('made').getMetadata())[0].description, 'made')
    const [filled] = await client.createQueryJob({
      query: 'SELECT 1 AS x',
      destination: dataset.table('filled'),
      writeDisposition: 'WRITE_TRUNCATE',
    })
    await filled.getQueryResults()
    assert.deepEqual((await dataset.table('filled').getRows())[0], [{ x: 1 }])
    await dataset.table('filled').copy(dataset.table('copied'))
    assert.deepEqual((await dataset.table('copied').getRows())[0], [{ x: 1 }])
    assert.ok((await client.getJobs({ maxResults: 2 }))[0].length > 0)
  })

  it('deletes tables, and datasets only when empty or forced', async () => {
    await dataset.table('copied').delete()
    assert.deepEqual(await dataset.table('copied').exists(), [false])
    await assert.rejects(dataset.delete(), /Dataset proj:shop is still in use/)
    await dataset.delete({ force: true })
    assert.deepEqual(await dataset.exists(), [false])
  })
})
