/** PIVOT, with the table of Google's page. https://cloud.google.com/bigquery/docs/reference/standard-sql/query-syntax#pivot_operator */
import assert from 'node:assert/strict'
import { rows, startServer, type TestServer } from './support/server.ts'

describe('PIVOT', () => {
  let server: TestServer
  before(async () => void (server = await startServer()))
  after(() => server.stop())

  const produce = `SELECT 'Kale' AS product, 51 AS sales, 'Q1' AS quarter UNION ALL
    SELECT 'Kale', 23, 'Q1' UNION ALL SELECT 'Apple', 77, 'Q2'`
  for (const aggregate of ['SUM(sales)', '(SUM(sales))'])
    it(`spreads ${aggregate}`, async () =>
      assert.deepEqual(
        await rows(
          server.url,
          `SELECT * FROM (${produce}) PIVOT (${aggregate} FOR quarter IN ('Q1', 'Q2')) ORDER BY product`,
        ),
        [
          ['Apple', null, '77'],
          ['Kale', '74', null],
        ],
      ))
})
