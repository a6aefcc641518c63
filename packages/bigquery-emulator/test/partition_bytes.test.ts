/** Dry runs: a query reads the bytes of the columns and the partitions that it names.
 * https://cloud.google.com/bigquery/docs/querying-partitioned-tables, https://cloud.google.com/bigquery/pricing#data */
import assert from 'node:assert/strict'
import type { BigQuery } from '@google-cloud/bigquery'
import { rows, startServer, type TestServer } from './support/server.ts'

describe('the bytes of a query over partitions', () => {
  let server: TestServer
  let client: BigQuery
  const sql = (query: string): Promise<unknown[][]> => rows(server.url, query)
  const bytes = async (query: string, params: object = {}): Promise<number> => {
    const [job] = await client.createQueryJob({ query, params, dryRun: true })
    return Number(
      (job.metadata as { statistics: { totalBytesProcessed: string } }).statistics.totalBytesProcessed,
    )
  }
  before(async () => {
    server = await startServer()
    ;({ client } = server)
    await sql('CREATE SCHEMA d')
    await sql('CREATE TABLE d.t (ts TIMESTAMP, n INT64, word STRING) PARTITION BY DATE(ts) CLUSTER BY word')
    // Two rows on each of the first three days of 2026: a column of TIMESTAMP or INT64 has 16 bytes a day.
    await sql(`INSERT INTO d.t SELECT TIMESTAMP_ADD(TIMESTAMP '2026-01-01 09:00:00+00', INTERVAL 12 * i HOUR), i, 'abcd'
      FROM UNNEST(GENERATE_ARRAY(0, 5)) AS i`)
    await sql('CREATE VIEW d.v AS SELECT ts, n FROM d.t')
    await sql(`CREATE VIEW d.latest AS SELECT ts, n FROM d.t
      QUALIFY ROW_NUMBER() OVER (PARTITION BY n ORDER BY ts) = 1`)
    await sql(`CREATE VIEW d.each_day AS SELECT ts, n FROM d.t
      QUALIFY ROW_NUMBER() OVER (PARTITION BY n, ts ORDER BY word) = 1`)
  })
  after(() => server.stop())

  const oneDay = "ts >= TIMESTAMP '2026-01-02' AND ts < TIMESTAMP '2026-01-03'"
  /** Queries of columns `at` and `n`, and the number of days that they read. */
  const cases: readonly [days: number, query: string][] = [
    [3, 'SELECT ts, n FROM d.t'],
    [1, `SELECT n FROM d.t WHERE ${oneDay}`],
    [2, "SELECT n FROM d.t WHERE ts >= TIMESTAMP '2026-01-02 23:00:00+00'"],
    [1, "SELECT n FROM d.t WHERE TIMESTAMP '2026-01-02' > ts AND n > 0"],
    [1, "SELECT n FROM d.t WHERE ts = TIMESTAMP '2026-01-02 09:00:00+00'"],
    [2, "SELECT n FROM d.t WHERE ts BETWEEN '2026-01-01' AND '2026-01-02'"],
    [0, "SELECT n FROM d.t WHERE ts >= TIMESTAMP '2027-01-01'"],
    [0, 'SELECT n FROM d.t WHERE ts > TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 3650 DAY)'],
    [1, `SELECT n FROM d.v WHERE ${oneDay}`],
    [1, `SELECT n FROM (SELECT * FROM d.v) AS x WHERE x.${oneDay.replace(' AND ts', ' AND x.ts')}`],
    [1, `WITH x AS (SELECT ts, n FROM d.t) SELECT n FROM x WHERE ${oneDay}`],
    // The other reference reads every day.
    [3, `WITH x AS (SELECT ts, n FROM d.t) SELECT n FROM x WHERE ${oneDay} UNION ALL SELECT n FROM x`],
    [
      2,
      `WITH x AS (SELECT ts, n FROM d.t)
      SELECT n FROM x WHERE ${oneDay} UNION ALL SELECT n FROM x WHERE ts >= '2026-01-03'`,
    ],
    [3, `SELECT n FROM d.t WHERE ${oneDay} OR n = 1`],
    [3, `SELECT n FROM d.t WHERE NOT (${oneDay})`],
    // A filter after LIMIT or after a window over all days reads all of them.
    [3, `SELECT n FROM (SELECT ts, n FROM d.t LIMIT 4) WHERE ${oneDay}`],
    [3, `SELECT n FROM d.latest WHERE ${oneDay}`],
    // A column of the outer query bounds nothing in the subquery, nor the other way round.
    [
      3,
      `SELECT n FROM d.t AS o WHERE EXISTS (SELECT 1 FROM UNNEST([1]) WHERE o.ts >= TIMESTAMP '2026-01-03')`,
    ],
  ]
  for (const [days, query] of cases)
    it(`counts ${days} days: ${query.replace(/\s+/g, ' ')}`, async () => {
      assert.equal(await bytes(query), days * 32)
    })

  it('evaluates parameters', async () => {
    const since = client.timestamp('2026-01-03T08:00:00Z')
    const query = 'SELECT n FROM d.t WHERE ts >= TIMESTAMP_SUB(@since, INTERVAL 1 DAY)'
    assert.equal(await bytes(query, { since }), 64)
  })

  it('reaches a window that is partitioned by the column', async () => {
    assert.equal(await bytes(`SELECT n FROM d.each_day WHERE ${oneDay}`), 32 + 2 * 6)
  })

  // https://cloud.google.com/bigquery/docs/clustered-tables: what a block spares is known only afterwards.
  it('is an upper bound: a condition on a cluster spares nothing', async () => {
    assert.equal(await bytes(`SELECT n FROM d.t WHERE ${oneDay} AND word = 'none'`), 32 + 2 * 6)
  })

  it('counts rows that were added or changed since', async () => {
    await sql('CREATE TABLE d.growing (ts TIMESTAMP, word STRING) PARTITION BY DATE(ts)')
    const query = "SELECT word FROM d.growing WHERE ts >= '2026-01-02'"
    assert.equal(await bytes(query), 0)
    await sql("INSERT INTO d.growing VALUES ('2026-01-02', 'a'), ('2026-01-01', 'a')")
    assert.equal(await bytes(query), 8 + 3)
    await client.dataset('d').table('growing').insert({ ts: '2026-01-02T10:00:00Z', word: 'abc' })
    assert.equal(await bytes(query), 2 * 8 + 3 + 5)
    await sql("UPDATE d.growing SET word = 'abcdef' WHERE word = 'abc'")
    assert.equal(await bytes(query), 2 * 8 + 3 + 8)
    await sql("DELETE FROM d.growing WHERE ts >= '2026-01-02'")
    assert.equal(await bytes(query), 0)
  })

  it('prunes months, hours and dates', async () => {
    await sql('CREATE TABLE d.months (day DATE, n INT64) PARTITION BY DATE_TRUNC(day, MONTH)')
    await sql("INSERT INTO d.months VALUES ('2026-01-31', 1), ('2026-02-01', 2), ('2026-02-28', 3)")
    assert.equal(await bytes("SELECT n FROM d.months WHERE day > '2026-02-03'"), 2 * 16)
    assert.equal(await bytes("SELECT n FROM d.months WHERE day < '2026-02-01'"), 16)
    await sql('CREATE TABLE d.hours (ts TIMESTAMP, n INT64) PARTITION BY TIMESTAMP_TRUNC(ts, HOUR)')
    await sql("INSERT INTO d.hours VALUES ('2026-01-01 09:59:00', 1), ('2026-01-01 10:00:00', 2)")
    assert.equal(await bytes("SELECT n FROM d.hours WHERE ts >= '2026-01-01 10:30:00'"), 16)
  })
})
