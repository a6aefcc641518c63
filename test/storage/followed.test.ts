/** The store goes by what people save while it runs: definitions and suppressions, in a whole stack. */
import assert from 'node:assert/strict'
import { hash, randomUUID } from 'node:crypto'
import { PubSub } from '@google-cloud/pubsub'
import { clientOf, type Client, type Row } from '../support/client.ts'
import { lendEnvironment } from '../support/with_environment.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'

describe('what is saved while the store runs', () => {
  let stack: TestStack
  let client: Client

  before(async () => {
    stack = await TestStack.start()
    client = clientOf(stack.facts)
  })
  after(() => stack?.remove())

  const define = (name: string, version: string, about: object): Promise<unknown> => {
    const definition = JSON.stringify({ name, version, description: 'What has happened.', ...about })
    return client.arrange(
      `INSERT INTO definitions (kind, name, version, created_at, created_by, definition)
       VALUES ('event', '${name}', '${version}', CURRENT_TIMESTAMP(), 'ada@example.com', JSON '${definition}')`,
    )
  }
  const suppress = (field: string, value: string): Promise<unknown> =>
    client.arrange(
      `INSERT INTO suppressions (field, value_hash, created_at, created_by, lifted)
       VALUES ('${field}', '${hash('sha256', value)}', CURRENT_TIMESTAMP(), 'ada@example.com', FALSE)`,
    )
  const send = async (event: object): Promise<void> => {
    assert.equal((await client.post('/v1/topics/events', event)).status, 200)
  }
  /** The one row of a table that fits, once it is there. */
  const row = (table: string, columns: string, where: string): Promise<Row> =>
    until(`${table} has a row where ${where}`, async () => {
      const [found] = await client.query(`SELECT ${columns} FROM ${table} WHERE ${where}`)
      return found
    })
  /** Sends events until the store makes of one what it shall: it has ten seconds to hear of what is saved. One that comes within a moment
   * after the store has looked lies in quarantine. */
  const sendUntil = (what: string, make: (id: string) => object, fits: (row: Row) => boolean): Promise<Row> =>
    until(what, async () => {
      const id = randomUUID()
      await send(make(id))
      const found = await until(`${id} lies somewhere`, async () => {
        const [stored] = await client.query(
          `SELECT event_id, definition, ARRAY_LENGTH(violations) AS violations, TO_JSON_STRING(decisions) AS decisions
           FROM events WHERE event_id = '${id}'`,
        )
        const [kept] = await client.query(
          `SELECT reason FROM quarantine WHERE SAFE_CONVERT_BYTES_TO_STRING(original) LIKE '%${id}%'`,
        )
        return (stored ?? kept) && { stored }
      })
      return found.stored !== undefined && fits(found.stored) && found.stored
    })
  const text = { type: 'string', description: 'Some text.', example: 'a' }

  it('is known at once where it is a new type of event', async () => {
    await define('article_read', '1.0', { fields: { article_id: text }, required: ['article_id'] })
    const found = await sendUntil(
      'the definition is gone by',
      (event_id) => ({ event_name: 'article_read', event_id, article_id: 'A-1' }),
      () => true,
    )
    assert.equal(found['definition'], 'article_read@1.0')
    assert.equal(found['violations'], '0')
  })

  it('is known soon where it is a new version', async () => {
    await define('article_read', '1.1', { fields: { article_id: text, author: text }, required: ['author'] })
    const found = await sendUntil(
      'the new version is gone by',
      (event_id) => ({ event_name: 'article_read', event_id, article_id: 'A-1' }),
      ({ definition }) => definition === 'article_read@1.1',
    )
    assert.equal(found['violations'], '1')
  })

  it('keeps from events what breaks a strict definition, and tells how', async () => {
    await define('door_open', '1.0', { mode: 'strict', fields: { room: text }, required: ['room'] })
    const fine = await sendUntil(
      'the definition is gone by',
      (event_id) => ({ event_name: 'door_open', event_id, room: 'R' }),
      () => true,
    )
    assert.equal(fine['definition'], 'door_open@1.0')
    const marker = randomUUID()
    await send({ event_name: 'door_open', key: marker })
    const kept = await row(
      'quarantine',
      "reason, ARRAY_TO_STRING(ARRAY(SELECT CONCAT(field, ' ', code) FROM UNNEST(violations) ORDER BY field), ', ') AS faults",
      `event_name = 'door_open' AND SAFE_CONVERT_BYTES_TO_STRING(original) LIKE '%${marker}%'`,
    )
    assert.deepEqual(kept, {
      reason: 'strict_violation',
      faults: 'event_data.key unlisted, event_data.room missing',
    })
  })

  it('is what validateOnly explains by', async () => {
    await define('window_open', '1.0', { fields: { room: text }, required: ['room'] })
    const explained = await until('the definition is gone by', async () => {
      const response = await client.post('/v1/topics?validateOnly=true', { event_name: 'window_open' })
      const { results } = (await response.json()) as {
        results: readonly { definition?: string; table: string }[]
      }
      return results[0]?.definition !== undefined && results[0]
    })
    assert.equal(explained.definition, 'window_open@1.0')
    assert.equal(explained.table, 'events')
  })

  it('is an address of its own, although it has no topic', async () => {
    await define('gate_open', '1.0', { fields: {} })
    const id = randomUUID()
    await until('the front door knows it', async () => {
      const { status } = await client.post('/v1/topics/gate_open', { event_id: id })
      return status === 200
    })
    const found = await row('events', 'event_name, topic', `event_id = '${id}'`)
    assert.deepEqual(found, { event_name: 'gate_open', topic: 'events' })
  })

  it('keeps the events of a suppressed person from third parties, and stores them', async () => {
    const email = `${randomUUID()}@example.com`
    await suppress('email', email)
    const event = (event_id: string, address: string) => ({ event_name: 'login', event_id, email: address })
    const found = await sendUntil(
      'the suppression is gone by',
      (id) => event(id, email.toUpperCase()),
      ({ decisions }) => String(decisions).includes('suppressed'),
    )
    const decisions = JSON.parse(String(found['decisions'])) as readonly {
      permitted: boolean
      reason: string
    }[]
    assert.ok(
      decisions.length > 0 &&
        decisions.every(({ permitted, reason }) => !permitted && reason === 'suppressed'),
    )
    // Whoever comes later in the queue is at the third party, and the suppressed one is not.
    const other = randomUUID()
    await send(event(other, 'ada@example.com'))
    const arrived = await until('the other event is at the third party', async () => {
      const ids = (await client.received()).map(({ headers }) => headers['webhook-id'])
      return ids.includes(other) && ids
    })
    assert.ok(!arrived.includes(String(found['event_id'])))
  })

  it('stores an event that too many actions have made, and sends it nowhere', async () => {
    const { project, pubsubHost } = stack.facts
    const giveBack = lendEnvironment({ PUBSUB_EMULATOR_HOST: pubsubHost })
    const pubsub = new PubSub({ projectId: project })
    const publish = async (hop: string): Promise<Row> => {
      const event_id = randomUUID()
      await pubsub.topic('login').publishMessage({ json: { event_id }, attributes: { hop } })
      return row('events', 'hop, TO_JSON_STRING(decisions) AS decisions', `event_id = '${event_id}'`)
    }
    const published = Promise.all([publish('5'), publish('77'), publish('-1')])
    const [near, far, odd] = await published.finally(giveBack)
    await pubsub.close()
    assert.deepEqual([near['hop'], far['hop'], odd['hop']], ['5', '6', '0'])
    assert.match(String(far['decisions']), /chain_too_long/)
    assert.doesNotMatch(String(near['decisions']), /chain_too_long/)
  })
})
