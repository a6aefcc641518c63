/** Snapshots and clones by copy jobs. https://cloud.google.com/bigquery/docs/table-snapshots-intro, /table-clones-intro */
import assert from 'node:assert/strict'
import { post, project, rows, startServer, type TestServer } from './support/server.ts'

describe('snapshots and clones', () => {
  let server: TestServer
  const sql = (query: string) => rows(server.url, query)
  const table = (tableId: string) => ({ projectId: project, datasetId: 'd', tableId })
  /** Runs a copy job. Returns its error, if any. */
  const copy = async (operationType: string, from: string, to: string, more: object = {}) => {
    const copied = { sourceTable: table(from), destinationTable: table(to), operationType, ...more }
    const answer = await post(server.url, `/projects/${project}/jobs`, { configuration: { copy: copied } })
    return (answer.body as { status: { errorResult?: { message: string } } }).status.errorResult?.message
  }

  before(async () => {
    server = await startServer()
    await sql('CREATE SCHEMA d; CREATE TABLE d.t (id INT64, s STRING(3)); INSERT d.t VALUES (1, "a")')
    assert.equal(await copy('SNAPSHOT', 't', 'snap'), undefined)
  })
  after(() => server.stop())

  it('keeps the rows of a snapshot as they were', async () => {
    await sql('UPDATE d.t SET id = 2 WHERE TRUE')
    assert.deepEqual(await sql('SELECT * FROM d.snap'), [['1', 'a']])
    const [metadata] = await server.client.dataset('d').table('snap').getMetadata()
    assert.equal(metadata.type, 'SNAPSHOT')
    assert.deepEqual(metadata.snapshotDefinition.baseTableReference, table('t'))
    assert.match(metadata.snapshotDefinition.snapshotTime, /^\d{4}-.*Z$/)
  })

  it('refuses every change of a snapshot', async () => {
    const refusal = /proj:d\.snap is not allowed for this operation because it is currently a SNAPSHOT/
    for (const statement of [
      'INSERT d.snap VALUES (1, "b")',
      'UPDATE d.snap SET id = 2 WHERE TRUE',
      'DELETE FROM d.snap WHERE TRUE',
      'TRUNCATE TABLE d.snap',
      'MERGE d.snap USING (SELECT 1) ON FALSE WHEN NOT MATCHED THEN INSERT (id) VALUES (1)',
      'ALTER TABLE d.snap ADD COLUMN x INT64',
      'CREATE OR REPLACE TABLE d.snap (x INT64)',
    ])
      await assert.rejects(sql(statement), refusal, statement)
    await assert.rejects(
      sql('DROP TABLE d.snap'),
      /Cannot drop proj:d\.snap which has type SNAPSHOT as a TABLE/,
    )
    for (const writeDisposition of ['WRITE_APPEND', 'WRITE_TRUNCATE'])
      assert.match((await copy('COPY', 't', 'snap', { writeDisposition }))!, refusal)
    await assert.rejects(
      server.client
        .dataset('d')
        .table('snap')
        .insert([{ id: 3 }]),
      refusal,
    )
    await assert.rejects(
      server.client.dataset('d').table('snap').setMetadata({ schema: 'id:integer,s:string,x:string' }),
      refusal,
    )
    assert.deepEqual(await sql('SELECT * FROM d.snap'), [['1', 'a']])
  })

  it('restores a snapshot, and clones a table and a snapshot', async () => {
    assert.equal(await copy('RESTORE', 'snap', 'restored'), undefined)
    assert.equal(await copy('CLONE', 'snap', 'of_snapshot'), undefined)
    assert.equal(await copy('CLONE', 't', 'clone'), undefined)
    for (const name of ['restored', 'of_snapshot', 'clone']) await sql(`INSERT d.${name} (id) VALUES (9)`)
    assert.deepEqual(
      await sql(
        'SELECT table_name, table_type, is_insertable_into FROM d.INFORMATION_SCHEMA.TABLES ORDER BY 1',
      ),
      [
        ['clone', 'CLONE', 'YES'],
        ['of_snapshot', 'CLONE', 'YES'],
        ['restored', 'BASE TABLE', 'YES'],
        ['snap', 'SNAPSHOT', 'NO'],
        ['t', 'BASE TABLE', 'YES'],
      ],
    )
  })

  it('refuses tables of the wrong kind, and a snapshot in the place of another', async () => {
    assert.match(
      (await copy('SNAPSHOT', 'snap', 'again'))!,
      /is a SNAPSHOT, which operation type SNAPSHOT does not take/,
    )
    assert.match(
      (await copy('RESTORE', 't', 'again'))!,
      /is no SNAPSHOT, which operation type RESTORE does not take/,
    )
    const overwriting = { writeDisposition: 'WRITE_TRUNCATE' }
    assert.match((await copy('SNAPSHOT', 't', 'snap', overwriting))!, /^Already Exists: Table proj:d\.snap$/)
    assert.match((await copy('MOVE', 't', 'again'))!, /^Copy operation MOVE is not supported/)
  })

  it('keeps when a snapshot expires', async () => {
    const destinationExpirationTime = '2045-01-01T00:00:00Z'
    assert.equal(await copy('SNAPSHOT', 't', 'short', { destinationExpirationTime }), undefined)
    const [metadata] = await server.client.dataset('d').table('short').getMetadata()
    assert.equal(metadata.expirationTime, '2366841600000')
  })
})
