/** Result tables: the table that a job names as its destination, as dbt and the Python client read it.
 * https://cloud.google.com/bigquery/docs/cached-results#how_cached_results_are_stored */
import assert from 'node:assert/strict'
import { project, startServer, type TestServer } from './support/server.ts'

interface Answer {
  configuration: { query: { destinationTable?: Reference } }
  jobReference: { jobId: string }
  rows?: readonly unknown[]
  numRows?: string
  totalRows?: string
  tableReference?: Reference
  schema?: { fields: readonly { name: string; type: string }[] }
  expirationTime?: string
  creationTime?: string
}

interface Reference {
  projectId: string
  datasetId: string
  tableId: string
}

describe('result tables', () => {
  let server: TestServer
  const call = async (path: string, token = 'owner', body?: object, method = body ? 'POST' : 'GET') => {
    const response = await fetch(`${server.url}/projects/${project}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Answer }
  }
  const job = async (query: string, more: object = {}): Promise<Answer> =>
    (await call('jobs', 'owner', { configuration: { query: { query, useLegacySql: false }, ...more } })).body
  const pathOf = ({ datasetId, tableId }: Reference): string => `datasets/${datasetId}/tables/${tableId}`

  before(async () => {
    server = await startServer()
    await server.client.createDataset('d')
  })
  after(() => server.stop())

  it('names an anonymous table for the result of a query, in a hidden dataset of the user', async () => {
    const first = (await job('SELECT 1 AS n')).configuration.query.destinationTable!
    const second = (await job('SELECT 1 AS n')).configuration.query.destinationTable!
    assert.equal(first.projectId, project)
    assert.match(first.datasetId, /^_/)
    assert.match(first.tableId, /^anon/)
    assert.equal(second.datasetId, first.datasetId)
    assert.notEqual(second.tableId, first.tableId)
    const [datasets] = await server.client.getDatasets()
    assert.deepEqual(
      datasets.map(({ id }) => id),
      ['d'],
    )
  })

  it('shows the table and its rows to the user of the query only, for a day', async () => {
    const { destinationTable } = (await job('SELECT n FROM UNNEST([1, 2, 3]) AS n ORDER BY n')).configuration
      .query
    const path = pathOf(destinationTable!)
    const { body: table } = await call(path)
    assert.deepEqual(table.tableReference, destinationTable)
    assert.equal(table.numRows, '3')
    assert.deepEqual(
      table.schema?.fields.map(({ name, type }) => [name, type]),
      [['n', 'INTEGER']],
    )
    assert.equal(Number(table.expirationTime) - Number(table.creationTime), 86_400_000)
    const { body: rows } = await call(`${path}/data?startIndex=1`)
    assert.equal(rows.totalRows, '3')
    assert.deepEqual(rows.rows, [{ f: [{ v: '2' }] }, { f: [{ v: '3' }] }])
    for (const refused of [
      await call(path, 'other'),
      await call(`${path}/data`, 'other'),
      await call(`${path}/insertAll`, 'owner', { rows: [] }),
      await call(path, 'owner', undefined, 'DELETE'),
      await call(`${path}0`),
    ])
      assert.equal(refused.status, 404)
  })

  it('names the new table for CREATE TABLE AS SELECT, and none for other DDL and dry runs', async () => {
    const created = await job('CREATE TABLE d.t AS SELECT 1 AS n')
    const reference = { projectId: project, datasetId: 'd', tableId: 't' }
    assert.deepEqual(created.configuration.query.destinationTable, reference)
    assert.equal((await call(pathOf(reference))).body.numRows, '1')
    const view = await job('CREATE VIEW d.v AS SELECT 1 AS n')
    assert.equal(view.configuration.query.destinationTable, undefined)
    const dryRun = await job('SELECT 1 AS n', { dryRun: true })
    assert.equal(dryRun.configuration.query.destinationTable, undefined)
  })

  it('keeps the destination that a request names', async () => {
    const destinationTable = { projectId: project, datasetId: 'd', tableId: 'into' }
    const query = { query: 'SELECT 1 AS n', useLegacySql: false, destinationTable }
    const { body } = await call('jobs', 'owner', { configuration: { query } })
    assert.deepEqual(body.configuration.query.destinationTable, destinationTable)
  })

  it('sends no rows for maxResults=0, so that the Python client asks for the first page', async () => {
    const { jobReference } = await job('SELECT 1 AS n')
    const { body: empty } = await call(`queries/${jobReference.jobId}?maxResults=0`)
    assert.equal(empty.totalRows, '1')
    assert.equal(empty.rows, undefined)
    const { body: page } = await call(`queries/${jobReference.jobId}`)
    assert.deepEqual(page.rows, [{ f: [{ v: '1' }] }])
  })
})
