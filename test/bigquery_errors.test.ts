/** What the local BigQuery says to mistakes, and to features it does not have. */
import assert from 'node:assert/strict'
import { refusals } from '../local/bigquery/refusals.ts'
import { rows, startServer, type TestServer } from './bigquery/server.ts'

describe('SQL errors', () => {
  let server: TestServer
  const sql = (query: string): Promise<unknown[][]> => rows(server.url, query)

  before(async () => {
    server = await startServer()
    await sql('CREATE SCHEMA shop')
    await sql('CREATE TABLE shop.events (event_id STRING, email STRING)')
  })
  after(() => server.stop())

  const mistakes: [what: string, query: string, message: RegExp][] = [
    [
      'an unknown function',
      'SELECT COUNTT(1)',
      /^Function not found: COUNTT; Did you mean count\? at \[1:8\]$/,
    ],
    [
      'wrong arguments',
      'SELECT SUBSTR(1, 2)',
      /^No matching signature for function SUBSTR for argument types: INT64, INT64\. Supported signatures: SUBSTR\(STRING, INT64\)/,
    ],
    [
      'a column outside the groups',
      'SELECT event_id, email FROM shop.events GROUP BY event_id',
      /references column email which is neither grouped nor aggregated at \[1:18\]/,
    ],
    [
      'an aggregate in WHERE',
      'SELECT 1 FROM shop.events WHERE COUNT(*) > 1',
      /^Aggregate function COUNT not allowed in WHERE clause at \[1:33\]$/,
    ],
    [
      'incomparable types',
      "SELECT 1 = 'a'",
      /No matching signature for operator = for argument types: INT64, STRING/,
    ],
    ['broken syntax', 'SELECT FROM', /^Syntax error: Unexpected keyword FROM at \[1:8\]$/],
    ['an unqualified table', 'SELECT 1 FROM events', /Table "events" must be qualified with a dataset/],
    ['a division by zero', 'SELECT 1 / 0', /^division by zero: 1 \/ 0$/],
    ['an overflow', 'SELECT 9223372036854775807 + 1', /int64 overflow/],
    ['an index out of bounds', 'SELECT [1][OFFSET(3)]', /Array index 3 is out of bounds/],
    ['a bad JSONPath', "SELECT JSON_VALUE('{}', 'a')", /^JSONPath must start with '\$' at \[1:8\]$/],
    ['a bad cast', "SELECT CAST('x' AS INT64)", /^Bad int64 value: x$/],
    [
      'more than one row in a scalar subquery',
      'SELECT (SELECT x FROM UNNEST([1, 2]) AS x)',
      /Scalar subquery produced more than one element/,
    ],
  ]
  for (const [what, query, message] of mistakes)
    it(`words ${what} as BigQuery does`, () =>
      assert.rejects(sql(query), (error: Error) => {
        assert.match(error.message, message)
        return true
      }))

  for (const [feature, query] of refusals)
    it(`refuses ${feature} by name`, () =>
      assert.rejects(sql(query), (error: Error) => {
        assert.ok(
          error.message.startsWith(`${feature} is not supported by the local BigQuery`),
          error.message,
        )
        return true
      }))
})
