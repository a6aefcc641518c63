/** Table state: modification times, estimated bytes, repeated requests and failed loads. */
import assert from 'node:assert/strict'
import type { BigQuery, Table } from '@google-cloud/bigquery'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accessOf, clientFor, post, project, rows, startServer, type TestServer } from './support/server.ts'

interface Described {
  lastModifiedTime: string
  etag: string
  numRows: string
}

describe('the state of a table', () => {
  let server: TestServer
  let client: BigQuery
  const sql = (query: string): Promise<unknown[][]> => rows(server.url, query)
  const describeTable = async (id: string): Promise<Described> =>
    (await client.dataset('d').table(id).getMetadata())[0] as Described
  before(async () => {
    server = await startServer()
    ;({ client } = server)
    await sql('CREATE SCHEMA d')
  })
  after(() => server.stop())

  // https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#array_nulls
  it('gives old rows an empty array when a repeated column is added, by SQL and by the API', async () => {
    await sql('CREATE TABLE d.older AS SELECT 1 AS n')
    await sql('ALTER TABLE d.older ADD COLUMN a ARRAY<INT64>')
    const table = client.dataset('d').table('older')
    const { schema } = (await table.getMetadata())[0] as { schema: { fields: object[] } }
    const columns = [
      { name: 'b', type: 'STRING', mode: 'REPEATED' },
      { name: 'c', type: 'STRING', mode: 'REPEATED' },
    ]
    const fields = [...schema.fields, ...columns]
    await table.setMetadata({ schema: { fields } })
    assert.deepEqual(await sql('SELECT TO_JSON_STRING(t), a IS NULL FROM d.older AS t'), [
      ['{"n":1,"a":[],"b":[],"c":[]}', 'false'],
    ])
  })

  it('has a new time and etag after every change of its rows', async () => {
    await sql('CREATE TABLE d.changing (n INT64)')
    const table = client.dataset('d').table('changing')
    const file = join(server.dir, 'rows.csv')
    await writeFile(file, '5\n')
    const changes: [what: string, change: () => Promise<unknown>][] = [
      ['insertAll', () => table.insert({ n: 1 })],
      ['INSERT', () => sql('INSERT INTO d.changing VALUES (2)')],
      ['UPDATE', () => sql('UPDATE d.changing SET n = 3 WHERE n = 2')],
      ['DELETE', () => sql('DELETE FROM d.changing WHERE n = 3')],
      ['a load', () => table.load(file)],
      [
        'a query into it',
        () => client.query({ query: 'SELECT 9 AS n', destination: table, writeDisposition: 'WRITE_APPEND' }),
      ],
    ]
    let before = await describeTable('changing')
    for (const [what, change] of changes) {
      await change()
      const after = await describeTable('changing')
      assert.ok(Number(after.lastModifiedTime) > Number(before.lastModifiedTime), what)
      assert.notEqual(after.etag, before.etag, what)
      before = after
    }
    await sql('SELECT n FROM d.changing')
    assert.deepEqual(await describeTable('changing'), before)
  })

  it('is changed only with its latest etag', async () => {
    await sql('CREATE TABLE d.guarded (n INT64)')
    const { etag } = await describeTable('guarded')
    await sql('INSERT INTO d.guarded VALUES (1)')
    const table: Table = client.dataset('d').table('guarded')
    await assert.rejects(table.setMetadata({ description: 'mine', etag }), /Precondition Failed/)
  })

  it('lists its rows in pages with the selected fields', async () => {
    await sql('CREATE TABLE d.paged (n INT64, device STRUCT<os STRING, version INT64>)')
    await sql(`INSERT INTO d.paged SELECT n, ('ios', n) FROM UNNEST(GENERATE_ARRAY(1, 25)) AS n`)
    const table = client.dataset('d').table('paged')
    const pages: number[][] = []
    let next: object | null = { maxResults: 10, autoPaginate: false }
    while (next) {
      const [page, following] = await table.getRows(next)
      pages.push(page.map((row: { n: number }) => row.n))
      next = following as object | null
    }
    assert.deepEqual(
      pages.map((page) => page.length),
      [10, 10, 5],
    )
    assert.deepEqual(
      pages.flat(),
      Array.from({ length: 25 }, (_, i) => i + 1),
    )
    const list = await fetch(
      `${server.url}/projects/${project}/datasets/d/tables/paged/data?selectedFields=device.version&startIndex=23`,
    )
    const { rows: last, totalRows } = (await list.json()) as { rows: unknown[]; totalRows: string }
    assert.deepEqual(
      last,
      [24, 25].map((n) => ({ f: [{ v: { f: [{ v: String(n) }] } }] })),
    )
    assert.equal(totalRows, '25')
  })

  it('drops expired partitions', async () => {
    await client.dataset('d').createTable('expiring', {
      schema: 'day:DATE,n:INTEGER',
      timePartitioning: { type: 'DAY', field: 'day', expirationMs: String(2 * 86_400_000) },
    })
    await sql(
      'INSERT INTO d.expiring SELECT DATE_SUB(CURRENT_DATE(), INTERVAL n DAY), n FROM UNNEST([0, 1, 5, 100]) AS n',
    )
    await sql('INSERT INTO d.expiring VALUES (NULL, -1)')
    assert.deepEqual(await sql('SELECT n FROM d.expiring ORDER BY n'), [['-1'], ['0'], ['1']])
    assert.equal((await describeTable('expiring')).numRows, '3')
    const [listed] = await client.dataset('d').table('expiring').getRows()
    assert.equal(listed.length, 3)
  })

  it('is not created or changed by a failed load', async () => {
    const file = join(server.dir, 'bad.ndjson')
    await writeFile(file, '{"n": 1}\n{"n": "many"}\n')
    const options = { format: 'JSON', schema: { fields: [{ name: 'n', type: 'INTEGER' }] } }
    await assert.rejects(client.dataset('d').table('fresh').load(file, options), /Row: 2/)
    assert.deepEqual(await client.dataset('d').table('fresh').exists(), [false])
    await sql('CREATE TABLE d.kept AS SELECT 7 AS n')
    const replace = { ...options, writeDisposition: 'WRITE_TRUNCATE' }
    await assert.rejects(client.dataset('d').table('kept').load(file, replace), /Row: 2/)
    assert.deepEqual(await sql('SELECT n FROM d.kept'), [['7']])
  })

  it('keeps the numbers of a JSON column unchanged', async () => {
    await sql('CREATE TABLE d.documents (data JSON)')
    const data = '{"a":{"n":[9007199254740993,0.123456789012345678]}}'
    await client.dataset('d').table('documents').insert({ data })
    assert.deepEqual(
      await sql(
        `SELECT JSON_VALUE(data, '$.a.n[0]'), JSON_VALUE(data.a, '$.n[1]'), TO_JSON_STRING(data.a.n),
          TO_JSON_STRING(JSON_QUERY_ARRAY(data, '$.a.n')[OFFSET(1)]) FROM d.documents`,
      ),
      [
        [
          '9007199254740993',
          '0.123456789012345678',
          '[9007199254740993,0.123456789012345678]',
          '0.123456789012345678',
        ],
      ],
    )
  })
})

describe('a query', () => {
  let server: TestServer
  before(async () => {
    const all = (resource: string, ...permissions: string[]) =>
      permissions.map((permission) => `${permission} ${resource}` as const)
    const analyst = [
      ...all(`projects/${project}`, 'bigquery.jobs.create'),
      ...all(`projects/${project}/datasets/d`, 'bigquery.tables.create'),
      ...all(`projects/${project}/datasets/d/tables/t`, 'bigquery.tables.getData'),
      ...all(`projects/${project}/datasets/d/tables/v`, 'bigquery.tables.getData', 'bigquery.tables.get'),
    ]
    server = await startServer(accessOf({ analyst }))
    await rows(server.url, 'CREATE SCHEMA d')
    await rows(server.url, "CREATE TABLE d.t AS SELECT n, 'four' AS word FROM UNNEST([1, 2, NULL]) AS n")
    await rows(server.url, 'CREATE TABLE d.other (n INT64)')
  })
  after(() => server.stop())

  interface Answer {
    error?: { message: string; errors: { reason: string }[] }
    totalBytesProcessed?: string
    jobReference?: { jobId: string }
  }
  const query = async (body: object): Promise<Answer> =>
    (await post(server.url, `/projects/${project}/queries`, { useLegacySql: false, ...body })).body

  it('returns in a dry run the bytes of the columns that it would read', async () => {
    const bytes = async (text: string): Promise<string | undefined> =>
      (await query({ query: text, dryRun: true })).totalBytesProcessed
    assert.equal(await bytes('SELECT n FROM d.t'), '16')
    assert.equal(await bytes('SELECT * FROM d.t'), String(16 + 3 * 6))
    assert.equal(await bytes('SELECT COUNT(*) FROM d.t'), '0')
    await rows(server.url, 'INSERT INTO d.t (n) VALUES (4)')
    assert.equal(await bytes('SELECT n FROM d.t'), '24')
  })

  it('is refused if it would bill more than maximumBytesBilled', async () => {
    const { error } = await query({ query: 'SELECT n FROM d.t', maximumBytesBilled: '1000' })
    assert.equal(error!.message, 'Query exceeded limit for bytes billed: 1000. 10485760 or higher required.')
    assert.equal(error!.errors[0]!.reason, 'bytesBilledLimitExceeded')
    assert.equal(
      (await query({ query: 'SELECT n FROM d.t', maximumBytesBilled: '10485760' })).error,
      undefined,
    )
  })

  it('runs once for repeated requests with one requestId', async () => {
    const insert = { query: 'INSERT INTO d.other VALUES (1)', requestId: 'once' }
    const [first, second] = await Promise.all([query(insert), query(insert)])
    const third = await query(insert)
    assert.deepEqual([second.jobReference, third.jobReference], [first.jobReference, first.jobReference])
    assert.deepEqual(await rows(server.url, 'SELECT COUNT(*) FROM d.other'), [['1']])
    assert.ok((await query({ query: 'SELECT nonsense', requestId: 'bad' })).error)
    assert.equal((await query({ query: 'SELECT 1', requestId: 'bad' })).error, undefined)
  })

  it('can be saved as a view by a caller with permissions on the dataset and the tables it reads', async () => {
    const dataset = clientFor(server.url, 'analyst').dataset('d')
    await dataset.createTable('v', { view: { query: 'SELECT n FROM d.t', useLegacySql: false } })
    await assert.rejects(
      dataset.createTable('w', { view: { query: 'SELECT n FROM d.other', useLegacySql: false } }),
      /Access Denied: Table proj:d\.other/,
    )
  })
})
