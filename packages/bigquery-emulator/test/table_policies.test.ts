/** IAM policies of tables. https://cloud.google.com/bigquery/docs/control-access-to-resources-iam */
import assert from 'node:assert/strict'
import { accessOf, clientFor, post, project, startServer, type TestServer } from './support/server.ts'

interface Policy {
  etag?: string
  version?: number
  bindings?: { role: string; members: string[]; condition?: object }[]
  error?: { message: string }
}

const reader = [{ role: 'roles/bigquery.dataViewer', members: ['user:ada@example.com'] }]

describe('IAM policies of tables', () => {
  let server: TestServer
  const call = async (verb: string, body: object, token?: string, table = 't'): Promise<Policy> =>
    (await post(server.url, `/projects/${project}/datasets/d/tables/${table}:${verb}`, body, token)).body
  const read = () =>
    clientFor(server.url, 'ada@example.com').query({ query: 'SELECT id FROM d.t', jobId: `j${Date.now()}` })

  before(async () => {
    server = await startServer(accessOf({ 'ada@example.com': [`bigquery.jobs.create projects/${project}`] }))
    await post(server.url, `/projects/${project}/queries`, {
      query: 'CREATE SCHEMA d; CREATE TABLE d.t AS SELECT 1 AS id',
      useLegacySql: false,
    })
  })
  after(() => server.stop())

  it('grants what the policy says, until it is changed', async () => {
    assert.deepEqual(await call('getIamPolicy', {}), { etag: 'ACAB' })
    await assert.rejects(read(), /does not have permission to query table proj:d\.t/)
    const { etag, ...policy } = await call('setIamPolicy', { policy: { bindings: reader } })
    assert.deepEqual(policy, { version: 1, bindings: reader })
    assert.deepEqual(await call('getIamPolicy', {}), { etag, ...policy })
    assert.deepEqual((await read())[0], [{ id: 1 }])
    assert.equal((await call('setIamPolicy', { policy: { etag, bindings: [] } })).etag, 'ACAB')
    await assert.rejects(read(), /does not have permission/)
  })

  it('demands the permission, the current etag and what can be enforced', async () => {
    assert.match(
      (await call('getIamPolicy', {}, 'ada@example.com')).error!.message,
      /Permission bigquery\.tables\.getIamPolicy denied on table proj:d\.t/,
    )
    assert.match(
      (await call('getIamPolicy', {}, undefined, 'none')).error!.message,
      /^Not found: Table proj:d\.none/,
    )
    for (const [policy, message] of [
      [{ etag: 'BwAAAAAAAAA=', bindings: reader }, /There were concurrent policy changes/],
      [
        { bindings: [{ ...reader[0], condition: { expression: 'true' } }] },
        /IAM conditions are not supported/,
      ],
      [{ auditConfigs: [{ service: 'allServices' }] }, /Audit configs are not supported/],
      [{ bindings: [{ role: 'roles/none', members: ['user:a@example.com'] }] }, /unknown role/],
    ] as const)
      assert.match((await call('setIamPolicy', { policy })).error!.message, message)
  })

  it('is not part of the resource, and keeps the table from being replaced', async () => {
    await call('setIamPolicy', { policy: { bindings: reader } })
    const table = await fetch(`${server.url}/projects/${project}/datasets/d/tables/t`)
    assert.equal('policy' in ((await table.json()) as object), false)
    const { body } = await post(server.url, `/projects/${project}/queries`, {
      query: 'CREATE OR REPLACE TABLE d.t (id INT64)',
      useLegacySql: false,
    })
    assert.match(
      (body as Policy).error!.message,
      /^Replacing a table that has an IAM policy is not supported by the local BigQuery/,
    )
  })
})
