/** Partitioning and clustering over REST, numbers as texts, and the filters of jobs.list. */
import assert from 'node:assert/strict'
import { post, project, rows, startServer, type TestServer } from './support/server.ts'

interface Described {
  timePartitioning?: Record<string, string>
  clustering?: { fields: string[] }
  requirePartitionFilter?: boolean
  expirationTime?: string
  rangePartitioning?: { range: Record<string, string> }
}

describe('the layout of tables', () => {
  let server: TestServer
  const datasets = `/projects/${project}/datasets`
  const tables = `${datasets}/d/tables`
  const schema = {
    fields: [
      { name: 'day', type: 'DATE' },
      { name: 'n', type: 'INTEGER' },
    ],
  }
  const create = async (tableId: string, more: object): Promise<Described> => {
    const { status, body } = await post(server.url, tables, { tableReference: { tableId }, schema, ...more })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const patch = async (
    table: string,
    body: object,
    method: 'PATCH' | 'PUT' = 'PATCH',
  ): Promise<{ status: number; body: never }> => {
    const response = await fetch(`${server.url}${tables}/${table}`, {
      method,
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as never }
  }
  /** Returns the error of a query into a table, or undefined. */
  const queryInto = async (tableId: string, query: string, more: object): Promise<string | undefined> => {
    const destinationTable = { projectId: project, datasetId: 'd', tableId }
    const configuration = { query: { query, useLegacySql: false, destinationTable, ...more } }
    const { body } = await post(server.url, `/projects/${project}/jobs`, { configuration })
    return (body as { status: { errorResult?: { message: string } } }).status.errorResult?.message
  }

  before(async () => {
    server = await startServer()
    await rows(server.url, 'CREATE SCHEMA d')
  })
  after(() => server.stop())

  // https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#TimePartitioning: int64 and timestamps are texts.
  it('answers numbers as texts', async () => {
    const timePartitioning = {
      type: 'DAY',
      field: 'day',
      expirationMs: 3_600_000,
      requirePartitionFilter: true,
    }
    const made = await create('texts', { timePartitioning, expirationTime: 4_102_444_800_000 })
    assert.deepEqual(made.timePartitioning, { type: 'DAY', field: 'day', expirationMs: '3600000' })
    assert.equal(made.requirePartitionFilter, true)
    assert.equal(made.expirationTime, '4102444800000')
    const rangePartitioning = { field: 'n', range: { start: 0, end: 100, interval: 10 } }
    const { rangePartitioning: range } = await create('ranges', { rangePartitioning })
    assert.deepEqual(range?.range, { start: '0', end: '100', interval: '10' })
  })

  it('keeps the column of the partitions when a request changes only their expiration', async () => {
    await create('kept', { timePartitioning: { type: 'DAY', field: 'day' } })
    const { body } = await patch('kept', { timePartitioning: { type: 'DAY', expirationMs: '1' } })
    assert.deepEqual((body as Described).timePartitioning, { type: 'DAY', field: 'day', expirationMs: '1' })
    assert.deepEqual(await rows(server.url, 'SELECT COUNT(*) FROM d.kept'), [['0']])
    const replaced = await patch('kept', { timePartitioning: { type: 'DAY', field: 'day' }, schema }, 'PUT')
    assert.deepEqual((replaced.body as Described).timePartitioning, { type: 'DAY', field: 'day' })
  })

  it('refuses to partition a table later, or otherwise', async () => {
    await create('plain', {})
    await create('parted', { timePartitioning: { type: 'DAY', field: 'day' } })
    for (const [table, body, message] of [
      [
        'plain',
        { timePartitioning: { type: 'DAY' } },
        'Cannot convert non-partitioned table to partitioned table.',
      ],
      ['parted', { timePartitioning: { type: 'MONTH' } }, 'Cannot change the partitioning of a table.'],
      ['parted', { timePartitioning: null }, 'Cannot change the partitioning of a table.'],
    ] as const) {
      const answer = await patch(table, body)
      assert.equal(answer.status, 400)
      assert.equal((answer.body as { error: { message: string } }).error.message, message)
    }
  })

  it('partitions and clusters the destination table of a query', async () => {
    const layout = { timePartitioning: { type: 'DAY', field: 'day' }, clustering: { fields: ['n'] } }
    const query = "SELECT DATE '2024-01-01' AS day, 1 AS n"
    assert.equal(await queryInto('made', query, layout), undefined)
    const [made] = (await server.client.dataset('d').table('made').getMetadata()) as [Described, unknown]
    assert.deepEqual([made.timePartitioning, made.clustering], [layout.timePartitioning, layout.clustering])
    const append = { ...layout, writeDisposition: 'WRITE_APPEND' }
    assert.equal(await queryInto('made', query, append), undefined)
    assert.deepEqual(await rows(server.url, 'SELECT COUNT(*) FROM d.made'), [['2']])
    const month = { ...append, timePartitioning: { type: 'MONTH', field: 'day' } }
    assert.match(
      (await queryInto('made', query, month)) ?? '',
      /^Incompatible table partitioning specification/,
    )
  })

  // https://cloud.google.com/bigquery/docs/reference/rest/v2/jobs/list
  it('lists jobs by state, time and parent', async () => {
    const list = async (query: string): Promise<number> => {
      const response = await fetch(`${server.url}/projects/${project}/jobs?${query}`)
      return ((await response.json()) as { jobs: unknown[] }).jobs.length
    }
    const all = await list('maxResults=1000')
    assert.ok(all > 0)
    assert.equal(await list('maxResults=1000&stateFilter=done&stateFilter=running'), all)
    assert.equal(await list('stateFilter=running'), 0)
    assert.equal(await list('parentJobId=none'), 0)
    assert.equal(await list(`minCreationTime=${Date.now() + 60_000}`), 0)
    assert.equal(await list('maxCreationTime=1'), 0)
  })

  it('refuses what a dataset cannot do by name', async () => {
    for (const verb of ['undelete', 'getIamPolicy', 'setIamPolicy', 'testIamPermissions']) {
      const { status, body } = await post(server.url, `${datasets}/d:${verb}`, {})
      assert.equal(status, 400)
      assert.match(JSON.stringify(body), new RegExp(`${verb} is not supported by the local BigQuery`))
    }
  })
})
