/** A required partition filter above set operations.
 * https://cloud.google.com/bigquery/docs/querying-partitioned-tables#require_a_partition_filter_in_queries */
import assert from 'node:assert/strict'
import { rows, startServer, type TestServer } from './support/server.ts'

describe('a required partition filter', () => {
  let server: TestServer
  const sql = (query: string) => rows(server.url, query)
  const message =
    /^Error: Cannot query over table 'proj\.shop\.guarded' without a filter over column\(s\) 'day'/
  before(async () => {
    server = await startServer()
    await sql('CREATE SCHEMA shop')
    await sql(
      'CREATE TABLE shop.guarded (day DATE, id STRING) PARTITION BY day OPTIONS (require_partition_filter = TRUE)',
    )
    await sql("INSERT shop.guarded VALUES ('2026-01-01', 'a'), ('2026-01-01', 'a'), ('2026-01-02', 'b')")
  })
  after(() => server.stop())

  it('is met above a UNION DISTINCT, but not above an EXCEPT DISTINCT', async () => {
    const distinct = 'SELECT * FROM shop.guarded UNION DISTINCT SELECT * FROM shop.guarded'
    assert.deepEqual(await sql(`SELECT id FROM (${distinct}) WHERE day = '2026-01-01'`), [['a']])
    await assert.rejects(sql(distinct), message)
    const except = distinct.replace('UNION', 'EXCEPT')
    await assert.rejects(sql(`SELECT id FROM (${except}) WHERE day = '2026-01-01'`), message)
  })
})
