/** The main job, end to end: an event that a producer POSTs is a row in BigQuery, then a request at the third party. */
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

  it('brings an event from the producer to BigQuery and then to the third party, once each and in that order', async () => {
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

  it('hands the third party the event in its normal form, signed as Standard Webhooks describes', async () => {
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

  it('takes an event published by the official Pub/Sub client', async () => {
    const id = randomUUID()
    const { project, pubsubHost } = stack.facts
    const giveBack = lendEnvironment({ PUBSUB_EMULATOR_HOST: pubsubHost })
    try {
      const pubsub = new PubSub({ projectId: project })
      await pubsub.topic('view_content').publishMessage({ json: content(id) })
      await pubsub.close()
    } finally {
      giveBack()
    }
    await arrival(id)
  })

  it('takes an event in the native envelope, under both paths', async () => {
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

  it('takes a plain event under every path form', async () => {
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

  it('answers the typed view to the official BigQuery client', async () => {
    const id = randomUUID()
    await client.post('/v1/topics/view_content', { ...content(id), content_name: `Engine ${id}` })
    await arrival(id)
    const { project, dataset, bigqueryUrl } = stack.facts
    const giveBack = lendEnvironment({ BIGQUERY_EMULATOR_HOST: bigqueryUrl })
    try {
      const bigquery = new BigQuery({ projectId: project })
      const [rows] = await bigquery.query({
        query: 'SELECT event_name, content_name FROM view_content WHERE event_id = @id',
        params: { id },
        defaultDataset: { datasetId: dataset, projectId: project },
      })
      assert.deepEqual(rows, [{ event_name: 'view_content', content_name: `Engine ${id}` }])
    } finally {
      giveBack()
    }
  })

  it('keeps what is no known event in quarantine, byte for byte, and forwards nothing of it', async () => {
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

  it('keeps numbers beyond double precision as they were written', async () => {
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
