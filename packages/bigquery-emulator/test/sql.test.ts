/** SQL of dashboards and views, and the errors for unsupported SQL. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { post, project, rows, startServer, type TestServer } from './support/server.ts'

describe('SQL over the event tables', () => {
  let server: TestServer
  const sql = (query: string): Promise<unknown[][]> => rows(server.url, query)
  const insert = (table: string, list: object[]): Promise<unknown> =>
    post(server.url, `/projects/${project}/datasets/shop/tables/${table}/insertAll`, {
      rows: list.map((json) => ({ json })),
    })
  const create = async (tableId: string, more: object): Promise<void> => {
    const answer = await post(server.url, `/projects/${project}/datasets/shop/tables`, {
      tableReference: { tableId },
      ...more,
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }

  before(async () => {
    server = await startServer()
    await post(server.url, `/projects/${project}/datasets`, { datasetReference: { datasetId: 'shop' } })
    const text = (name: string) => ({ name, type: 'STRING' })
    const time = (name: string) => ({ name, type: 'TIMESTAMP' })
    const decisions = [
      text('destination'),
      { name: 'permitted', type: 'BOOLEAN' },
      text('rule'),
      text('reason'),
    ]
    await create('events', {
      schema: {
        fields: [
          text('event_id'),
          text('event_name'),
          time('event_time'),
          time('received_at'),
          time('stored_at'),
          text('email'),
          { name: 'event_data', type: 'JSON' },
          { name: 'decisions', type: 'RECORD', mode: 'REPEATED', fields: decisions },
        ],
      },
      timePartitioning: { type: 'DAY', field: 'received_at' },
      clustering: { fields: ['event_name'] },
    })
    await create('deliveries', {
      schema: {
        fields: [
          text('event_id'),
          text('destination'),
          text('outcome'),
          { name: 'latency_ms', type: 'INTEGER' },
        ],
      },
    })
    await create('guarded', {
      schema: { fields: [text('event_id'), time('received_at')] },
      timePartitioning: { type: 'DAY', field: 'received_at' },
      requirePartitionFilter: true,
    })
    const at = (second: number): string => `2026-01-05T10:00:0${second}Z`
    const event = (id: string, data: object, stored: number, permitted: boolean): object => ({
      event_id: id,
      event_name: 'view_content',
      event_time: at(0),
      received_at: at(1),
      stored_at: at(stored),
      email: `${id}@example.com`,
      event_data: JSON.stringify(data),
      decisions: [
        { destination: 'meta', permitted, rule: 'consent', reason: permitted ? 'granted' : 'denied' },
        { destination: 'ga4', permitted: true, rule: 'all', reason: 'open' },
      ],
    })
    await insert('events', [
      event('e1', { content_name: 'Home', value: '9.50', items: [{ id: 1 }] }, 3, true),
      event('e1', { content_name: 'Home again', value: '9.50' }, 5, true),
      event('e2', { content_name: 'Cart', value: 'free' }, 4, false),
    ])
    await insert('deliveries', [
      { event_id: 'e1', destination: 'meta', outcome: 'delivered', latency_ms: 120 },
      { event_id: 'e1', destination: 'ga4', outcome: 'delivered', latency_ms: 80 },
      { event_id: 'e2', destination: 'ga4', outcome: 'refused', latency_ms: 40 },
    ])
    await create('view_content', {
      view: {
        useLegacySql: false,
        query: `SELECT event_id, event_time, email, JSON_VALUE(event_data, '$.content_name') AS content_name,
          SAFE_CAST(JSON_VALUE(event_data, '$.value') AS NUMERIC) AS value, JSON_QUERY(event_data, '$.items') AS items
          FROM \`${project}.shop.events\` WHERE event_name = 'view_content'
          QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id ORDER BY stored_at) = 1`,
      },
    })
  })
  after(() => server.stop())

  it('reads a typed, de-duplicated view over JSON', async () => {
    assert.deepEqual(
      await sql('SELECT event_id, content_name, value, items FROM shop.view_content ORDER BY event_id'),
      [
        ['e1', 'Home', '9.5', '[{"id":1}]'],
        ['e2', 'Cart', null, null],
      ],
    )
  })

  it('joins every decision with its delivery', async () => {
    const query = `
      WITH unique_events AS (
        SELECT * FROM shop.events WHERE TRUE
        QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id ORDER BY stored_at) = 1
      ), decided AS (
        SELECT e.event_id, d.destination, d.permitted FROM unique_events AS e, UNNEST(e.decisions) AS d
      )
      SELECT destination, COUNT(*) AS decided, COUNTIF(permitted) AS permitted,
        COUNTIF(v.outcome = 'delivered') AS delivered, SAFE_DIVIDE(COUNTIF(v.outcome = 'delivered'), COUNTIF(permitted)) AS rate,
        APPROX_QUANTILES(v.latency_ms, 2)[OFFSET(1)] AS median,
        ARRAY_AGG(event_id ORDER BY event_id DESC LIMIT 1)[OFFSET(0)] AS latest
      FROM decided LEFT JOIN shop.deliveries AS v USING (event_id, destination)
      GROUP BY destination HAVING decided > 1 ORDER BY destination`
    assert.deepEqual(await sql(query), [
      ['ga4', '2', '2', '1', '0.5', '40', 'e2'],
      ['meta', '2', '1', '1', '1.0', '120', 'e2'],
    ])
  })

  it('computes exactly with NUMERIC of any size', async () => {
    const query = `SELECT NUMERIC '99999999999999.999999999' * NUMERIC '999999999999999.000000001',
      NUMERIC '1' / NUMERIC '3', NUMERIC '12345678901234567890' / NUMERIC '0.7', CAST('0.1' AS NUMERIC) + NUMERIC '0.2'`
    assert.deepEqual(await sql(query), [
      ['99999999999999899999900000000', '0.333333333', '17636684144620811271.428571429', '0.3'].map(
        (text, i) => (i === 0 ? bigMultiply('99999999999999.999999999', '999999999999999.000000001') : text),
      ),
    ])
  })

  describe('over a table that requires a partition filter', () => {
    const message =
      /Cannot query over table 'proj\.shop\.guarded' without a filter over column\(s\) 'received_at' that can be used for partition elimination/
    before(() => sql('CREATE VIEW shop.through AS SELECT event_id, received_at FROM `proj.shop.guarded`'))

    it('refuses a query without one', async () => {
      await assert.rejects(sql('SELECT event_id FROM shop.guarded'), message)
      await assert.rejects(sql('SELECT event_id FROM shop.through'), message)
      await assert.rejects(sql("SELECT event_id FROM shop.guarded WHERE event_id = 'a'"), message)
      await assert.rejects(
        sql("SELECT 1 FROM shop.guarded WHERE received_at > '2026-01-01' OR event_id = 'a'"),
        message,
      )
    })

    it('accepts one wherever it prunes partitions', async () => {
      await sql("SELECT event_id FROM shop.guarded WHERE received_at >= '2026-01-01'")
      await sql("SELECT event_id FROM shop.through WHERE received_at >= '2026-01-01'")
      await sql(
        "SELECT event_id FROM shop.guarded WHERE DATE(received_at) BETWEEN '2026-01-01' AND '2026-01-02'",
      )
      await sql("SELECT * FROM (SELECT * FROM shop.guarded) WHERE received_at >= '2026-01-01'")
      await sql(
        "WITH g AS (SELECT event_id, received_at AS t FROM shop.guarded) SELECT event_id FROM g WHERE t < '2026-01-01'",
      )
    })

    it('accepts one above a UNION ALL for both sides, but not for one side', async () => {
      const both = 'SELECT * FROM shop.through UNION ALL SELECT * FROM shop.guarded'
      await sql(`SELECT event_id FROM (${both}) WHERE received_at >= '2026-01-01'`)
      await assert.rejects(sql(both), message)
      const one =
        "SELECT * FROM shop.through WHERE received_at >= '2026-01-01' UNION ALL SELECT * FROM shop.guarded"
      await assert.rejects(sql(one), message)
    })

    it('refuses one above a window that is not partitioned by the column', () =>
      assert.rejects(
        sql(
          "SELECT * FROM (SELECT * FROM shop.guarded WHERE TRUE QUALIFY ROW_NUMBER() OVER (PARTITION BY event_id ORDER BY event_id) = 1) WHERE received_at > '2026-01-01'",
        ),
        message,
      ))
  })

  it('replaces tables and views, and returns an error if that is not allowed', async () => {
    await sql('CREATE OR REPLACE TABLE shop.scratch AS SELECT 1 AS x')
    await sql('CREATE OR REPLACE TABLE shop.scratch AS SELECT 2 AS y')
    assert.deepEqual(await sql('SELECT y FROM shop.scratch'), [['2']])
    await sql('CREATE OR REPLACE VIEW shop.scratch_view AS SELECT 1 AS x')
    await sql('CREATE OR REPLACE VIEW shop.scratch_view AS SELECT 2 AS x')
    assert.deepEqual(await sql('SELECT x FROM shop.scratch_view'), [['2']])
    await assert.rejects(
      sql('CREATE TABLE shop.scratch (x INT64)'),
      /Already Exists: Table proj:shop\.scratch/,
    )
    await sql('CREATE TABLE IF NOT EXISTS shop.scratch (x INT64)')
    assert.deepEqual(await sql('SELECT y FROM shop.scratch'), [['2']])
  })

  it('changes no row twice in one statement', async () => {
    await sql("CREATE OR REPLACE TABLE shop.changed AS SELECT 'a' AS id, 1 AS n")
    const source = "(SELECT 'a' AS id, 5 AS n UNION ALL SELECT 'a', 6) AS s"
    const update = `UPDATE shop.changed SET n = s.n FROM ${source} WHERE s.id = changed.id`
    const merge = `MERGE shop.changed AS t USING ${source} ON s.id = t.id WHEN MATCHED`
    for (const query of [update, `${merge} THEN UPDATE SET n = s.n`, `${merge} THEN DELETE`])
      await assert.rejects(sql(query), /UPDATE\/MERGE must match at most one source row for each target row/)
    assert.deepEqual(await sql('SELECT n FROM shop.changed'), [['1']])
    await sql(`${update} AND s.n = 6`)
    await sql(`${merge} AND s.n = 5 THEN UPDATE SET n = t.n + s.n WHEN NOT MATCHED BY SOURCE THEN DELETE`)
    assert.deepEqual(await sql('SELECT n FROM shop.changed'), [['11']])
  })

  it('stores rows of another table as JSON and by their hash', async () => {
    const row = `SELECT id, n FROM (SELECT 'a' AS id, 1.5 AS n)`
    assert.deepEqual(
      await sql(
        `SELECT TO_JSON_STRING(t), TO_HEX(SHA256(TO_JSON_STRING(t))), FARM_FINGERPRINT(t.id) FROM (${row}) AS t`,
      ),
      [
        [
          '{"id":"a","n":1.5}',
          createHash('sha256').update('{"id":"a","n":1.5}').digest('hex'),
          '-5528939962900187677',
        ],
      ],
    )
  })

  it('denies SQL access to files, settings and the internal catalog', async () => {
    for (const query of [
      "SELECT * FROM read_text('/etc/passwd')",
      "ATTACH '/tmp/x.db' AS x",
      "COPY (SELECT 1) TO '/tmp/x'",
      'SELECT * FROM warehouse.catalog.tables',
      'PRAGMA version',
      'SELECT getenv("HOME")',
    ])
      await assert.rejects(sql(query))
  })
})

/** Returns the product of two decimals with nine digits, rounded to nine digits, halves away from zero. */
function bigMultiply(a: string, b: string): string {
  const scaled = (text: string): bigint => BigInt(text.replace('.', ''))
  const product = (scaled(a) * scaled(b) + 500_000_000n) / 1_000_000_000n
  const digits = product.toString().padStart(10, '0')
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`.replace(/\.?0+$/, '')
}
