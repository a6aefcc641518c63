/** Storage: where an event came from: what its topic proves, and what it claims; the same after reprocessing. */
import assert from 'node:assert/strict'
import { topicOfSource } from '../../schemas/bus.ts'
import { clientOf, type Client } from '../support/client.ts'
import { TestStack } from '../support/stack.ts'
import { arrangeDefinition, pageViews } from '../support/saved_definition.ts'
import { until } from '../support/until.ts'
import { webhookTo } from '../support/webhook.ts'

const shop = 'serviceAccount:shop@sluice-local.iam.gserviceaccount.com'
const topic = topicOfSource('shop')

describe('the origin of an event', () => {
  let stack: TestStack
  let client: Client
  before(async () => {
    stack = await TestStack.start({
      'gcp:project': 'sluice-local',
      'sluice:destinations': { crm: webhookTo('crm') },
      'sluice:sources': { shop: { members: [shop], events: ['*'] } },
    })
    client = clientOf(stack.facts)
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

  it('is proved by a topic that only the members of a source may publish to', async () => {
    const attributes = { producer: 'bank', connection: 'tills' }
    await publish(topic, { event_id: 'o-1', event_name: 'login', producer: 'bank' }, attributes)
    assert.deepEqual(await rowOf('events', `event_id = 'o-1'`), {
      topic,
      producer: 'shop',
      connection: 'tills',
      event_name: 'login',
    })
  })

  it('is not proved by a topic that all producers share', async () => {
    await publish('login', { event_id: 'o-2' }, { producer: 'shop' })
    const row = { topic: 'login', producer: null, connection: null, event_name: 'login' }
    assert.deepEqual(await rowOf('events', `event_id = 'o-2'`), row)
  })

  it('names no event type: the topic of a source takes events of several types', async () => {
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
    const response = await client.post('/v1/console/runs/reprocess', { from, to })
    assert.equal(response.status, 200, await response.text())
    assert.deepEqual(await rowOf('events', `event_id = 'o-4' AND reprocessed_from IS NOT NULL`), origin)
    assert.deepEqual(await rowOf('events', `event_id = 'o-5' AND reprocessed_from IS NOT NULL`), proved)
  })
})
