/** Injected faults: each fault as a client sees it, and its end. */
import assert from 'node:assert/strict'
import { post, project, rows, startServer, type TestServer } from './support/server.ts'
import { until } from '../../shared/test/until.ts'

interface InsertAnswer {
  insertErrors?: { errors: { message: string }[] }[]
  error?: { code: number; message: string; errors: { reason: string }[] }
}

describe('BigQuery faults', () => {
  let server: TestServer
  const fault = (faults: object): Promise<{ status: number; body: never }> =>
    post(server.url, '/faults', faults)
  const insert = async (table: string, json: object): Promise<{ status: number; body: InsertAnswer }> =>
    post(server.url, `/projects/${project}/datasets/d/tables/${table}/insertAll`, { rows: [{ json }] })
  const sql = (query: string): Promise<unknown[][]> => rows(server.url, query)
  /** Asserts the effect of a fault of one second, unless the machine was too slow to observe it. */
  const strikes = async (begin: () => Promise<unknown>, isStruck: () => Promise<boolean>): Promise<void> => {
    const begun = performance.now()
    await begin()
    assert.ok((await isStruck()) || performance.now() - begun >= 990)
  }

  before(async () => {
    server = await startServer()
    await sql('CREATE SCHEMA d')
    await sql('CREATE TABLE d.t (id STRING)')
  })
  after(() => server.stop())
  afterEach(async () => {
    assert.deepEqual(await (await fetch(`${server.url}/faults`, { method: 'DELETE' })).json(), {})
  })

  for (const [status, reason] of [
    [429, 'rateLimitExceeded'],
    [503, 'backendError'],
    [500, 'internalError'],
  ] as const)
    it(`answers ${status} ${reason} for the given number of requests`, async () => {
      await fault({ insertAll: { status, reason, times: 2 } })
      for (const _ of [1, 2]) {
        const answer = await insert('t', { id: 'a' })
        assert.equal(answer.status, status)
        assert.equal(answer.body.error?.errors[0]?.reason, reason)
      }
      assert.equal((await insert('t', { id: 'a' })).status, 200)
    })

  it('answers 503 for the given time', async () => {
    await strikes(
      () => fault({ insertAll: { status: 503, seconds: 1 } }),
      async () => (await insert('t', { id: 'a' })).status === 503,
    )
    await until('the fault ends', async () => (await insert('t', { id: 'a' })).status === 200)
  })

  const requests: Readonly<Record<string, [method: string, path: string, body?: object]>> = {
    query: ['POST', 'queries', { query: 'SELECT 1' }],
    tables: ['GET', 'datasets/d/tables'],
    datasets: ['GET', 'datasets'],
    load: ['POST', 'jobs?uploadType=resumable', {}],
  }
  const statusOf = async (operation: string): Promise<number> => {
    const [method, path, body] = requests[operation]!
    const prefix = operation === 'load' ? '/upload' : ''
    const init = body ? { method, body: JSON.stringify(body) } : { method }
    return (await fetch(`${server.url}${prefix}/projects/${project}/${path}`, init)).status
  }
  for (const operation of Object.keys(requests))
    it(`affects only ${operation}`, async () => {
      await fault({ [operation]: { status: 503 } })
      for (const other of Object.keys(requests))
        assert.equal(await statusOf(other), other === operation ? 503 : 200, other)
    })

  it('answers late', async () => {
    await fault({ query: { delayMs: 300, times: 1 } })
    const started = performance.now()
    assert.deepEqual(await sql('SELECT 1'), [['1']])
    assert.ok(performance.now() - started >= 290)
  })

  it('does not find a new table for some calls, as streaming can', async () => {
    await fault({ unknownTable: { calls: 2 } })
    await sql('CREATE TABLE d.fresh (id STRING)')
    for (const _ of [1, 2]) {
      const { status, body } = await insert('fresh', { id: 'a' })
      assert.equal(status, 404)
      assert.equal(body.error?.errors[0]?.reason, 'notFound')
    }
    assert.equal((await insert('fresh', { id: 'a' })).status, 200)
    assert.equal((await insert('t', { id: 'a' })).status, 200)
    assert.deepEqual(await sql('SELECT COUNT(*) FROM d.fresh'), [['1']])
  })

  it('does not find a new table for some time', async () => {
    await fault({ unknownTable: { seconds: 1 } })
    await strikes(
      () => sql('CREATE TABLE d.fresher (id STRING)'),
      async () => (await insert('fresher', { id: 'a' })).status === 404,
    )
    await until(
      'streaming finds the table',
      async () => (await insert('fresher', { id: 'a' })).status === 200,
    )
  })

  it('does not know a new column for some calls', async () => {
    await sql('CREATE TABLE d.grown (id STRING)')
    await fault({ unknownField: { calls: 2 } })
    await sql('ALTER TABLE d.grown ADD COLUMN extra STRING')
    for (const _ of [1, 2]) {
      const { body } = await insert('grown', { id: 'a', extra: 'b' })
      assert.equal(body.insertErrors?.[0]?.errors[0]?.message, 'no such field: extra.')
    }
    assert.equal((await insert('grown', { id: 'a', extra: 'b' })).body.insertErrors, undefined)
    assert.deepEqual(await sql('SELECT id, extra FROM d.grown'), [['a', 'b']])
  })

  it('does not know a new column for some time, and accepts the old ones meanwhile', async () => {
    await sql('CREATE TABLE d.growing (id STRING)')
    await fault({ unknownField: { seconds: 1 } })
    await strikes(
      () => sql('ALTER TABLE d.growing ADD COLUMN extra STRING'),
      async () => (await insert('growing', { id: 'a', extra: 'b' })).body.insertErrors !== undefined,
    )
    assert.equal((await insert('growing', { id: 'a' })).body.insertErrors, undefined)
    await until(
      'streaming knows the column',
      async () => !(await insert('growing', { id: 'a', extra: 'b' })).body.insertErrors,
    )
  })

  it('refuses statements that change recently streamed rows', async () => {
    await sql('CREATE TABLE d.streamed (id STRING)')
    await insert('streamed', { id: 'old' })
    await fault({ streamingBuffer: { seconds: 60 } })
    await insert('streamed', { id: 'a' })
    const refusal =
      /^UPDATE or DELETE statement over table proj\.d\.streamed would affect rows in the streaming buffer, which is not supported$/
    for (const statement of [
      "UPDATE d.streamed SET id = 'b' WHERE TRUE",
      'DELETE FROM d.streamed WHERE TRUE',
      'TRUNCATE TABLE d.streamed',
      'MERGE d.streamed USING (SELECT 1) ON FALSE WHEN NOT MATCHED BY SOURCE THEN DELETE',
      "MERGE d.streamed s USING (SELECT 'a' AS id) n ON s.id = n.id WHEN MATCHED THEN UPDATE SET id = 'b'",
    ])
      await assert.rejects(sql(statement), (error: Error) => refusal.test(error.message), statement)
    await sql("INSERT INTO d.streamed VALUES ('c')")
    await sql("DELETE FROM d.streamed WHERE id = 'old'")
    await sql(
      "MERGE d.streamed s USING (SELECT 'c' AS id) n ON s.id = n.id WHEN MATCHED THEN UPDATE SET id = 'd' WHEN NOT MATCHED THEN INSERT ROW",
    )
    assert.deepEqual(await sql('SELECT id FROM d.streamed ORDER BY id'), [['a'], ['d']])
    await fault({ streamingBuffer: { seconds: 0 } })
    await sql('DELETE FROM d.streamed WHERE TRUE')
    assert.deepEqual(await sql('SELECT id FROM d.streamed'), [])
  })

  it('leaves recently streamed rows out of a copy', async () => {
    await sql('CREATE TABLE d.original (id STRING)')
    await insert('original', { id: 'old' })
    await fault({ streamingBuffer: { seconds: 60 } })
    await insert('original', { id: 'new' })
    const { bigquery } = server
    const table = (tableId: string) => ({ projectId: project, datasetId: 'd', tableId })
    const copy = { sourceTable: table('original'), destinationTable: table('copied') }
    assert.equal(
      (await post(bigquery.url, `/projects/${project}/jobs`, { configuration: { copy } })).status,
      200,
    )
    assert.deepEqual(await sql('SELECT id FROM d.copied'), [['old']])
    await fault({ streamingBuffer: { seconds: 0 } })
  })

  it('lists the known faults when it refuses an unknown one', async () => {
    const { status, body } = await fault({ weather: {} })
    assert.equal(status, 400)
    assert.match((body as InsertAnswer).error!.message, /Unknown fault weather; known are insertAll, query/)
    const member = (await fault({ query: { code: 503 } })).body as InsertAnswer
    assert.match(member.error!.message, /Fault query has no member code; it has status/)
  })
})
