/** insertAll: stored values, refused rows with their messages, and group commit. */
import assert from 'node:assert/strict'
import { post, project, rows, startServer, type TestServer } from './support/server.ts'

interface InsertAnswer {
  insertErrors?: { index: number; errors: { reason: string; location: string; message: string }[] }[]
  error?: { code: number; errors: { reason: string }[] }
}

describe('BigQuery insertAll', () => {
  let server: TestServer
  const path = (table = 'events'): string => `/projects/${project}/datasets/stream/tables/${table}/insertAll`
  const insert = async (body: unknown, table?: string): Promise<InsertAnswer> =>
    (await post(server.url, path(table), body)).body
  const count = async (where: string): Promise<number> =>
    Number((await rows(server.url, `SELECT COUNT(*) FROM stream.events WHERE ${where}`))[0]![0])

  before(async () => {
    server = await startServer()
    await post(server.url, `/projects/${project}/datasets`, { datasetReference: { datasetId: 'stream' } })
    const fields = [
      { name: 'id', type: 'STRING', mode: 'REQUIRED' },
      { name: 'n', type: 'INTEGER' },
      { name: 'price', type: 'NUMERIC' },
      { name: 'ok', type: 'BOOLEAN' },
      { name: 'time', type: 'TIMESTAMP' },
      { name: 'day', type: 'DATE' },
      { name: 'data', type: 'JSON' },
      { name: 'tags', type: 'STRING', mode: 'REPEATED' },
      { name: 'who', type: 'RECORD', fields: [{ name: 'age', type: 'INTEGER' }] },
    ]
    await post(server.url, `/projects/${project}/datasets/stream/tables`, {
      tableReference: { tableId: 'events' },
      schema: { fields },
    })
  })
  after(() => server.stop())

  it('keeps JSON numbers that a double cannot hold', async () => {
    const json =
      '{"big":9007199254740993,"huge":123456789012345678901234567890,"one":1.0,"small":0.1000000000000000055}'
    await insert(`{"rows":[{"json":{"id":"exact","data":${JSON.stringify(json)}}}]}`)
    const got = await rows(
      server.url,
      "SELECT data, TO_JSON_STRING(data), TO_JSON_STRING(STRUCT(data)) FROM stream.events WHERE id = 'exact'",
    )
    assert.deepEqual(got, [[json, json, `{"data":${json}}`]])
  })

  // https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#json_type
  it('sorts JSON members, keeps the first of duplicates and normalizes numbers', async () => {
    const json =
      '{"b": [1E2, 1.50, {"\\u00e9": null, "a\\/": 0.00001}], "a": "\\u0041", "b": 2, "B": -0, "10": 1, "9": 2}'
    await insert(`{"rows":[{"json":{"id":"sorted","data":${JSON.stringify(json)}}}]}`)
    const got = await rows(
      server.url,
      "SELECT data, TO_JSON_STRING(data), TO_JSON_STRING(STRUCT(data, id AS a)) FROM stream.events WHERE id = 'sorted'",
    )
    const kept = '{"10":1,"9":2,"B":0,"a":"A","b":[100.0,1.5,{"a/":1e-05,"é":null}]}'
    assert.deepEqual(got, [[kept, kept, `{"data":${kept},"a":"sorted"}`]])
  })

  it('keeps integers that a double cannot hold', async () => {
    await insert(
      '{"rows":[{"json":{"id":"wide","n":"9223372036854775807","price":"12345678901234567890.123456789"}}]}',
    )
    assert.deepEqual(await rows(server.url, "SELECT n, price FROM stream.events WHERE id = 'wide'"), [
      ['9223372036854775807', '12345678901234567890.123456789'],
    ])
  })

  it('stores any text', async () => {
    const id = 'quote " backslash \\ newline \n tab \t emoji 😀 { [ ] }'
    await insert({ rows: [{ json: { id, tags: ['a"b', '\\'] } }] })
    assert.deepEqual(
      await rows(
        server.url,
        `SELECT id, ARRAY_LENGTH(tags) FROM stream.events WHERE STARTS_WITH(id, 'quote')`,
      ),
      [[id, '2']],
    )
  })

  it("returns each row's error in BigQuery's wording and stops the others", async () => {
    const bad: [row: object, location: string, message: string][] = [
      [{ id: 'x', n: 'abc' }, 'n', 'Cannot convert value to integer (bad value): abc'],
      [{ id: 'x', nope: 1 }, 'nope', 'no such field: nope.'],
      [{ n: 1 }, '', 'Missing required field: Msg_0_CLOUD_QUERY_TABLE.id.'],
      [{ id: 'x', ok: 'maybe' }, 'ok', 'Cannot convert string value to boolean: maybe'],
      [{ id: 'x', price: 'free' }, 'price', 'Invalid NUMERIC value: free'],
      [{ id: 'x', n: [1] }, 'n', 'Array specified for non-repeated field: n.'],
      [{ id: 'x', who: 5 }, 'who', 'This field: who is not a record.'],
      [{ id: 'x', who: { name: 'y' } }, 'who.name', 'no such field: who.name.'],
      [{ id: 'x', day: '2024-02-30' }, 'day', "Invalid date: '2024-02-30'"],
      [
        { id: 'x', tags: ['a', null] },
        'tags[1]',
        'Only optional fields can be set to NULL. Field: tags; Value: NULL',
      ],
    ]
    const { insertErrors } = await insert({
      rows: [...bad.map(([json]) => ({ json })), { json: { id: 'innocent' } }],
    })
    assert.deepEqual(
      insertErrors?.map(({ index, errors }) => [
        index,
        errors[0]!.reason,
        errors[0]!.location,
        errors[0]!.message,
      ]),
      [
        ...bad.map(([, location, message], index) => [index, 'invalid', location, message]),
        [bad.length, 'stopped', '', ''],
      ],
    )
    assert.equal(await count("id IN ('x', 'innocent')"), 0)
  })

  it('writes valid rows with skipInvalidRows and drops unknown values with ignoreUnknownValues', async () => {
    const skipped = await insert({
      skipInvalidRows: true,
      rows: [{ json: { id: 'bad', n: 'abc' } }, { json: { id: 'kept' } }],
    })
    assert.deepEqual(
      skipped.insertErrors?.map(({ index }) => index),
      [0],
    )
    assert.equal(await count("id = 'kept'"), 1)
    assert.equal(
      (await insert({ ignoreUnknownValues: true, rows: [{ json: { id: 'loose', foo: 1 } }] })).insertErrors,
      undefined,
    )
  })

  it('writes rows with the same insertId once', async () => {
    const row = { rows: [{ insertId: 'i-1', json: { id: 'once' } }] }
    await Promise.all([insert(row), insert(row), insert(row)])
    await insert(row)
    await insert({
      rows: [
        { insertId: 'i-2', json: { id: 'once-more' } },
        { insertId: 'i-2', json: { id: 'once-more' } },
      ],
    })
    assert.equal(await count("id = 'once'"), 1)
    assert.equal(await count("id = 'once-more'"), 1)
  })

  it('answers many concurrent requests and writes each row once', async () => {
    const requests = Array.from({ length: 200 }, (_, i) =>
      insert({ rows: [{ json: { id: `c${i}`, n: i } }] }),
    )
    for (const answer of await Promise.all(requests)) assert.equal(answer.insertErrors, undefined)
    assert.deepEqual(
      await rows(
        server.url,
        "SELECT COUNT(*), SUM(n) FROM stream.events WHERE REGEXP_CONTAINS(id, r'^c\\d+$')",
      ),
      [['200', '19900']],
    )
  })

  it('creates the table that templateSuffix names', async () => {
    await insert({ templateSuffix: '_20240101', rows: [{ json: { id: 'suffixed' } }] })
    assert.deepEqual(await rows(server.url, 'SELECT id FROM stream.events_20240101'), [['suffixed']])
  })

  it('refuses tables that do not exist, views, and bodies that are not JSON', async () => {
    assert.equal((await insert({ rows: [{ json: {} }] }, 'nothing')).error?.code, 404)
    assert.equal((await insert('{"rows":[{"json":{"id":"x"}')).error?.errors[0]?.reason, 'parseError')
  })

  it('injects the given number of failures and the given delay', async () => {
    await post(server.url, '/faults', { insertAll: { status: 503, reason: 'backendError', times: 2 } })
    const row = { rows: [{ json: { id: 'faulty' } }] }
    const failed = await post(server.url, path(), row)
    assert.equal(failed.status, 503)
    assert.equal((failed.body as InsertAnswer).error?.errors[0]?.reason, 'backendError')
    assert.equal((await post(server.url, path(), row)).status, 503)
    assert.equal((await post(server.url, path(), row)).status, 200)
    await post(server.url, '/faults', { query: { status: 403, reason: 'rateLimitExceeded', times: null } })
    await assert.rejects(rows(server.url, 'SELECT 1'), /rateLimitExceeded/)
    assert.deepEqual(await (await fetch(`${server.url}/faults`, { method: 'DELETE' })).json(), {})
    assert.deepEqual(await rows(server.url, 'SELECT 1'), [['1']])
  })
})
