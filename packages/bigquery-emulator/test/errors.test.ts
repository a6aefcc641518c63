/** Errors for invalid SQL and for unsupported features. */
import assert from 'node:assert/strict'
import { refusals } from '../src/refusals.ts'
import { stricterRules } from '../src/stricter.ts'
import { rows, startServer, type TestServer } from './support/server.ts'

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
      'a plus before an interval',
      'SELECT + INTERVAL 1 DAY',
      /^Operands of \+ must be numeric type but was INTERVAL at \[1:8\]$/,
    ],
    ['LIMIT after FROM alone', 'FROM UNNEST([1]) AS x LIMIT 1', /^Syntax error: .*LIMIT at \[1:23\]$/],
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
      'a text repeated too often',
      "SELECT REPEAT('ab', 524289)",
      /^Output of REPEAT exceeds max allowed output size of 1MB$/,
    ],
    [
      'bytes repeated too often',
      "SELECT REPEAT(b'ab', 1 << 62)",
      /^Output of REPEAT exceeds max allowed output size of 1MB$/,
    ],
    [
      'a text padded too far',
      "SELECT RPAD('a', 1048577)",
      /^Output of LPAD\/RPAD exceeds max allowed output size of 1MB$/,
    ],
    [
      'bytes padded too far',
      "SELECT LPAD(b'a', 1048577)",
      /^Output of LPAD\/RPAD exceeds max allowed output size of 1MB$/,
    ],
    [
      'a replacement too large',
      "SELECT REPLACE(REPEAT('a', 1048576), 'a', 'bc')",
      /^Output of REPLACE exceeds max allowed output size of 1MB$/,
    ],
    [
      'a translation too large',
      "SELECT TRANSLATE(REPEAT('a', 1048576), 'a', '¢')",
      /^Output of TRANSLATE exceeds max allowed output size of 1MB$/,
    ],
    [
      'a query beyond the memory limit',
      "SELECT LENGTH(STRING_AGG(CONCAT(REPEAT('x', 1000000), CAST(n AS STRING)))) FROM UNNEST(GENERATE_ARRAY(1, 2000)) AS n",
      /^Resources exceeded during query execution: The query could not be executed in the allotted memory\.$/,
    ],
    [
      'a series that is too long',
      "SELECT GENERATE_TIMESTAMP_ARRAY('0001-01-01', '9999-12-31', INTERVAL 1 MICROSECOND)",
      /^An array of more than 5000000 elements is not supported by the local BigQuery$/,
    ],
    [
      'more than one row in a scalar subquery',
      'SELECT (SELECT x FROM UNNEST([1, 2]) AS x)',
      /Scalar subquery produced more than one element/,
    ],
  ]
  for (const [what, query, message] of mistakes)
    it(`reports ${what} as BigQuery does`, () =>
      assert.rejects(sql(query), (error: Error) => {
        assert.match(error.message, message)
        return true
      }))

  for (const { feature, example, message, isByName } of stricterRules)
    it(`refuses, though Google's analyzer accepts it: ${feature}`, () =>
      assert.rejects(sql(example), (error: Error) => {
        assert.match(error.message, message)
        assert.equal(
          error.message.includes(' is not supported by the local BigQuery'),
          isByName,
          error.message,
        )
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
