/** Definitions and suppressions that are saved while the store runs take effect, in a whole stack. */
import assert from 'node:assert/strict'
import { hash, randomUUID } from 'node:crypto'
import { PubSub } from '@google-cloud/pubsub'
import { clientOf, type Client, type Row } from '../support/client.ts'
import { arrangeDefinition } from '../support/saved_definition.ts'
import { lendEnvironment } from '../support/with_environment.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'

describe('a row that is saved while the store runs', () => {
  let stack: TestStack
  let client: Client

  before(async () => {
    stack = await TestStack.start()
    client = clientOf(stack.facts)
  })
  after(() => stack?.remove())

  const define = (name: string, version: string, members: object): Promise<void> =>
    arrangeDefinition(client, 'event', { name, version, description: 'What has happened.', ...members })
  const suppress = (field: string, value: string): Promise<unknown> =>
    client.arrange(
      `INSERT INTO suppressions (field, value_hash, created_at, created_by, lifted)
       VALUES ('${field}', '${hash('sha256', value)}', CURRENT_TIMESTAMP(), 'ada@example.com', FALSE)`,
    )
  const send = async (event: object): Promise<void> => {
    assert.equal((await client.post('/v1/topics/events', event)).status, 200)
  }
  /** Waits for a row of a table. */
  const row = (table: string, columns: string, where: string): Promise<Row> =>
    until(`${table} has a row where ${where}`, async () => {
      const [first] = await client.query(`SELECT ${columns} FROM ${table} WHERE ${where}`)
      return first
    })
  /** Sends events until the stored row of one fits, because the store refreshes its caches every few seconds. Events before that may be
   * quarantined. */
  const sendUntil = (what: string, make: (id: string) => object, fits: (row: Row) => boolean): Promise<Row> =>
    until(what, async () => {
      const id = randomUUID()
      await send(make(id))
      const result = await until(`${id} is stored or quarantined`, async () => {
        const [stored] = await client.query(
          `SELECT event_id, definition, ARRAY_LENGTH(violations) AS violations, TO_JSON_STRING(decisions) AS decisions
           FROM events WHERE event_id = '${id}'`,
        )
        const [quarantined] = await client.query(
          `SELECT reason FROM quarantine WHERE SAFE_CONVERT_BYTES_TO_STRING(original) LIKE '%${id}%'`,
        )
        return (stored ?? quarantined) && { stored }
      })
      return result.stored !== undefined && fits(result.stored) && result.stored
    })
  const text = { type: 'string', description: 'Some text.', example: 'a' }

  it('takes effect at once if it defines a new event type', async () => {
    await define('article_read', '1.0', { fields: { article_id: text }, required: ['article_id'] })
    const stored = await sendUntil(
      'the definition takes effect',
      (event_id) => ({ event_name: 'article_read', event_id, article_id: 'A-1' }),
      () => true,
    )
    assert.equal(stored['definition'], 'article_read@1.0')
    assert.equal(stored['violations'], '0')
  })

  it('takes effect soon if it defines a new version', async () => {
    await define('article_read', '1.1', { fields: { article_id: text, author: text }, required: ['author'] })
    const stored = await sendUntil(
      'the new version takes effect',
      (event_id) => ({ event_name: 'article_read', event_id, article_id: 'A-1' }),
      ({ definition }) => definition === 'article_read@1.1',
    )
    assert.equal(stored['violations'], '1')
  })

  it('quarantines events that break a strict definition, with the violations', async () => {
    await define('door_open', '1.0', { mode: 'strict', fields: { room: text }, required: ['room'] })
    const valid = await sendUntil(
      'the definition takes effect',
      (event_id) => ({ event_name: 'door_open', event_id, room: 'R' }),
      () => true,
    )
    assert.equal(valid['definition'], 'door_open@1.0')
    const marker = randomUUID()
    await send({ event_name: 'door_open', key: marker })
    const quarantined = await row(
      'quarantine',
      "reason, ARRAY_TO_STRING(ARRAY(SELECT CONCAT(field, ' ', code) FROM UNNEST(violations) ORDER BY field), ', ') AS faults",
      `event_name = 'door_open' AND SAFE_CONVERT_BYTES_TO_STRING(original) LIKE '%${marker}%'`,
    )
    assert.deepEqual(quarantined, {
      reason: 'strict_violation',
      faults: 'event_data.key unlisted, event_data.room missing',
    })
  })

  it('affects validateOnly', async () => {
    await define('window_open', '1.0', { fields: { room: text }, required: ['room'] })
    const explained = await until('the definition takes effect', async () => {
      const response = await client.post('/v1/topics?validateOnly=true', { event_name: 'window_open' })
      const { results } = (await response.json()) as {
        results: readonly { definition?: string; table: string }[]
      }
      return results[0]?.definition !== undefined && results[0]
    })
    assert.equal(explained.definition, 'window_open@1.0')
    assert.equal(explained.table, 'events')
  })

  it('makes the front door accept a new event type in the path, without a topic of that name', async () => {
    await define('gate_open', '1.0', { fields: {} })
    const id = randomUUID()
    await until('the front door accepts it', async () => {
      const { status } = await client.post('/v1/topics/gate_open', { event_id: id })
      return status === 200
    })
    const stored = await row('events', 'event_name, topic', `event_id = '${id}'`)
    assert.deepEqual(stored, { event_name: 'gate_open', topic: 'events' })
  })

  it('restricts and stores the events of a suppressed person', async () => {
    const email = `${randomUUID()}@example.com`
    await suppress('email', email)
    const event = (event_id: string, address: string) => ({ event_name: 'login', event_id, email: address })
    const stored = await sendUntil(
      'the suppression takes effect',
      (id) => event(id, email.toUpperCase()),
      ({ decisions }) => String(decisions).includes('suppressed'),
    )
    const decisions = JSON.parse(String(stored['decisions'])) as readonly {
      permitted: boolean
      reason: string
    }[]
    assert.ok(
      decisions.length > 0 &&
        decisions.every(({ permitted, reason }) => !permitted && reason === 'suppressed'),
    )
    // A later event has arrived at the third party, so the suppressed one would have, too.
    const other = randomUUID()
    await send(event(other, 'ada@example.com'))
    const arrived = await until('the other event is at the third party', async () => {
      const ids = (await client.received()).map(({ headers }) => headers['webhook-id'])
      return ids.includes(other) && ids
    })
    assert.ok(!arrived.includes(String(stored['event_id'])))
  })

  it('stores an event with too many hops, and restricts it', async () => {
    const { project, pubsubHost } = stack.facts
    const restore = lendEnvironment({ PUBSUB_EMULATOR_HOST: pubsubHost })
    const pubsub = new PubSub({ projectId: project })
    const publish = async (hop: string): Promise<Row> => {
      const event_id = randomUUID()
      await pubsub.topic('login').publishMessage({ json: { event_id }, attributes: { hop } })
      return row('events', 'hop, TO_JSON_STRING(decisions) AS decisions', `event_id = '${event_id}'`)
    }
    const published = Promise.all([publish('5'), publish('77'), publish('-1')])
    const [near, far, odd] = await published.finally(restore)
    await pubsub.close()
    assert.deepEqual([near['hop'], far['hop'], odd['hop']], ['5', '6', '0'])
    assert.match(String(far['decisions']), /chain_too_long/)
    assert.doesNotMatch(String(near['decisions']), /chain_too_long/)
  })
})
