/** Memory limit: larger queries spill to disk and leave no files there. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/duckdb/open.ts'
import { compileQuery, newContext, parseSingleQuery } from '../src/googlesql/index.ts'
import { openBigquery } from '../src/index.ts'
import { WarehouseCatalog } from '../src/warehouse/catalog.ts'
import { everything, post, project, rows, startServer, type TestServer } from './support/server.ts'
import { until } from '../../shared/test/until.ts'

const overflow = 'warehouse.duckdb.tmp'

describe('memory of the local BigQuery', () => {
  let server: TestServer
  before(async () => {
    server = await startServer()
  })
  after(() => server.stop())

  it('is not exceeded by a query that needs more: it spills to disk', async () => {
    // Sorts about 600 MB of text.
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

  it('leaves no temporary files on disk, even after a process was killed', async () => {
    await server.bigquery.close()
    assert.deepEqual(await readdir(server.dir), ['warehouse.duckdb'])
    await mkdir(join(server.dir, overflow))
    await writeFile(join(server.dir, overflow, 'duckdb_temp_block-1.block'), 'left')
    server.bigquery = await openBigquery({ dir: server.dir, port: 0, access: everything, project })
    assert.deepEqual(await readdir(server.dir), ['warehouse.duckdb'])
  })
})

describe('many fields of a JSON column in one query', () => {
  it('need little more memory than the same number of table columns', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'sluice-memory-'))
    // They need about 60 MB, like other texts. Read one by one, they would need 200 MB.
    const database = await openDatabase(join(dir, 'warehouse.duckdb'), 100e6)
    try {
      const connection = await database.connect()
      const catalog = await WarehouseCatalog.load(connection)
      const columns = Array.from(
        { length: 300 },
        (_, field) => `STRING_AGG(JSON_VALUE(event_data, '$.field_${field}.nested'))`,
      )
      const text = `SELECT ${columns.join(', ')} FROM (
        SELECT PARSE_JSON(FORMAT('{"field_%d":{"nested":%d}}', n, n)) AS event_data FROM UNNEST(GENERATE_ARRAY(0, 999)) AS n
        QUALIFY ROW_NUMBER() OVER (PARTITION BY n ORDER BY n) = 1)`
      const { sql } = compileQuery(parseSingleQuery(text), newContext(text, catalog, { project, user: '' }))
      const [row] = (await connection.runAndReadAll(sql)).getRows()
      assert.deepEqual(
        row,
        columns.map((_, field) => String(field)),
      )
      connection.closeSync()
    } finally {
      database.close()
      await rm(dir, { recursive: true, force: true })
    }
  })

  it('have the same values as in separate queries', async () => {
    const server = await startServer()
    try {
      const raw =
        String.raw`1 -0 18446744073709551615 1.5 1.10 100.0 1e2 1e-7 1.5e300 0.00001 64.70000000000002
        0.30000000000000004 0.123456789012345678 123456789012345678901234 "1.50" "1e5" "2e5f" "{x" "[1]" "" "a\"b" "\u00e9"
        true false null {"a":1.5} {} [1.5] []`.split(/\s+/)
      const names = Array.from({ length: 100 }, (_, field) => `f${field}`)
      const document = (step: number): string =>
        `{${names.map((name, field) => `"${name}":${raw[(field * step) % raw.length]}`).join(',')}}`
      const documents = [document(1), document(7), document(raw.length), '{}', '[]', '1.10', null]
      await rows(server.url, 'CREATE SCHEMA d').catch(() => [])
      await rows(server.url, 'CREATE TABLE d.t (n INT64, j JSON)').catch(() => [])
      const { body } = await post(server.url, `/projects/${project}/datasets/d/tables/t/insertAll`, {
        rows: documents.map((j, n) => ({ json: { n, j } })),
      })
      assert.deepEqual(body, { kind: 'bigquery#tableDataInsertAllResponse' })
      const together = names.flatMap((name) => [`JSON_VALUE(j, '$.${name}')`, `JSON_QUERY(j, '$.${name}')`])
      const alone = together.map((value) => `(SELECT ${value})`)
      const found = await rows(server.url, `SELECT ${together.join(', ')} FROM d.t ORDER BY n`)
      assert.deepEqual(found, await rows(server.url, `SELECT ${alone.join(', ')} FROM d.t ORDER BY n`))
      const wide = '0.123456789012345678'
      assert.deepEqual(found[0]?.slice(2 * raw.indexOf(wide)).slice(0, 2), [wide, wide])
      assert.deepEqual(found[0]?.slice(2 * raw.indexOf('{"a":1.5}')).slice(0, 2), [null, '{"a":1.5}'])
    } finally {
      await server.stop()
    }
  })

  it('group and order rows as in separate queries', async () => {
    const server = await startServer()
    try {
      const values = Array.from({ length: 40 }, (_, field) => `JSON_VALUE(j, '$.f${field}')`)
      const named = values.map((value, field) => `${value} AS f${field}`).join(', ')
      const names = values.map((_, field) => `f${field}`).join(', ')
      const from = `FROM (SELECT PARSE_JSON(FORMAT('{"f1":"%d"}', MOD(n, 3))) AS j FROM UNNEST(GENERATE_ARRAY(1, 9)) AS n)`
      const grouped = await rows(
        server.url,
        `SELECT ${named}, COUNT(*) ${from} WHERE ${values[1]} <> '0' GROUP BY ${names}
          HAVING f1 IS NOT NULL ORDER BY f1 DESC`,
      )
      assert.deepEqual(
        grouped.map((row) => [row[1], row.at(-1)]),
        [
          ['2', '3'],
          ['1', '3'],
        ],
      )
      const distinct = await rows(server.url, `SELECT DISTINCT ${named} ${from} ORDER BY f1`)
      assert.deepEqual(
        distinct.map((row) => row[1]),
        ['0', '1', '2'],
      )
    } finally {
      await server.stop()
    }
  })
})
