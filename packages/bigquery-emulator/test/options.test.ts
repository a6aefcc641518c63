/** Options of DDL that are expressions, views under a default dataset, and what INFORMATION_SCHEMA tells of options and functions.
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#table_option_list,
 * https://cloud.google.com/bigquery/docs/information-schema-table-options, /information-schema-routines */
import assert from 'node:assert/strict'
import { post, project, rows, startServer, type TestServer } from './support/server.ts'

describe('options', () => {
  let server: TestServer
  const sql = (query: string): Promise<unknown[][]> => rows(server.url, query)
  const metadata = async (table: string): Promise<{ expirationTime?: string; description?: string }> =>
    (await server.client.dataset('d').table(table).getMetadata())[0] as never

  before(async () => {
    server = await startServer()
    await sql('CREATE SCHEMA d')
  })
  after(() => server.stop())

  // As dbt writes its temporary tables.
  it('computes a time of expiration', async () => {
    await sql(
      'CREATE OR REPLACE TABLE `proj`.`d`.`tmp` OPTIONS(description="""""", expiration_timestamp=TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 12 hour)) AS (SELECT 1 AS n)',
    )
    const hours = (Number((await metadata('tmp')).expirationTime) - Date.now()) / 3_600_000
    assert.ok(hours > 11.9 && hours <= 12, String(hours))
    await sql('ALTER TABLE d.tmp SET OPTIONS (expiration_timestamp = TIMESTAMP "2040-01-02 03:04:05+00")')
    assert.equal((await metadata('tmp')).expirationTime, String(Date.UTC(2040, 0, 2, 3, 4, 5)))
    await sql('ALTER TABLE d.tmp SET OPTIONS (expiration_timestamp = NULL, description = CONCAT("a", "b"))')
    assert.equal((await metadata('tmp')).expirationTime, undefined)
    assert.equal((await metadata('tmp')).description, 'ab')
  })

  it('refuses a value of another type, and names that are no constants', async () => {
    await assert.rejects(
      sql('CREATE TABLE d.wrong (n INT64) OPTIONS (expiration_timestamp = 5)'),
      /Option expiration_timestamp has a value of type INT64, expected TIMESTAMP/,
    )
    await assert.rejects(sql('ALTER TABLE d.tmp SET OPTIONS (description = n)'), /Unrecognized name: n/)
  })

  it('tells the options of tables', async () => {
    await sql(
      'CREATE TABLE d.every (day DATE) PARTITION BY day OPTIONS (description = "a \\"b\\"", friendly_name = "f", labels = [("k", "v")], partition_expiration_days = 7, require_partition_filter = TRUE, expiration_timestamp = TIMESTAMP "2040-01-02 03:04:05+00")',
    )
    assert.deepEqual(
      await sql(
        'SELECT option_name, option_type, option_value FROM d.INFORMATION_SCHEMA.TABLE_OPTIONS WHERE table_name = "every" ORDER BY 1',
      ),
      [
        ['description', 'STRING', '"a \\"b\\""'],
        ['expiration_timestamp', 'TIMESTAMP', 'TIMESTAMP "2040-01-02T03:04:05.000Z"'],
        ['friendly_name', 'STRING', '"f"'],
        ['labels', 'ARRAY<STRUCT<STRING, STRING>>', '[STRUCT("k", "v")]'],
        ['partition_expiration_days', 'FLOAT64', '7.0'],
        ['require_partition_filter', 'BOOL', 'true'],
      ],
    )
  })

  it('tells the functions of a dataset', async () => {
    await sql('CREATE FUNCTION d.twice(x INT64) RETURNS INT64 AS (x * 2)')
    assert.deepEqual(
      await sql(
        'SELECT routine_name, routine_type, data_type, routine_body, routine_definition, created <= last_altered FROM d.INFORMATION_SCHEMA.ROUTINES',
      ),
      [['twice', 'FUNCTION', 'INT64', 'SQL', 'x * 2', 'true']],
    )
  })

  it('makes a view under a default dataset if its tables name their own', async () => {
    await sql('CREATE TABLE d.source AS SELECT 1 AS n')
    const query = async (text: string): Promise<{ error?: { message: string } }> =>
      (
        await post(server.url, `/projects/${project}/queries`, {
          query: text,
          useLegacySql: false,
          defaultDataset: { datasetId: 'd' },
        })
      ).body
    assert.equal((await query('CREATE VIEW seen AS SELECT n FROM d.source')).error, undefined)
    assert.deepEqual(await sql('SELECT n FROM d.seen'), [['1']])
    assert.match(
      (await query('CREATE VIEW unseen AS SELECT n FROM source')).error!.message,
      /^CREATE VIEW of tables in the default dataset, without a dataset in their names, is not supported/,
    )
  })
})
