/** Answers of jobs and resources that clients read beside the rows: schemas, types of statements, pages, etags, views.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/Job, /jobs/getQueryResults, /tables/get */
import assert from 'node:assert/strict'
import { post, project, rows, startServer, type TestServer } from './support/server.ts'

interface Answer {
  error?: { code: number; message: string; status: string }
  schema?: { fields?: { name: string; type: string }[] }
  jobReference?: { jobId: string }
  queryId?: string
  pageToken?: string
  rows?: { f: { v: unknown }[] }[]
  status?: { errorResult?: { message: string } }
  statistics?: { query: { statementType: string; schema?: Answer['schema']; numDmlAffectedRows?: string } }
}

describe('answers', () => {
  let server: TestServer
  const sql = (query: string): Promise<unknown[][]> => rows(server.url, query)
  const call = async (
    method: string,
    path: string,
    body?: object,
    headers = {},
  ): Promise<Answer & { code: number }> => {
    const response = await fetch(`${server.url}/projects/${project}${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    return { code: response.status, ...(JSON.parse(text === '' ? '{}' : text) as Answer) }
  }
  const query = async (text: string, more = {}): Promise<Answer> => {
    const body = { query: text, useLegacySql: false, ...more }
    return (await post(server.url, `/projects/${project}/queries`, body)).body
  }
  const job = (text: string, more: { dryRun?: boolean } = {}, inQuery = {}): Promise<Answer> =>
    call('POST', '/jobs', {
      configuration: { query: { query: text, useLegacySql: false, ...inQuery }, ...more },
    })
  const fieldsOf = (schema: Answer['schema']): unknown =>
    schema?.fields?.map(({ name, type }) => [name, type])

  before(async () => {
    server = await startServer()
    await sql('CREATE SCHEMA d')
    await sql('CREATE TABLE d.t (n INT64, s STRING)')
  })
  after(() => server.stop())

  it('ends a client that asks for pages of no rows', async () => {
    const [run] = await server.client.createQueryJob('SELECT x FROM UNNEST([1, 2, 3]) AS x')
    assert.deepEqual((await run.getQueryResults({ maxResults: 0 }))[0], [])
    assert.equal(
      (await query('SELECT x FROM UNNEST([1, 2, 3]) AS x', { maxResults: 0 })).pageToken,
      undefined,
    )
    assert.deepEqual((await server.client.getDatasets({ maxResults: 0 }))[0], [])
  })

  it('tells the schema of the table that a statement makes or would change', async () => {
    const made = [
      ['n', 'INTEGER'],
      ['s', 'STRING'],
    ]
    assert.deepEqual(fieldsOf((await query('CREATE TABLE d.made (n INT64, s STRING)')).schema), made)
    assert.deepEqual(fieldsOf((await query('CREATE TABLE IF NOT EXISTS d.made (x DATE)')).schema), made)
    assert.deepEqual(fieldsOf((await query('CREATE TABLE d.filled AS SELECT 1 AS n, "a" AS s')).schema), made)
    assert.deepEqual(fieldsOf((await query('CREATE VIEW d.v (m) AS SELECT n FROM d.t')).schema), [
      ['m', 'INTEGER'],
    ])
    const dry = await job('INSERT INTO d.t VALUES (1, "a")', { dryRun: true })
    assert.deepEqual(fieldsOf(dry.statistics?.query.schema), made)
  })

  it('checks DDL in a dry run, and changes nothing', async () => {
    const dry = async (text: string): Promise<Answer> => job(text, { dryRun: true })
    assert.match(
      (await dry('CREATE VIEW d.dry AS SELECT x FROM d.t')).error!.message,
      /^Unrecognized name: x/,
    )
    assert.match((await dry('CREATE TABLE d.t (x INT64)')).error!.message, /^Already Exists: Table proj:d\.t/)
    assert.match((await dry('DROP TABLE d.none')).error!.message, /^Not found: Table proj:d\.none/)
    const { statistics } = await dry('CREATE OR REPLACE TABLE d.t AS SELECT ERROR("not run") AS x FROM d.t')
    assert.equal(statistics?.query.statementType, 'CREATE_TABLE_AS_SELECT')
    assert.deepEqual(fieldsOf(statistics?.query.schema), [['x', 'INTEGER']])
    assert.equal((await dry('DROP TABLE d.t')).error, undefined)
    assert.deepEqual(
      await sql('SELECT column_name FROM d.INFORMATION_SCHEMA.COLUMNS WHERE table_name = "t"'),
      [['n'], ['s']],
    )
  })

  it('answers a query that appends to its destination with the whole table', async () => {
    await sql('CREATE TABLE d.into (n INT64)')
    await sql('INSERT INTO d.into VALUES (1)')
    const destinationTable = { projectId: project, datasetId: 'd', tableId: 'into' }
    const { jobReference } = await job(
      'SELECT 2 AS n',
      {},
      { destinationTable, writeDisposition: 'WRITE_APPEND' },
    )
    const results = await call('GET', `/queries/${jobReference!.jobId}`)
    assert.deepEqual(results.rows?.map(({ f }) => f[0]!.v).toSorted(), ['1', '2'])
  })

  it('calls several statements a script, but not a query with its functions', async () => {
    const script = await job('INSERT INTO d.t VALUES (1, "a"); SELECT 1 AS x')
    assert.equal(script.statistics?.query.statementType, 'SCRIPT')
    const inserts = await job('INSERT INTO d.t VALUES (1, "a"); INSERT INTO d.t VALUES (1, "a")')
    assert.equal(inserts.statistics?.query.numDmlAffectedRows, undefined)
    const called = await job('CREATE TEMP FUNCTION f() AS (1); SELECT f()')
    assert.equal(called.statistics?.query.statementType, 'SELECT')
    assert.ok((await query('SELECT 1')).queryId)
  })

  it('changes and deletes a dataset only by its etag, if the caller sends one', async () => {
    const made = (await call('POST', '/datasets', {
      datasetReference: { datasetId: 'tagged' },
    })) as unknown as {
      etag: string
      maxTimeTravelHours: string
    }
    assert.equal(made.maxTimeTravelHours, '168')
    const change = { description: 'x' }
    assert.equal((await call('PATCH', '/datasets/tagged', change, { 'if-match': 'old' })).code, 412)
    assert.equal((await call('DELETE', '/datasets/tagged', undefined, { 'if-match': 'old' })).code, 412)
    assert.equal((await call('PATCH', '/datasets/tagged', change, { 'if-match': made.etag })).code, 200)
  })

  it('keeps how the storage of a dataset is billed, and refuses an unknown way', async () => {
    type Billed = { storageBillingModel?: string; error?: { message: string }; code?: number }
    const made = (await call('POST', '/datasets', {
      datasetReference: { datasetId: 'billed' },
      storageBillingModel: 'PHYSICAL',
    })) as unknown as Billed
    assert.equal(made.storageBillingModel, 'PHYSICAL')
    await call('PATCH', '/datasets/billed', { storageBillingModel: 'LOGICAL' })
    await call('PATCH', '/datasets/billed', { description: 'x' })
    const { storageBillingModel } = (await call('GET', '/datasets/billed')) as unknown as Billed
    assert.equal(storageBillingModel, 'LOGICAL')
    const refused = await call('PATCH', '/datasets/billed', { storageBillingModel: 'COMPRESSED' })
    assert.equal(refused.code, 400)
  })

  it('leaves out the sizes in the basic view of a table', async () => {
    const full = await call('GET', '/datasets/d/tables/t')
    const basic = await call('GET', '/datasets/d/tables/t?view=BASIC')
    const sizes = (answer: object): string[] => Object.keys(answer).filter((name) => name.startsWith('num'))
    assert.ok(sizes(full).includes('numTotalLogicalBytes') && sizes(full).includes('numRows'))
    assert.deepEqual(sizes(basic), [])
    assert.deepEqual(basic.schema, full.schema)
    assert.equal((await call('GET', '/datasets/d/tables/t?view=ALL')).code, 400)
  })

  it('refuses by name what is not here', async () => {
    for (const [method, path, message] of [
      ['POST', '/datasets/d:getIamPolicy', /getIamPolicy is not supported/],
      ['POST', '/datasets/d/tables/t:testIamPermissions', /testIamPermissions is not supported/],
      ['POST', '/datasets/d/tables/t/rowAccessPolicies', /Row access policies are not supported/],
      ['GET', '/datasets/d/tables/t@-1000/data', /Time decorator @-1000 is not supported/],
      ['GET', '/datasets/d/tables/t$20240101', /Partition decorator \$20240101 is not supported/],
    ] as const) {
      const { code, error } = await call(method, path, method === 'POST' ? {} : undefined)
      assert.equal(code, 400, path)
      assert.match(error!.message, message)
    }
    assert.deepEqual((await call('GET', '/datasets/d/tables/t/rowAccessPolicies')).code, 200)
    const extract = await call('POST', '/jobs', {
      configuration: {
        extract: { sourceTable: { datasetId: 'd', tableId: 't' }, destinationUri: 'gs://b/o' },
      },
    })
    assert.match(
      extract.status!.errorResult!.message,
      /^An extract job without STORAGE_EMULATOR_HOST is not supported/,
    )
  })
})
