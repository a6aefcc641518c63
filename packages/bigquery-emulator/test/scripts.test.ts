/** Scripts: procedural statements, temporary tables and dynamic SQL. */
import assert from 'node:assert/strict'
import { errorCases } from './support/script_errors.ts'
import { scriptCases } from './support/script_cases.ts'
import { scriptFailures } from './support/script_failures.ts'
import { statementCases } from './support/script_statements.ts'
import { openBigquery } from '../src/index.ts'
import { temporaryPrefix } from '../src/warehouse/catalog.ts'
import { clientFor, everything, post, project, startServer, type TestServer } from './support/server.ts'
import { until } from '../../shared/test/until.ts'

interface Answer {
  error?: { message: string; errors: { reason: string }[] }
  rows?: { f: { v: unknown }[] }[]
}

/** The part of a job's resource that the tests read. */
interface Described {
  statistics: { totalBytesProcessed: string; query: { statementType: string } }
}

const parameters = [
  { name: 'p', parameterType: { type: 'INT64' }, parameterValue: { value: '7' } },
  { name: 'run_date', parameterType: { type: 'DATE' }, parameterValue: { value: '2024-01-01' } },
]

describe('scripts', () => {
  let server: TestServer
  const send = async (query: string, more: Record<string, unknown> = {}): Promise<Answer> => {
    const path = `/projects/${project}/queries`
    return (
      await post(server.url, path, { query, useLegacySql: false, queryParameters: parameters, ...more })
    ).body
  }
  const rows = async (query: string): Promise<unknown[][]> => {
    const { error, rows: found = [] } = await send(query)
    if (error) throw new Error(error.message)
    return found.map(({ f }) => f.map(({ v }) => v))
  }
  before(async () => {
    server = await startServer()
  })
  after(() => server.stop())

  beforeEach(async () => {
    await rows(
      `DROP SCHEMA IF EXISTS shop CASCADE;
       CREATE SCHEMA shop;
       CREATE TABLE shop.sales (day DATE, item STRING, amount NUMERIC);
       CREATE TABLE shop.log (line STRING);
       INSERT INTO shop.sales VALUES ('2024-01-01', 'tea', 1), ('2024-01-01', 'milk', 2), ('2024-01-02', 'cake', 4)`,
    )
  })

  for (const { what, sql, rows: expected } of [...scriptCases, ...errorCases, ...statementCases])
    it(what, async () => assert.deepEqual(await rows(sql), expected))

  for (const [what, query, message] of scriptFailures)
    it(`refuses ${what}`, async () => assert.match((await send(query)).error?.message ?? 'no error', message))

  it('answers the official client with the last rows and the type SCRIPT', async () => {
    const query = `DECLARE n INT64 DEFAULT 0; CREATE TEMP TABLE t (x INT64);
      WHILE n < 3 DO SET n = n + 1; INSERT INTO t VALUES (n); END WHILE; SELECT SUM(x) AS total FROM t`
    const [job] = await server.client.createQueryJob({ query })
    assert.deepEqual((await job.getQueryResults())[0], [{ total: 6 }])
    const [metadata] = (await job.getMetadata()) as unknown as [Described]
    assert.equal(metadata.statistics.query.statementType, 'SCRIPT')
    assert.deepEqual(
      await server.client
        .query({
          query: 'DECLARE d DATE DEFAULT @d; SELECT d',
          params: { d: server.client.date('2024-05-06') },
        })
        .then(([found]) => found),
      [{ d: server.client.date('2024-05-06') }],
    )
    const [assertion] = await server.client.createQueryJob({ query: 'ASSERT 1 = 1' })
    const [asserted] = (await assertion.getMetadata()) as unknown as [Described]
    assert.equal(asserted.statistics.query.statementType, 'ASSERT')
  })

  it('answers with the last query, DML or DDL statement, whatever procedural statements follow', async () => {
    const script = "SELECT 1 AS a; BEGIN INSERT INTO shop.log VALUES ('x'); END; ASSERT TRUE"
    const { rows: found, error } = await send(script)
    assert.equal(error, undefined)
    assert.deepEqual(found, [])
  })

  it('parses a script in a dry run, and runs nothing', async () => {
    const [job] = await server.client.createQueryJob({
      query: "BEGIN INSERT INTO shop.log VALUES ('x'); END",
      dryRun: true,
    })
    const { statistics } = job.metadata as Described
    assert.equal(statistics.query.statementType, 'SCRIPT')
    assert.equal(statistics.totalBytesProcessed, '0')
    assert.deepEqual(await rows('SELECT COUNT(*) FROM shop.log'), [['0']])
    const { error } = await send('IF TRUE THEN SELECT 1', { dryRun: true })
    assert.match(error?.message ?? '', /^Syntax error/)
  })

  it('refuses a destination table', async () => {
    const destinationTable = { projectId: project, datasetId: 'shop', tableId: 'copy' }
    const { error } = await send('DECLARE x INT64; SELECT 1 AS a', { destinationTable })
    assert.equal(error?.message, 'configuration.query.destinationTable cannot be set for scripts')
  })

  it('drops the temporary tables of a script, also of one that fails, and never lists them', async () => {
    await rows('CREATE TEMP TABLE t AS SELECT schema_name FROM INFORMATION_SCHEMA.SCHEMATA; SELECT 1')
    assert.deepEqual(
      await rows('CREATE TEMP TABLE t (x INT64); SELECT schema_name FROM INFORMATION_SCHEMA.SCHEMATA'),
      [['shop']],
    )
    await send('CREATE TEMP TABLE t (x INT64); SELECT 1 / 0')
    assert.match(
      (await send('SELECT 1; SELECT * FROM t')).error?.message ?? '',
      /Table "t" must be qualified/,
    )
    assert.deepEqual(
      (await server.client.getDatasets())[0].map(({ id }) => id),
      ['shop'],
    )
  })

  it('ends a loop when its job is cancelled, and answers other queries meanwhile', async () => {
    const jobs = `/projects/${project}/jobs`
    const query = { query: 'LOOP SELECT 1; END LOOP', useLegacySql: false }
    const running = post(server.url, jobs, { jobReference: { jobId: 'endless' }, configuration: { query } })
    await until('the job runs', async () => (await fetch(`${server.url}${jobs}/endless`)).ok)
    assert.deepEqual(await rows('SELECT 2'), [['2']])
    await post(server.url, `${jobs}/endless/cancel`, {})
    const { status } = (await running).body as {
      status: { errorResult: { reason: string; message: string } }
    }
    assert.equal(status.errorResult.reason, 'stopped')
    assert.match(status.errorResult.message, /User requested cancellation/)
  })

  it('ends a loop at the time limit of its job, which no handler catches', async () => {
    const script = "BEGIN WHILE TRUE DO END WHILE; EXCEPTION WHEN ERROR THEN SELECT 'caught'; END"
    const { error } = await send(script, { jobTimeoutMs: '50' })
    assert.match(error?.message ?? '', /Job timed out after 50 ms$/)
  })

  it('drops the temporary tables that a crash left', async () => {
    await server.client.createDataset(`${temporaryPrefix}1`)
    await rows(`CREATE TABLE ${temporaryPrefix}1.t AS SELECT 1 AS x`)
    const { dir } = server
    await server.bigquery.close()
    server.bigquery = await openBigquery({ dir, port: 0, access: everything, project })
    server.url = server.bigquery.url
    server.client = clientFor(server.url, 'owner')
    const { error } = await send(`SELECT * FROM ${temporaryPrefix}1.t`)
    assert.match(error?.message ?? '', /^Not found: Dataset/)
  })

  it('cuts off a loop without an end when the server closes', async () => {
    const running = send('LOOP SELECT 1; END LOOP', { jobReference: { jobId: 'open' } })
    await until('the job runs', async () => (await fetch(`${server.url}/projects/${project}/jobs/open`)).ok)
    const closed = server.bigquery.close()
    assert.match((await running).error?.message ?? '', /The local BigQuery was closed$/)
    await closed
    server = await startServer()
  })
})
