/** End to end: an event that a producer POSTs becomes a row in BigQuery, then a request to the third party. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { BigQuery } from '@google-cloud/bigquery'
import { PubSub } from '@google-cloud/pubsub'
import { signature } from '../functions/targets/webhook.ts'
import { clientOf, type Client } from './support/client.ts'
import { lendEnvironment } from './support/with_environment.ts'
import { TestStack } from './support/stack.ts'
import { until } from './support/until.ts'

describe('journey', () => {
  let stack: TestStack
  let client: Client

  before(async () => {
    stack = await TestStack.start()
    client = clientOf(stack.facts)
  })
  after(() => stack.remove())

  const content = (event_id: string) => ({
    event_id,
    event_time: '2026-03-14T09:26:53.589Z',
    user_id: 'u-1815',
    content_name: 'The Analytical Engine',
    content_type: 'article',
  })

  const arrivals = async (id: string) => {
    const all = await client.received()
    return all.filter(({ headers }) => headers['webhook-id'] === id)
  }
  const arrival = (id: string) =>
    until(`event ${id} is at the third party`, async () => (await arrivals(id))[0])

  it('stores an event in BigQuery once, then sends it to the third party once', async () => {
    const id = randomUUID()
    const posted = await client.post('/v1/topics/view_content', content(id))
    assert.equal(posted.status, 200)
    const { messageIds } = (await posted.json()) as { messageIds: string[] }
    assert.equal(messageIds.length, 1)

    const request = await arrival(id)
    const rows = await client.query(
      `SELECT event_name, user_id, topic, message_id, JSON_VALUE(event_data, '$.content_name') AS content_name,
       FORMAT_TIMESTAMP('%FT%H:%M:%E3SZ', event_time) AS event_time, FORMAT_TIMESTAMP('%FT%H:%M:%E3SZ', stored_at) AS stored_at
       FROM events WHERE event_id = '${id}'`,
    )
    assert.equal(rows.length, 1)
    const { stored_at, ...row } = rows[0]!
    assert.deepEqual(row, {
      event_name: 'view_content',
      user_id: 'u-1815',
      topic: 'view_content',
      message_id: messageIds[0],
      content_name: 'The Analytical Engine',
      event_time: '2026-03-14T09:26:53.589Z',
    })
    assert.ok(
      String(stored_at) <= request.time,
      `stored at ${String(stored_at)}, but sent at ${request.time}`,
    )
    await until('the outcome is recorded', async () => {
      const outcomes = await client.query(
        `SELECT destination, outcome, http_status FROM deliveries WHERE event_id = '${id}'`,
      )
      return (
        outcomes.length > 0 &&
        assert.deepEqual(outcomes, [{ destination: 'webhook', outcome: 'delivered', http_status: '200' }]) ===
          undefined
      )
    })
    assert.equal((await arrivals(id)).length, 1)
  })

  it('sends the third party the normalized event, signed according to Standard Webhooks', async () => {
    const id = randomUUID()
    await client.post('/v1/topics/view_content', content(id))
    const { method, url, headers, body } = await arrival(id)
    assert.equal(`${method} ${url}`, 'POST /webhook')
    assert.deepEqual(JSON.parse(body), {
      event_id: id,
      event_name: 'view_content',
      event_time: '2026-03-14T09:26:53.589000Z',
      user_id: 'u-1815',
      event_data: { content_name: 'The Analytical Engine', content_type: 'article' },
    })
    const secret = 'whsec_c2x1aWNlLWxvY2FsLWRldmVsb3BtZW50LXNlY3JldCE='
    assert.equal(
      headers['webhook-signature'],
      signature(secret, id, Number(headers['webhook-timestamp']), body),
    )
  })

  it('accepts an event published with the official Pub/Sub client', async () => {
    const id = randomUUID()
    const { project, pubsubHost } = stack.facts
    const restore = lendEnvironment({ PUBSUB_EMULATOR_HOST: pubsubHost })
    try {
      const pubsub = new PubSub({ projectId: project })
      await pubsub.topic('view_content').publishMessage({ json: content(id) })
      await pubsub.close()
    } finally {
      restore()
    }
    await arrival(id)
  })

  it('accepts an event in the native envelope, on both paths', async () => {
    const { project } = stack.facts
    for (const path of ['/v1/topics/events', `/v1/projects/${project}/topics/events:publish`]) {
      const id = randomUUID()
      const data = Buffer.from(JSON.stringify({ event_name: 'view_content', ...content(id) })).toString(
        'base64',
      )
      const response = await client.post(path, { messages: [{ data }] })
      assert.equal(response.status, 200, await response.text())
      await arrival(id)
    }
  })

  it('accepts a plain event on every form of the path', async () => {
    const { project } = stack.facts
    for (const path of [
      '/v1/topics',
      '/v1/topics/events',
      `/v1/projects/${project}/topics/view_content:publish`,
      `/v1/projects/${project}/topics/view_content%3Apublish`,
    ]) {
      const id = randomUUID()
      const response = await client.post(path, { event_name: 'view_content', ...content(id) })
      assert.equal(response.status, 200, await response.text())
      await arrival(id)
    }
  })

  it('lets the official BigQuery client query the typed view', async () => {
    const id = randomUUID()
    await client.post('/v1/topics/view_content', { ...content(id), content_name: `Engine ${id}` })
    await arrival(id)
    const { project, dataset, bigqueryUrl } = stack.facts
    const restore = lendEnvironment({ BIGQUERY_EMULATOR_HOST: bigqueryUrl })
    try {
      const bigquery = new BigQuery({ projectId: project })
      const [rows] = await bigquery.query({
        query: 'SELECT event_name, content_name FROM view_content WHERE event_id = @id',
        params: { id },
        defaultDataset: { datasetId: dataset, projectId: project },
      })
      assert.deepEqual(rows, [{ event_name: 'view_content', content_name: `Engine ${id}` }])
    } finally {
      restore()
    }
  })

  it('quarantines an event of an unknown name, byte for byte, with a suggestion', async () => {
    const name = `view_contnet`
    const original = `{"event_name": "${name}",  "content_name": "${randomUUID()}"}`
    assert.equal((await client.post('/v1/topics/events', original)).status, 200)
    const [row] = await until('it is in quarantine', async () => {
      const rows = await client.query(
        `SELECT reason, suggestion, original FROM quarantine WHERE event_name = '${name}'`,
      )
      return rows.length > 0 && rows
    })
    assert.deepEqual(row, {
      reason: 'unknown_event',
      suggestion: 'view_content',
      original: Buffer.from(original).toString('base64'),
    })
  })

  it('stores numbers beyond double precision exactly', async () => {
    const id = randomUUID()
    await client.post(
      '/v1/topics/view_content',
      `{"event_id":"${id}","content_name":"n","big":9007199254740993,"fine":0.1000000000000000055}`,
    )
    await arrival(id)
    const [row] = await client.query(
      `SELECT TO_JSON_STRING(event_data) AS data FROM events WHERE event_id = '${id}'`,
    )
    assert.match(String(row!['data']), /9007199254740993/)
    assert.match(String(row!['data']), /0\.1000000000000000055/)
  })
})
