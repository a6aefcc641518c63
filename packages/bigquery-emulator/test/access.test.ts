/** Tokens and permissions: checked as in BigQuery. */
import assert from 'node:assert/strict'
import { accessOf, post, project, startServer, type TestServer } from './support/server.ts'

function table(name: string): `projects/${string}` {
  return `projects/${project}/datasets/shop/tables/${name}`
}

describe('BigQuery access', () => {
  let server: TestServer
  const query = (
    text: string,
    token?: string,
  ): Promise<{
    status: number
    body: { error?: { message: string; errors: { reason: string }[]; status: string } }
  }> =>
    post(server.url, `/bigquery/v2/projects/${project}/queries`, { query: text, useLegacySql: false }, token)

  before(async () => {
    server = await startServer(
      accessOf({
        reader: [
          `bigquery.jobs.create projects/${project}`,
          `bigquery.tables.getData ${table('events')}`,
          `bigquery.tables.getData ${table('view')}`,
        ],
        viewer: [`bigquery.jobs.create projects/${project}`, `bigquery.tables.getData ${table('view')}`],
        writer: [
          `bigquery.tables.updateData ${table('events')}`,
          `bigquery.tables.get ${table('events')}`,
          `bigquery.datasets.get projects/${project}/datasets/shop`,
        ],
        half: [`bigquery.tables.updateData ${table('events')}`, `bigquery.tables.get ${table('events')}`],
        nobody: [],
      }),
    )
    await post(server.url, `/projects/${project}/datasets`, { datasetReference: { datasetId: 'shop' } })
    for (const statement of [
      'CREATE TABLE shop.events (id STRING)',
      'CREATE TABLE shop.secrets (id STRING)',
      'CREATE VIEW shop.view AS SELECT id FROM shop.events',
    ])
      assert.equal((await query(statement)).status, 200)
  })
  after(() => server.stop())

  it('refuses an unknown token with 401', async () => {
    const { status, body } = await query('SELECT 1', 'forged')
    assert.equal(status, 401)
    assert.equal(body.error?.status, 'UNAUTHENTICATED')
  })

  it('allows a caller without a token everything, as an emulator does', async () => {
    assert.equal((await query('SELECT 1')).status, 200)
  })

  it('lets a reader read only the tables that it has permission for', async () => {
    assert.equal((await query('SELECT id FROM shop.events', 'reader')).status, 200)
    assert.equal((await query('SELECT id FROM shop.view', 'reader')).status, 200)
    const { status, body } = await query('SELECT id FROM shop.secrets', 'reader')
    assert.equal(status, 403)
    assert.equal(body.error?.errors[0]?.reason, 'accessDenied')
    assert.match(
      body.error?.message ?? '',
      /^Access Denied: Table proj:shop\.secrets: User does not have permission to query table proj:shop\.secrets, or perhaps it does not exist\.$/,
    )
    assert.equal((await query("INSERT INTO shop.events VALUES ('x')", 'reader')).status, 403)
    assert.equal((await query('DROP TABLE shop.events', 'reader')).status, 403)
  })

  it('lets a reader have temporary tables in a script, but no more of other tables', async () => {
    const script =
      'CREATE TEMP TABLE t AS SELECT id FROM shop.events; INSERT INTO t VALUES ("x"); SELECT id FROM t'
    assert.equal((await query(script, 'reader')).status, 200)
    assert.equal(
      (await query('CREATE TEMP TABLE t AS SELECT id FROM shop.secrets; SELECT 1', 'reader')).status,
      403,
    )
    assert.equal((await query('BEGIN INSERT INTO shop.events VALUES ("x"); END', 'reader')).status, 403)
  })

  it('requires permissions on the tables behind a view too', async () => {
    const { status, body } = await query('SELECT id FROM shop.view', 'viewer')
    assert.equal(status, 403)
    assert.match(body.error?.message ?? '', /Table proj:shop\.events/)
  })

  it('lets a writer stream rows without the permission to query', async () => {
    const insert = { rows: [{ json: { id: 'a' } }] }
    assert.equal((await post(server.url, `/${table('events')}/insertAll`, insert, 'writer')).status, 200)
    assert.equal((await post(server.url, `/${table('events')}/insertAll`, insert, 'nobody')).status, 403)
    assert.equal((await query('SELECT 1', 'writer')).status, 403)
  })

  // https://cloud.google.com/bigquery/docs/streaming-data-into-bigquery#required_permissions
  it('requires the permission to get the dataset for streaming rows', async () => {
    const insert = { rows: [{ json: { id: 'a' } }] }
    const { status, body } = await post(server.url, `/${table('events')}/insertAll`, insert, 'half')
    assert.equal(status, 403)
    assert.match(JSON.stringify(body), /Permission bigquery\.datasets\.get denied/)
  })
})
