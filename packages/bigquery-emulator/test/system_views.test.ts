/** INFORMATION_SCHEMA views of partitions and jobs.
 * https://cloud.google.com/bigquery/docs/information-schema-partitions, /information-schema-jobs, /information-schema-jobs-by-user */
import assert from 'node:assert/strict'
import { accessOf, clientFor, project, rows, startServer, type TestServer } from './support/server.ts'

describe('INFORMATION_SCHEMA.PARTITIONS', () => {
  let server: TestServer
  const sql = (query: string) => rows(server.url, query)

  before(async () => {
    server = await startServer()
    await sql('CREATE SCHEMA shop')
    await sql('CREATE TABLE shop.days (happened TIMESTAMP, x STRING) PARTITION BY DATE(happened)')
    await sql(
      "INSERT shop.days VALUES ('2026-01-01 10:00:00', 'a'), ('2026-01-01 23:00:00', 'bcd'), ('2026-01-02', NULL), (NULL, 'e')",
    )
    await sql('CREATE TABLE shop.months (d DATE) PARTITION BY DATE_TRUNC(d, MONTH)')
    await sql("INSERT shop.months VALUES ('2026-02-28')")
    await sql('CREATE TABLE shop.numbers (n INT64) PARTITION BY RANGE_BUCKET(n, GENERATE_ARRAY(0, 100, 10))')
    await sql('INSERT shop.numbers VALUES (5), (15), (17), (100), (-1), (NULL)')
    await sql("CREATE TABLE shop.plain AS SELECT 1 AS x, 'abc' AS y")
    await sql('CREATE TABLE shop.empty (d DATE) PARTITION BY d')
    await sql('CREATE VIEW shop.view AS SELECT 1 AS x')
  })
  after(() => server.stop())

  it('has a row for each partition with its rows and bytes, and one for a table without partitions', async () => {
    const found = await sql(
      'SELECT table_name, partition_id, total_rows, total_logical_bytes FROM shop.INFORMATION_SCHEMA.PARTITIONS ORDER BY 1, 2',
    )
    // A TIMESTAMP, a DATE and an INT64 have 8 bytes, a STRING 2 and its own, NULL none.
    // https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#data_type_sizes
    assert.deepEqual(found, [
      ['days', '20260101', '2', '24'],
      ['days', '20260102', '1', '8'],
      ['days', '__NULL__', '1', '3'],
      ['months', '202602', '1', '8'],
      ['numbers', '0', '1', '8'],
      ['numbers', '10', '2', '16'],
      ['numbers', '__NULL__', '1', '0'],
      ['numbers', '__UNPARTITIONED__', '2', '16'],
      ['plain', null, '1', '13'],
    ])
  })

  it('tells when the table last changed', async () => {
    const [[isRecent, tier]] = (await sql(
      "SELECT last_modified_time > TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 HOUR), storage_tier FROM shop.INFORMATION_SCHEMA.PARTITIONS WHERE table_name = 'plain'",
    )) as [[unknown, unknown]]
    assert.deepEqual([isRecent, tier], ['true', 'ACTIVE'])
  })

  it('needs a dataset', () =>
    assert.rejects(
      sql('SELECT * FROM `region-us`.INFORMATION_SCHEMA.PARTITIONS'),
      /INFORMATION_SCHEMA.PARTITIONS must be qualified with a dataset/,
    ))
})

interface Job {
  creation_time: { value: string }
  start_time: { value: string }
  end_time: { value: string }
  destination_table: { table_id: string }
}

describe('INFORMATION_SCHEMA.JOBS', () => {
  let server: TestServer
  before(async () => {
    const home = `projects/${project}` as const
    server = await startServer(
      accessOf({
        ada: [`bigquery.jobs.create ${home}`, `bigquery.jobs.list ${home}`, `bigquery.jobs.listAll ${home}`],
        bob: [`bigquery.jobs.create ${home}`, `bigquery.jobs.list ${home}`],
      }),
    )
    await rows(server.url, 'CREATE SCHEMA shop')
    const [failing] = await clientFor(server.url, 'bob')
      .createJob({
        configuration: { query: { query: "SELECT ERROR('broken')", useLegacySql: false } },
      })
      .catch((error: unknown) => {
        assert.match(String(error), /broken/)
        return [undefined]
      })
    assert.equal(failing, undefined)
    await clientFor(server.url, 'ada').createQueryJob({
      query: `SELECT "it's"`,
      jobId: 'of_ada',
      labels: { team: 'data' },
    })
  })
  after(() => server.stop())

  const read = async (token: string, query: string): Promise<Job[]> =>
    (await clientFor(server.url, token).query(query))[0] as Job[]

  it('shows the jobs of the project with what people ask for', async () => {
    const [job] = await read(
      'ada',
      "SELECT * FROM `region-us`.INFORMATION_SCHEMA.JOBS WHERE job_id = 'of_ada'",
    )
    const { creation_time, start_time, end_time, destination_table, ...plain } = job!
    assert.deepEqual(plain, {
      project_id: project,
      user_email: 'ada',
      job_id: 'of_ada',
      job_type: 'QUERY',
      statement_type: 'SELECT',
      priority: 'INTERACTIVE',
      query: `SELECT "it's"`,
      state: 'DONE',
      total_bytes_processed: 0,
      total_bytes_billed: 0,
      cache_hit: false,
      error_result: null,
      labels: [{ key: 'team', value: 'data' }],
    })
    assert.ok(new Date(creation_time.value) <= new Date(start_time.value))
    assert.ok(new Date(start_time.value) <= new Date(end_time.value))
    assert.match(destination_table.table_id, /^anon/)
  })

  it('shows the error of a failed job, under its other name, and the job that runs', async () => {
    const view = '`region-us`.INFORMATION_SCHEMA.JOBS_BY_PROJECT'
    const [failed] = await read(
      'ada',
      `SELECT error_result.reason, error_result.message, state FROM ${view} WHERE error_result IS NOT NULL`,
    )
    assert.deepEqual(failed, { reason: 'invalidQuery', message: 'broken', state: 'DONE' })
    const running = await read('ada', `SELECT end_time, query FROM ${view} WHERE state = 'RUNNING'`)
    assert.equal(running.length, 1)
    assert.equal(running[0]!.end_time, null)
  })

  it('shows to each user their own jobs, and all only with bigquery.jobs.listAll', async () => {
    const own = 'SELECT DISTINCT user_email FROM `region-us`.INFORMATION_SCHEMA.JOBS_BY_USER'
    assert.deepEqual(await read('bob', own), [{ user_email: 'bob' }])
    await assert.rejects(
      read('bob', 'SELECT * FROM `region-us`.INFORMATION_SCHEMA.JOBS'),
      /Access Denied: Project proj: User does not have bigquery.jobs.listAll permission/,
    )
  })
})
