/** Storage: where an event came from: what its topic proves, and what it claims; the same after reprocessing. */
import assert from 'node:assert/strict'
import { claimOf } from '../../functions/event/origin.ts'
import { subscriptions, topicOfProducer } from '../../schemas/bus.ts'
import { clientOf, type Client } from '../support/client.ts'
import { TestStack } from '../support/stack.ts'
import { arrangeDefinition, pageViews } from '../support/saved_definition.ts'
import { until } from '../support/until.ts'
import { webhookTo } from '../support/webhook.ts'

const topic = topicOfProducer('shop')

describe('the origin of an event', () => {
  let stack: TestStack
  let client: Client
  before(async () => {
    stack = await TestStack.start({
      'gcp:project': 'sluice-local',
      'sluice:destinations': { crm: webhookTo('crm') },
    })
    client = clientOf(stack.facts)
    await openTopic()
  })
  after(() => stack?.remove())

  const call = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const { pubsubHost, project, token } = stack.facts
    const response = await fetch(`http://${pubsubHost}/v1/projects/${project}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    assert.ok(response.ok, text)
    return JSON.parse(text) as Record<string, unknown>
  }

  /** Makes the topic of a producer, with a subscription to `store` as every public topic has it. */
  const openTopic = async (): Promise<void> => {
    const { project } = stack.facts
    await call('PUT', `topics/${topic}`, {})
    const { pushConfig } = await call('GET', `subscriptions/${subscriptions.store('events')}`)
    await call('PUT', `subscriptions/${subscriptions.store(topic)}`, {
      topic: `projects/${project}/topics/${topic}`,
      ackDeadlineSeconds: 60,
      pushConfig,
    })
  }
  const publish = (to: string, body: object, attributes: Readonly<Record<string, string>> = {}) =>
    call('POST', `topics/${to}:publish`, {
      messages: [{ attributes, data: Buffer.from(JSON.stringify(body)).toString('base64') }],
    })
  const rowOf = (table: string, where: string) =>
    until(`${where} is in ${table}`, async () => {
      const [row] = await client.query(
        `SELECT topic, producer, connection, event_name FROM ${table} WHERE ${where}`,
      )
      return row
    })

  it('is proved by a topic that one producer alone may publish to', async () => {
    const attributes = { producer: 'bank', connection: 'tills' }
    await publish(topic, { event_id: 'o-1', event_name: 'login', producer: 'bank' }, attributes)
    assert.deepEqual(await rowOf('events', `event_id = 'o-1'`), {
      topic,
      producer: 'shop',
      connection: 'tills',
      event_name: 'login',
    })
  })

  it('is not proved by a topic that several may publish to', async () => {
    await publish('login', { event_id: 'o-2' }, { producer: 'shop' })
    const row = { topic: 'login', producer: null, connection: null, event_name: 'login' }
    assert.deepEqual(await rowOf('events', `event_id = 'o-2'`), row)
  })

  it('names no event type: the topic of a producer takes events of any type', async () => {
    await publish(topic, { user_id: 'o-3' })
    const row = { topic, producer: 'shop', connection: null, event_name: null }
    assert.deepEqual(await rowOf('quarantine', `reason = 'no_event_name'`), row)
  })

  it('is claimed by the translation through which a payload came', async () => {
    await arrangeDefinition(client, 'translation', pageViews('visits'))
    await until(
      'translate knows it',
      async () => (await client.post('/v1/translators/visits', { page: 'a' })).ok,
    )
    const row = { topic: 'events', producer: null, connection: 'visits@1.0', event_name: 'page_view' }
    assert.deepEqual(await rowOf('events', `event_name = 'page_view'`), row)
  })

  it('stays the same when a quarantined message is reprocessed', async () => {
    const attributes = { connection: 'tills' }
    const planted = (event_id: string) => ({ event_id, event_name: 'tree_planted', species: 'oak' })
    await publish('events', planted('o-4'), attributes)
    await publish(topic, planted('o-5'), attributes)
    const origin = { topic: 'events', producer: null, connection: 'tills', event_name: 'tree_planted' }
    const proved = { ...origin, topic, producer: 'shop' }
    assert.deepEqual(await rowOf('quarantine', `event_name = 'tree_planted' AND topic = 'events'`), origin)
    assert.deepEqual(await rowOf('quarantine', `event_name = 'tree_planted' AND topic = '${topic}'`), proved)
    const fields = { species: { type: 'string', description: 'What kind of tree.', example: 'oak' } }
    const event = { name: 'tree_planted', version: '1.0', description: 'A tree was planted.', fields }
    assert.equal((await client.post('/v1/console/definitions', { event })).status, 200)
    const from = new Date(Date.now() - 3_600_000).toISOString()
    const to = new Date(Date.now() + 60_000).toISOString()
    const where = `event_name = 'tree_planted' AND topic = 'events'`
    const response = await client.post('/v1/console/runs/reprocess', { from, to, where })
    assert.equal(response.status, 200, await response.text())
    assert.deepEqual(await rowOf('events', `event_id = 'o-4' AND reprocessed_from IS NOT NULL`), origin)
    // What reprocessing publishes to the topic of the producer, by hand: this stack grants `sync` nothing on it.
    const [kept] = await client.query(
      `SELECT message_id, FORMAT_TIMESTAMP('%FT%H:%M:%E6SZ', received_at) AS received_at FROM quarantine WHERE event_name = 'tree_planted' AND topic = '${topic}'`,
    )
    const claim = claimOf(String(kept!['message_id']), String(kept!['received_at']))
    await publish(topic, planted('o-5'), { ...attributes, ...claim })
    assert.deepEqual(await rowOf('events', `event_id = 'o-5' AND reprocessed_from IS NOT NULL`), proved)
  })
})
