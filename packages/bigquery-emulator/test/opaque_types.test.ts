/** GEOGRAPHY and RANGE columns through the official client and REST: stored and read back; what they cannot do is refused.
 * https://cloud.google.com/bigquery/docs/reference/standard-sql/data-types#geography_type, #range_type */
import assert from 'node:assert/strict'
import { post, project, rows, startServer, type TestServer } from './support/server.ts'

interface Range {
  value: { start: string; end: string }
}
interface Visit {
  place: unknown
  places: unknown
  stay: Range
  shown: Range
}

describe('GEOGRAPHY and RANGE', () => {
  let server: TestServer
  const sql = (query: string) => rows(server.url, query)

  before(async () => {
    server = await startServer()
    await server.client.createDataset('geo')
    const fields = [
      { name: 'place', type: 'GEOGRAPHY' },
      { name: 'places', type: 'GEOGRAPHY', mode: 'REPEATED' },
      { name: 'stay', type: 'RANGE', rangeElementType: { type: 'DATETIME' } },
      { name: 'shown', type: 'RANGE', rangeElementType: { type: 'TIMESTAMP' } },
    ]
    await server.client.dataset('geo').createTable('visits', { schema: { fields } })
    await server.client
      .dataset('geo')
      .table('visits')
      .insert({
        place: server.client.geography('POINT(1 2)'),
        places: ['POINT(3 4)', 'LINESTRING(0 0, 1 1)'],
        stay: '[2026-01-01 10:00:00, 2026-01-03 09:30:00.5)',
        shown: server.client.range('[2020-10-01 12:00:00+08, 2020-12-31 12:00:00+08)', 'TIMESTAMP'),
      })
  })
  after(() => server.stop())

  it('describes the columns as they were created', async () => {
    const [metadata] = await server.client.dataset('geo').table('visits').getMetadata()
    assert.deepEqual(metadata.schema.fields[0], { name: 'place', type: 'GEOGRAPHY' })
    assert.deepEqual(metadata.schema.fields[3].rangeElementType, { type: 'TIMESTAMP' })
    assert.deepEqual(
      await sql(
        "SELECT data_type FROM geo.INFORMATION_SCHEMA.COLUMNS WHERE table_name = 'visits' ORDER BY ordinal_position",
      ),
      [['GEOGRAPHY'], ['ARRAY<GEOGRAPHY>'], ['RANGE<DATETIME>'], ['RANGE<TIMESTAMP>']],
    )
  })

  it('reads rows back, by a query and as a list', async () => {
    const expected = {
      place: { value: 'POINT(1 2)' },
      places: [{ value: 'POINT(3 4)' }, { value: 'LINESTRING(0 0, 1 1)' }],
    }
    for (const [row] of [
      (await server.client.query('SELECT * FROM geo.visits'))[0],
      (await server.client.dataset('geo').table('visits').getRows())[0],
    ]) {
      const { place, places, stay, shown } = row as Visit
      assert.deepEqual(JSON.parse(JSON.stringify({ place, places })), expected)
      assert.deepEqual(stay.value, { start: '2026-01-01T10:00:00', end: '2026-01-03T09:30:00.500000' })
      assert.equal(new Date(shown.value.start).toISOString(), '2020-10-01T04:00:00.000Z')
      assert.equal(new Date(shown.value.end).toISOString(), '2020-12-31T04:00:00.000Z')
    }
  })

  it('takes both as query parameters', async () => {
    const { client } = server
    const range = client.range('[2026-01-01, 2026-02-01)', 'DATE')
    const [[row]] = await client.query({
      query: 'SELECT @place AS place, @range AS r',
      params: { place: client.geography('POINT(5 6)'), range },
    })
    assert.equal(row.place.value, 'POINT(5 6)')
    assert.deepEqual(row.r.value, { start: '2026-01-01', end: '2026-02-01' })
  })

  it('reads range literals and compares them for equality', async () => {
    assert.deepEqual(
      await sql(
        "SELECT RANGE<DATE> '[2026-1-1, UNBOUNDED)', RANGE<DATE> '[2026-01-01, 2026-02-01)' = RANGE<DATE> '[2026-1-1, 2026-2-1)'",
      ),
      [['[2026-01-01, UNBOUNDED)', 'true']],
    )
    await assert.rejects(
      sql("SELECT RANGE<DATE> '[2026-02-01, 2026-01-01)'"),
      /^Error: Invalid RANGE<DATE> literal: .* at \[1:8\]/,
    )
    await assert.rejects(sql('SELECT CAST(NULL AS RANGE<STRING>)'), /RANGE of STRING is not supported/)
  })

  it('copies them into other tables, and refuses a text for a shape', async () => {
    await sql(
      'CREATE TABLE geo.copied AS SELECT COALESCE(v.place, NULL) AS place, ANY_VALUE(v.stay) OVER () AS stay FROM geo.visits AS v',
    )
    assert.deepEqual(await sql('SELECT place, stay FROM geo.copied'), [
      ['POINT(1 2)', '[2026-01-01T10:00:00, 2026-01-03T09:30:00.500000)'],
    ])
    await assert.rejects(
      sql("INSERT geo.copied (place) VALUES ('POINT(1 2)')"),
      /Value has type STRING which cannot be inserted into column place, which has type GEOGRAPHY/,
    )
  })

  it('refuses to compare, group and order shapes, as BigQuery does', async () => {
    for (const [query, message] of [
      [
        'SELECT v.place = v.place FROM geo.visits v',
        /Equality is not defined for arguments of type GEOGRAPHY/,
      ],
      [
        'SELECT v.place FROM geo.visits v GROUP BY v.place',
        /Grouping by expressions of type GEOGRAPHY is not allowed/,
      ],
      [
        'SELECT v.place FROM geo.visits v ORDER BY 1',
        /ORDER BY does not support expressions of type GEOGRAPHY/,
      ],
    ] as const)
      await assert.rejects(sql(query), message)
  })

  it('refuses members of a field that do not belong to its type, and picoseconds', async () => {
    for (const [field, message] of [
      [{ type: 'RANGE' }, /rangeElementType is not DATE, DATETIME or TIMESTAMP/],
      [{ type: 'STRING', rangeElementType: { type: 'DATE' } }, /not of type RANGE/],
      [
        { type: 'TIMESTAMP', timestampPrecision: 12 },
        /picoseconds .* is not supported by the local BigQuery/,
      ],
    ] as const) {
      const schema = { fields: [{ name: 'x', ...field }] }
      const answer = await post(server.url, `/projects/${project}/datasets/geo/tables`, {
        tableReference: { tableId: 'bad' },
        schema,
      })
      assert.equal(answer.status, 400)
      assert.match((answer.body as { error: { message: string } }).error.message, message)
    }
  })
})

/** https://cloud.google.com/bigquery/docs/reference/rest/v2/DataFormatOptions */
describe('timestamps of answers', () => {
  let server: TestServer
  before(async () => {
    server = await startServer()
    await server.client.createDataset('d')
    await rows(server.url, "CREATE TABLE d.t AS SELECT TIMESTAMP '2023-01-01 12:00:00.123456' AS ts")
  })
  after(() => server.stop())

  it('are seconds, microseconds or texts, as formatOptions says', async () => {
    const read = async (options: Record<string, string>): Promise<unknown> => {
      const query = new URLSearchParams(
        Object.entries(options).map(([name, value]) => [`formatOptions.${name}`, value]),
      )
      const answer = await fetch(`${server.url}/projects/${project}/datasets/d/tables/t/data?${query}`)
      const body = (await answer.json()) as { error?: { message: string }; rows: { f: { v: unknown }[] }[] }
      return body.error?.message ?? body.rows[0]!.f[0]!.v
    }
    const clash = 'Cannot specify both use_int64_timestamp and timestamp_output_format.'
    for (const [options, expected] of [
      [{}, '1.672574400123456E9'],
      [{ useInt64Timestamp: 'true' }, '1672574400123456'],
      [{ timestampOutputFormat: 'INT64', useInt64Timestamp: 'true' }, '1672574400123456'],
      [{ timestampOutputFormat: 'FLOAT64' }, '1.672574400123456E9'],
      [{ timestampOutputFormat: 'ISO8601_STRING' }, '2023-01-01T12:00:00.123456000000Z'],
      [{ timestampOutputFormat: 'ISO8601_STRING', useInt64Timestamp: 'true' }, clash],
      [{ timestampOutputFormat: 'FLOAT64', useInt64Timestamp: 'true' }, clash],
    ] as const)
      assert.equal(await read(options), expected, JSON.stringify(options))
  })
})
