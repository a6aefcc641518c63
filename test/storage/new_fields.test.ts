/** A producer's new field needs nobody's leave: it is found by SQL at once, and no table changes for it. */
import assert from 'node:assert/strict'
import { startPlatform, type Platform } from './platform.ts'
import { until } from '../support/until.ts'

const fields = Array.from({ length: 1000 }, (_, index) => `field_${index}`)
const perRequest = 100

describe('a thousand events with a thousand new fields', () => {
  let platform: Platform
  let original: unknown

  /** What an ALTER TABLE would change. */
  const shape = async (): Promise<unknown> => {
    const table = platform.bigquery.dataset(platform.dataset).table('events')
    const [metadata] = (await table.getMetadata()) as [Record<string, unknown>, unknown]
    return metadata['schema']
  }

  before(async () => {
    platform = await startPlatform()
    original = await shape()
    platform.lines.bigquery.forget()
    const events = fields.map((field, index) => ({ content_name: 'n', [field]: { nested: index } }))
    const requests = Array.from({ length: events.length / perRequest }, (_, index) =>
      events.slice(index * perRequest, (index + 1) * perRequest),
    )
    const responses = await Promise.all(
      requests.map((request) => platform.client.post('/v1/topics/view_content', request)),
    )
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
    // Asks nothing of BigQuery meanwhile: whatever it is asked, is asked by the platform.
    await until('all of them are delivered', async () => {
      const bodies = (await platform.client.received()).map(({ headers }) => headers['webhook-id'])
      return new Set(bodies).size >= fields.length
    })
  })
  after(() => platform?.stop())

  it('asks BigQuery to take rows and to show what the store follows, and for nothing else', () => {
    const { asked } = platform.lines.bigquery
    assert.ok(asked.some((request) => request.endsWith('/tables/events/insertAll')))
    const others = asked.filter((request) => !/^GET |^POST .*\/insertAll$/.test(request))
    assert.deepEqual(others, [])
  })

  it('leaves the schema of the table as it was', async () => {
    assert.deepEqual(await shape(), original)
  })

  it('finds each of them by SQL, under its own name', async () => {
    const columns = fields.map(
      (field) => `STRING_AGG(JSON_VALUE(event_data, '$.${field}.nested')) AS ${field}`,
    )
    const [[row]] = await platform.bigquery.query({
      query: `SELECT ${columns.join(', ')} FROM ${platform.dataset}.events_deduplicated`,
    })
    assert.deepEqual(row, Object.fromEntries(fields.map((field, index) => [field, String(index)])))
  })
})
