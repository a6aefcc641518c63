/** What the official client's own system tests rely on: errors of rows, views of a table, descriptions of functions.
 * https://github.com/googleapis/nodejs-bigquery/blob/main/system-test/bigquery.ts */
import assert from 'node:assert/strict'
import type { Dataset } from '@google-cloud/bigquery'
import { startServer, type TestServer } from './support/server.ts'

describe('the official BigQuery client, as in its system tests', () => {
  let server: TestServer
  let dataset: Dataset

  before(async () => {
    server = await startServer()
    ;[dataset] = await server.client.createDataset('shop')
  })
  after(() => server.stop())

  it('gets the errors of bad rows before those of the rows that were stopped', async () => {
    const [table] = await dataset.createTable('cats', { schema: 'name:string' })
    await assert.rejects(table.insert([{ name: 'dave' }, { name: true }]), (error: { errors: unknown }) => {
      const message = 'Conversion from bool to std::string is unsupported.'
      assert.deepEqual(error.errors, [
        { errors: [{ message, reason: 'invalid' }], row: { name: true } },
        { errors: [{ message: '', reason: 'stopped' }], row: { name: 'dave' } },
      ])
      return true
    })
  })

  it('gets no sizes and no time of change in the view BASIC of a table', async () => {
    const [table] = await dataset.createTable('plain', { schema: 'name:string' })
    const [full] = await table.getMetadata()
    const [basic] = await table.getMetadata({ view: 'BASIC' })
    const names = ['numBytes', 'numRows', 'lastModifiedTime']
    for (const name of names) assert.ok(name in full && !(name in basic), name)
    assert.deepEqual(basic.schema, full.schema)
  })

  it('describes a function and keeps its text', async () => {
    await server.client.query('CREATE FUNCTION shop.half(x FLOAT64) AS (x / 2)')
    const routine = dataset.routine('half')
    const description = 'A "routine"\nof two lines'
    await routine.setMetadata({ description })
    assert.equal((await routine.getMetadata())[0].description, description)
    assert.deepEqual((await server.client.query('SELECT shop.half(3.0) AS x'))[0], [{ x: 1.5 }])
    await server.client.query(
      "CREATE FUNCTION shop.twice(x INT64) AS (x * 2) OPTIONS (description = 'Twice')",
    )
    assert.equal((await dataset.routine('twice').getMetadata())[0].description, 'Twice')
  })
})
