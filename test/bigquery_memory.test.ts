/** Queries that hold more than the memory they are given: the rest goes to disk, and leaves nothing there. */
import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openBigquery } from '../local/bigquery/index.ts'
import { everything, project, rows, startServer, type TestServer } from './bigquery/server.ts'
import { until } from './support/until.ts'

const overflow = 'warehouse.duckdb.tmp'

describe('memory of the local BigQuery', () => {
  let server: TestServer
  before(async () => {
    server = await startServer()
  })
  after(() => server.stop())

  it('is not exceeded by a query that needs more: it answers by way of the disk', async () => {
    // Some 600 MB of text, to be sorted.
    const query = rows(
      server.url,
      `SELECT MAX(n), SUBSTR(MAX(s), 1, 6) FROM (
        SELECT s, ROW_NUMBER() OVER (ORDER BY s) AS n
        FROM (SELECT CONCAT(CAST(MOD(x * 7919, 600000) AS STRING), REPEAT('-', 1000)) AS s FROM UNNEST(GENERATE_ARRAY(1, 600000)) AS x)
      )`,
    )
    await until('the query writes to disk', async () => (await readdir(server.dir)).includes(overflow))
    assert.deepEqual(await query, [['600000', '99999-']])
  })

  it('leaves nothing on disk, not even that of a process that was killed', async () => {
    await server.bigquery.close()
    assert.deepEqual(await readdir(server.dir), ['warehouse.duckdb'])
    await mkdir(join(server.dir, overflow))
    await writeFile(join(server.dir, overflow, 'duckdb_temp_block-1.block'), 'left')
    server.bigquery = await openBigquery({ dir: server.dir, port: 0, access: everything, project })
    assert.deepEqual(await readdir(server.dir), ['warehouse.duckdb'])
  })
})
