/** Routines and models: SQL functions over REST, as CREATE FUNCTION makes them.
 * https://cloud.google.com/bigquery/docs/reference/rest/v2/routines */
import assert from 'node:assert/strict'
import { project, rows, startServer, type TestServer } from './support/server.ts'

interface ApiFailure {
  code?: number
  message: string
}

describe('routines', () => {
  let server: TestServer
  const sql = (query: string): Promise<unknown[][]> => rows(server.url, query)
  const int64 = { typeKind: 'INT64' } as const
  const refuses = (promise: Promise<unknown>, code: number, message: RegExp): Promise<void> =>
    assert.rejects(promise, (error: ApiFailure) => {
      assert.equal(error.code, code)
      assert.match(error.message, message)
      return true
    })

  before(async () => {
    server = await startServer()
    await server.client.createDataset('shop')
  })
  after(() => server.stop())

  it('lists, describes and deletes a function of CREATE FUNCTION', async () => {
    await sql('CREATE FUNCTION shop.twice(x INT64, y ANY TYPE) RETURNS ARRAY<INT64> AS ( [x * 2] )')
    const dataset = server.client.dataset('shop')
    const [list] = await dataset.getRoutines()
    assert.deepEqual(
      list.map(({ id }) => id),
      ['twice'],
    )
    const routine = dataset.routine('twice')
    const [metadata] = await routine.getMetadata()
    assert.deepEqual(metadata.routineReference, { projectId: project, datasetId: 'shop', routineId: 'twice' })
    assert.equal(metadata.routineType, 'SCALAR_FUNCTION')
    assert.equal(metadata.language, 'SQL')
    assert.equal(metadata.definitionBody, '[x * 2]')
    assert.deepEqual(metadata.arguments, [
      { name: 'x', dataType: int64 },
      { name: 'y', argumentKind: 'ANY_TYPE' },
    ])
    assert.deepEqual(metadata.returnType, { typeKind: 'ARRAY', arrayElementType: int64 })
    assert.ok(Date.now() - Number(metadata.creationTime) < 60_000)
    await routine.delete()
    assert.deepEqual(await routine.exists(), [false])
    await assert.rejects(sql('SELECT shop.twice(1, 2)'), /Function not found: shop\.twice/)
    await refuses(routine.delete(), 404, /Not found: Routine proj:shop\.twice/)
  })

  it('creates and replaces a function that queries call', async () => {
    const dataset = server.client.dataset('shop')
    const created = {
      arguments: [{ name: 'x', dataType: int64 }],
      language: 'SQL' as const,
      routineType: 'SCALAR_FUNCTION' as const,
      definitionBody: 'x * 3',
      returnType: int64,
    }
    const [routine] = await dataset.createRoutine('times', created)
    assert.deepEqual(await sql('SELECT shop.times(5)'), [['15']])
    await refuses(dataset.createRoutine('times', created), 409, /Already Exists: Routine proj:shop\.times/)
    await routine.setMetadata({ definitionBody: 'x * 4 -- four' })
    assert.deepEqual(await sql('SELECT shop.times(5)'), [['20']])
    await refuses(
      dataset.createRoutine('js', { ...created, language: 'JAVASCRIPT', definitionBody: 'return x' }),
      400,
      /Routine language JAVASCRIPT is not supported/,
    )
    await refuses(
      dataset.createRoutine('wrong', {
        ...created,
        definitionBody: 'x); DROP SCHEMA shop CASCADE; SELECT (1',
      }),
      400,
      /must be one expression/,
    )
  })

  it('changes and deletes a function only if the etag of If-Match is its own', async () => {
    await sql('CREATE FUNCTION shop.guarded(x INT64) AS (x)')
    const url = `${server.url}/projects/${project}/datasets/shop/routines/guarded`
    const send = async (method: string, etag: string): Promise<number> => {
      const body = method === 'PUT' ? JSON.stringify({ ...old, definitionBody: 'x + 1' }) : null
      return (await fetch(url, { method, body, headers: { 'if-match': etag } })).status
    }
    const described = async (): Promise<{ etag: string }> => (await fetch(url)).json() as never
    const old = await described()
    assert.equal(await send('PUT', 'wrong'), 412)
    assert.equal(await send('DELETE', 'wrong'), 412)
    assert.deepEqual(await sql('SELECT shop.guarded(1)'), [['1']])
    assert.equal(await send('PUT', old.etag), 200)
    assert.deepEqual(await sql('SELECT shop.guarded(1)'), [['2']])
    assert.equal(await send('DELETE', old.etag), 412)
    assert.equal(await send('DELETE', (await described()).etag), 204)
    await assert.rejects(sql('SELECT shop.guarded(1)'), /Function not found/)
  })

  it('refuses a function whose body is wrong', async () => {
    await assert.rejects(sql('CREATE FUNCTION shop.f(x INT64) AS (y)'), /Unrecognized name: y at \[1:37\]/)
    await assert.rejects(
      sql('CREATE FUNCTION shop.f(x INT64) RETURNS DATE AS (x + 1)'),
      /Function declared to return DATE but the function body produces incompatible type INT64/,
    )
    await assert.rejects(
      sql('CREATE TEMP FUNCTION f(x ANY TYPE) RETURNS DATE AS (x); SELECT f(1)'),
      /Function declared to return DATE but the function body produces incompatible type INT64/,
    )
    await sql(
      'CREATE FUNCTION shop.events_of(who STRING) AS ((SELECT COUNT(*) FROM UNNEST([who]) AS x WHERE x = who))',
    )
    assert.deepEqual(await sql('SELECT shop.events_of("a")'), [['1']])
  })

  it('tells the function that a statement created', async () => {
    const [job] = await server.client.createQueryJob('CREATE FUNCTION shop.one() AS (1)')
    const [{ statistics }] = (await job.getMetadata()) as unknown as [
      { statistics: { query: { ddlTargetRoutine: unknown; ddlOperationPerformed: string } } },
    ]
    assert.deepEqual(statistics.query.ddlTargetRoutine, {
      projectId: project,
      datasetId: 'shop',
      routineId: 'one',
    })
    assert.equal(statistics.query.ddlOperationPerformed, 'CREATE')
  })

  it('knows no models, and says so of every name', async () => {
    const dataset = server.client.dataset('shop')
    assert.deepEqual((await dataset.getModels())[0], [])
    await refuses(dataset.model('m').getMetadata(), 404, /Not found: Model proj:shop\.m/)
    await refuses(dataset.model('m').delete(), 404, /Not found: Model proj:shop\.m/)
    await refuses(server.client.dataset('none').getRoutines(), 404, /Not found: Dataset proj:none/)
    await refuses(server.client.dataset('none').getModels(), 404, /Not found: Dataset proj:none/)
  })
})
