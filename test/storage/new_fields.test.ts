/** A new field of a producer needs no preparation: SQL can query it at once, and no table changes. */
import assert from 'node:assert/strict'
import { startPlatform, type Platform } from './platform.ts'
import { until } from '../support/until.ts'

const fields = Array.from({ length: 1000 }, (_, index) => `field_${index}`)
const perRequest = 100

describe('a thousand events with a thousand new fields', () => {
  let platform: Platform
  let original: unknown

  const tableSchema = async (): Promise<unknown> => {
    const table = platform.bigquery.dataset(platform.dataset).table('events')
    const [metadata] = (await table.getMetadata()) as [Record<string, unknown>, unknown]
    return metadata['schema']
  }

  before(async () => {
    platform = await startPlatform()
    original = await tableSchema()
    platform.lines.bigquery.clearRequests()
    const events = fields.map((field, index) => ({ content_name: 'n', [field]: { nested: index } }))
    const requests = Array.from({ length: events.length / perRequest }, (_, index) =>
      events.slice(index * perRequest, (index + 1) * perRequest),
    )
    const responses = await Promise.all(
      requests.map((request) => platform.client.post('/v1/topics/view_content', request)),
    )
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
    // The test sends no request to BigQuery meanwhile, so all recorded requests are the platform's.
    await until('all of them are delivered', async () => {
      const ids = (await platform.client.received()).map(({ headers }) => headers['webhook-id'])
      return new Set(ids).size >= fields.length
    })
  })
  after(() => platform?.stop())

  it('cause only requests that insert rows or read the cached tables', () => {
    const { requests } = platform.lines.bigquery
    assert.ok(requests.some((request) => request.endsWith('/tables/events/insertAll')))
    const others = requests.filter((request) => !/^GET |^POST .*\/insertAll$/.test(request))
    assert.deepEqual(others, [])
  })

  it('do not change the schema of the table', async () => {
    assert.deepEqual(await tableSchema(), original)
  })

  it('can be queried by the name of each field', async () => {
    const columns = fields.map(
      (field) => `STRING_AGG(JSON_VALUE(event_data, '$.${field}.nested')) AS ${field}`,
    )
    const [[row]] = await platform.bigquery.query({
      query: `SELECT ${columns.join(', ')} FROM ${platform.dataset}.events_deduplicated`,
    })
    assert.deepEqual(row, Object.fromEntries(fields.map((field, index) => [field, String(index)])))
  })
})
