/** Callers without permissions: no response reveals whether a table, a dataset or a job exists. https://google.aip.dev/211 */
import assert from 'node:assert/strict'
import { accessOf, post, project, startServer, type TestServer } from './support/server.ts'

function table(name: string): `projects/${string}` {
  return `projects/${project}/datasets/shop/tables/${name}`
}

const dataset = `projects/${project}/datasets/shop` as const

interface Answered {
  status: number
  message: string
}

describe('BigQuery, called without permissions on the named resource', () => {
  let server: TestServer

  before(async () => {
    server = await startServer(
      accessOf({
        stranger: [
          `bigquery.jobs.create projects/${project}`,
          `bigquery.tables.create projects/${project}/datasets/other`,
        ],
        looker: [
          `bigquery.jobs.create projects/${project}`,
          `bigquery.tables.create projects/${project}/datasets/other`,
          `bigquery.tables.get ${table('secrets')}`,
        ],
        reader: [
          `bigquery.jobs.create projects/${project}`,
          `bigquery.tables.getData ${table('orders')}`,
          `bigquery.tables.getData ${table('gone')}`,
        ],
        analyst: [
          `bigquery.jobs.create projects/${project}`,
          `bigquery.datasets.get ${dataset}`,
          `bigquery.tables.get ${dataset}`,
          `bigquery.tables.list ${dataset}`,
          `bigquery.tables.getData ${dataset}`,
        ],
      }),
    )
    await post(server.url, `/projects/${project}/datasets`, { datasetReference: { datasetId: 'shop' } })
    await post(server.url, `/projects/${project}/datasets`, { datasetReference: { datasetId: 'other' } })
    for (const text of [
      'CREATE TABLE shop.secrets (id STRING)',
      'CREATE TABLE shop.orders (id STRING)',
      'CREATE TABLE other.secrets (id STRING)',
    ])
      assert.equal((await query(text)).status, 200)
  })
  after(() => server.stop())

  const ask = async (method: string, path: string, token?: string, body?: object): Promise<Answered> => {
    const response = await fetch(`${server.url}/bigquery/v2/projects/${project}${path}`, {
      method,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const { error } = (text === '' ? {} : JSON.parse(text)) as { error?: { message: string } }
    return { status: response.status, message: error?.message ?? '' }
  }
  const query = (text: string, token?: string): Promise<Answered> =>
    ask('POST', '/queries', token, { query: text, useLegacySql: false })

  /** Asserts that the two responses differ only in the name. */
  const alike = (existing: Answered, missing: Answered, there: string, away: string): void => {
    assert.equal(existing.status, 403, existing.message)
    assert.deepEqual({ ...missing, message: missing.message.replaceAll(away, there) }, existing)
  }

  // Messages from https://cloud.google.com/bigquery/docs/error-messages and from public threads that quote them.
  it('answers a query in Google’s wording, whether the table exists or not', async () => {
    for (const name of ['secrets', 'nothing'])
      assert.deepEqual(await query(`SELECT id FROM shop.${name}`, 'stranger'), {
        status: 403,
        message: `Access Denied: Table proj:shop.${name}: User does not have permission to query table proj:shop.${name}, or perhaps it does not exist.`,
      })
  })

  for (const [what, text] of Object.entries({
    'a column that the table lacks': 'SELECT price FROM shop.secrets',
    'a subquery': 'SELECT (SELECT MAX(id) FROM shop.secrets)',
    'several tables by a wildcard': 'SELECT id FROM `shop.secrets*`',
    'a view of its own': 'CREATE VIEW other.mine AS SELECT id FROM shop.secrets',
    'an insert': "INSERT INTO shop.secrets (id, price) VALUES ('a', 1)",
    'an update': "UPDATE shop.secrets SET price = 1 WHERE id = 'a'",
    'a delete': "DELETE FROM shop.secrets WHERE price = 'a'",
    'a merge':
      "MERGE shop.secrets AS t USING (SELECT 'a' AS id) AS s ON t.price = s.id WHEN NOT MATCHED THEN INSERT ROW",
    'a truncate': 'TRUNCATE TABLE shop.secrets',
    'an alteration': 'ALTER TABLE shop.secrets ADD COLUMN price INT64',
    'a drop': 'DROP TABLE shop.secrets',
    'a drop, if it exists': 'DROP TABLE IF EXISTS shop.secrets',
    'the dataset’s INFORMATION_SCHEMA': 'SELECT table_name FROM shop.INFORMATION_SCHEMA.TABLES',
  })) {
    it(`does not reveal a table by ${what}`, async () => {
      const missing = text.includes('INFORMATION')
        ? (['shop', 'nodata'] as const)
        : (['secrets', 'nothing'] as const)
      const [there, away] = missing
      alike(await query(text, 'stranger'), await query(text.replaceAll(there, away), 'stranger'), there, away)
    })
  }

  it('does not reveal a dataset', async () => {
    const [existing, missing] = [
      await query('SELECT id FROM other.secrets', 'analyst'),
      await query('SELECT id FROM nodata.secrets', 'analyst'),
    ]
    alike(existing, missing, 'other', 'nodata')
    alike(
      await ask('GET', '/datasets/shop', 'stranger'),
      await ask('GET', '/datasets/nodata', 'stranger'),
      'shop',
      'nodata',
    )
  })

  for (const [what, method, path, body] of [
    ['the table', 'GET', ''],
    ['the rows', 'GET', '/data'],
    ['a row', 'POST', '/insertAll', { rows: [{ json: { id: 'a' } }] }],
    ['a change', 'PATCH', '', { description: 'x' }],
    ['its end', 'DELETE', ''],
  ] as const) {
    it(`does not reveal a table over REST: ${what}`, async () => {
      const of = (name: string) => ask(method, `/datasets/shop/tables/${name}${path}`, 'stranger', body)
      alike(await of('secrets'), await of('nothing'), 'secrets', 'nothing')
    })
  }

  it('shows only the parts of a region that the caller can list', async () => {
    const listed = async (token?: string): Promise<unknown> => {
      const { body } = await post(
        server.url,
        `/projects/${project}/queries`,
        {
          query: 'SELECT table_schema, table_name FROM `region-eu`.INFORMATION_SCHEMA.TABLES ORDER BY 1, 2',
          useLegacySql: false,
        },
        token,
      )
      const { rows = [] } = body as { rows?: { f: { v: string }[] }[] }
      return rows.map(({ f }) => f.map(({ v }) => v).join('.'))
    }
    assert.deepEqual(await listed(), ['other.secrets', 'shop.orders', 'shop.secrets'])
    assert.deepEqual(await listed('analyst'), ['shop.orders', 'shop.secrets'])
    assert.deepEqual(await listed('stranger'), [])
  })

  it('answers 404 to a caller with the permission on the parent', async () => {
    const { status, message } = await query('SELECT id FROM shop.nothing', 'analyst')
    assert.equal(status, 404)
    assert.match(message, /^Not found: Table proj:shop\.nothing was not found/)
    assert.equal((await ask('GET', '/datasets/shop/tables/nothing', 'analyst')).status, 404)
  })

  it('drops the grants on a table with the table', async () => {
    assert.equal((await query('CREATE TABLE shop.gone (id STRING)')).status, 200)
    assert.equal((await query('SELECT id FROM shop.gone', 'reader')).status, 200)
    assert.equal((await query('DROP TABLE shop.gone')).status, 200)
    assert.equal((await query('SELECT id FROM shop.gone', 'reader')).status, 403)
  })

  it('refuses to copy a table whose rows the caller cannot read', async () => {
    const { status } = await query('CREATE TABLE other.copied COPY shop.secrets', 'looker')
    assert.equal(status, 403)
    assert.equal((await query('CREATE TABLE other.copied LIKE shop.secrets', 'looker')).status, 200)
  })

  it('shows a job only to its creator and to callers with the permission on all jobs', async () => {
    const reference = { jobReference: { projectId: project, jobId: 'of_the_reader' } }
    const configuration = { query: { query: 'SELECT id FROM shop.orders', useLegacySql: false } }
    assert.equal((await ask('POST', '/jobs', 'reader', { ...reference, configuration })).status, 200)
    for (const path of ['/jobs/of_the_reader', '/queries/of_the_reader']) {
      assert.equal((await ask('GET', path, 'reader')).status, 200)
      alike(
        await ask('GET', path, 'stranger'),
        await ask('GET', path.replace('reader', 'nobody'), 'stranger'),
        'of_the_reader',
        'of_the_nobody',
      )
    }
    assert.equal((await ask('POST', '/jobs/of_the_reader/cancel', 'stranger')).status, 403)
    assert.equal((await ask('POST', '/jobs/of_the_reader/cancel', 'reader')).status, 200)
  })
})
