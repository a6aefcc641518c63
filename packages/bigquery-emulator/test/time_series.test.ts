/** DATE_BUCKET, DATETIME_BUCKET and TIMESTAMP_BUCKET, with the examples of Google's page.
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/time-series-functions */
import assert from 'node:assert/strict'
import { rows, startServer, type TestServer } from './support/server.ts'

describe('time buckets', () => {
  let server: TestServer
  const sql = (query: string) => rows(server.url, query)
  before(async () => void (server = await startServer()))
  after(() => server.stop())

  it('puts dates into buckets from 1950-01-01', async () => {
    const days = "DATE '1949-12-29', '1949-12-30', '1949-12-31', '1950-01-01', '1950-01-02', '1950-01-03'"
    assert.deepEqual(
      await sql(`SELECT DATE_BUCKET(d, INTERVAL 2 DAY) FROM UNNEST([${days}]) AS d ORDER BY d`),
      [['1949-12-28'], ['1949-12-30'], ['1949-12-30'], ['1950-01-01'], ['1950-01-01'], ['1950-01-03']],
    )
  })

  it('puts dates into buckets from a given day', async () => {
    const days = "DATE '2000-12-20', '2000-12-21', '2000-12-22', '2000-12-23', '2000-12-24', '2000-12-25'"
    assert.deepEqual(
      await sql(
        `SELECT DATE_BUCKET(d, INTERVAL 7 DAY, DATE '2000-12-24') FROM UNNEST([${days}]) AS d ORDER BY d`,
      ),
      [['2000-12-17'], ['2000-12-17'], ['2000-12-17'], ['2000-12-17'], ['2000-12-24'], ['2000-12-24']],
    )
  })

  for (const [fn, type, suffix] of [
    ['DATETIME_BUCKET', 'DATETIME', ''],
    ['TIMESTAMP_BUCKET', 'TIMESTAMP', '+00'],
  ] as const)
    it(`puts values into buckets of hours and days: ${fn}`, async () => {
      const hours = `${type} '1949-12-30 13:00:00', '1949-12-31 00:00:00', '1950-01-01 13:00:00'`
      assert.deepEqual(
        await sql(
          `SELECT CAST(${fn}(t, INTERVAL 12 HOUR) AS STRING) FROM UNNEST([${hours}]) AS t ORDER BY t`,
        ),
        [
          [`1949-12-30 12:00:00${suffix}`],
          [`1949-12-31 00:00:00${suffix}`],
          [`1950-01-01 12:00:00${suffix}`],
        ],
      )
      const days = `${type} '2000-12-20 00:00:00', '2000-12-22 12:00:00', '2000-12-25 00:00:00'`
      assert.deepEqual(
        await sql(
          `SELECT CAST(${fn}(t, INTERVAL 7 DAY, ${type} '2000-12-22 12:00:00') AS STRING) FROM UNNEST([${days}]) AS t ORDER BY t`,
        ),
        [
          [`2000-12-15 12:00:00${suffix}`],
          [`2000-12-22 12:00:00${suffix}`],
          [`2000-12-22 12:00:00${suffix}`],
        ],
      )
    })

  it('is NULL for NULL, and refuses a width that is not positive or has parts of a day for dates', async () => {
    assert.deepEqual(await sql('SELECT DATE_BUCKET(NULL, INTERVAL 2 DAY)'), [[null]])
    const day = "DATE '2026-01-01'"
    for (const query of [
      `SELECT DATE_BUCKET(${day}, INTERVAL 0 DAY)`,
      `SELECT DATE_BUCKET(${day}, INTERVAL n DAY) FROM UNNEST([-1]) AS n`,
    ])
      await assert.rejects(sql(query), /DATE_BUCKET requires a bucket width INTERVAL greater than zero/)
    await assert.rejects(
      sql(`SELECT DATE_BUCKET(${day}, INTERVAL 1 HOUR)`),
      /DATE_BUCKET does not support the HOUR date part/,
    )
  })
})
