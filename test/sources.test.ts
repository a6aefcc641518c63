/** Sources: two producers with topics of their own, through the public door: what each may send, what a row proves, and whose consent counts. */
import assert from 'node:assert/strict'
import { claimOf } from '../functions/event/origin.ts'
import { clientOf, type Client } from './support/client.ts'
import { operate, sluice } from './support/operate.ts'
import { tokenOf } from './support/roles.ts'
import { TestStack } from './support/stack.ts'
import { until } from './support/until.ts'
import { webhookTo } from './support/webhook.ts'

function account(name: string): string {
  return `serviceAccount:${name}@sluice-local.iam.gserviceaccount.com`
}

const ads = { ad_storage: 'granted', ad_user_data: 'granted' }

const former = {
  'gcp:project': 'sluice-local',
  'sluice:destinations': { ads: webhookTo('ads', { consent: Object.keys(ads) }) },
}

function withSources(events: readonly string[]) {
  return {
    ...former,
    'sluice:sources': {
      web_shop: { members: [account('shop')], events, consent: ads },
      till: { members: [account('till')], events: ['purchase'] },
    },
  }
}

const purchase = { event_name: 'purchase', transaction_id: 'T-1', value: 12, currency: 'EUR' }

describe('sources', () => {
  let stack: TestStack
  let client: Client
  let token: Readonly<Record<'web_shop' | 'till', string>>

  /** The data are of a stack without sources. */
  before(async () => {
    stack = await TestStack.start(former)
    client = clientOf(stack.facts)
    const before = await client.post('/v1/topics/view_content', { event_id: 's-0', consent: ads })
    assert.equal(before.status, 200)
    await rowOf('events', `event_id = 's-0'`)
    await restart(['view_content', 'add_to_cart'])
  })
  after(() => stack?.remove())

  const restart = async (events: readonly string[]): Promise<void> => {
    await stack.stop()
    await stack.configure(withSources(events))
    await stack.start()
    client = clientOf(stack.facts)
    const { sources } = stack.facts
    token = { web_shop: sources['web_shop']!.token, till: sources['till']!.token }
  }
  const post = (topic: string, body: object, bearer: string) =>
    fetch(`${stack.facts.baseUrl}/v1/topics/${topic}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  /** Publishes with Pub/Sub's own API. */
  const publish = (
    topic: string,
    body: object,
    bearer: string,
    attributes: Readonly<Record<string, string>> = {},
  ) => {
    const { pubsubHost, project } = stack.facts
    const data = Buffer.from(JSON.stringify(body)).toString('base64')
    return fetch(`http://${pubsubHost}/v1/projects/${project}/topics/${topic}:publish`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ data, attributes }] }),
    })
  }
  const rowOf = (table: 'events' | 'quarantine', where: string) =>
    until(`${where} is in ${table}`, async () => {
      const [row] = await client.query(
        `SELECT topic, producer, event_name, ${table === 'events' ? 'reprocessed_from, decisions[0].reason' : 'event_id, message_id, reason, violations[0].expected AS expected'} FROM ${table} WHERE ${where}`,
      )
      return row
    })
  const outcomeOf = (id: string) =>
    until(`${id} has an outcome`, async () => {
      const [row] = await client.query(`SELECT outcome, reason FROM deliveries WHERE event_id = '${id}'`)
      return row
    })
  const finished = async (kind: string, request: object): Promise<Readonly<Record<string, number>>> => {
    const period = {
      from: new Date(Date.now() - 3_600_000).toISOString(),
      to: new Date(Date.now() + 60_000).toISOString(),
    }
    const response = await client.post(`/v1/console/runs/${kind}`, { ...period, ...request })
    const text = await response.text()
    assert.equal(response.status, 200, text)
    const { run } = JSON.parse(text) as { run: string }
    const row = await until(`the ${kind} has finished`, async () => {
      const [found] = await client.query(
        `SELECT TO_JSON_STRING(counts) AS counts FROM runs WHERE run_id = '${run}' AND state = 'finished'`,
      )
      return found
    })
    return JSON.parse(String(row['counts'])) as Readonly<Record<string, number>>
  }

  it('leave the rows of the time before them readable, without a producer', async () => {
    const row = await rowOf('events', `event_id = 's-0'`)
    assert.deepEqual([row['topic'], row['producer']], ['view_content', null])
    assert.equal((await client.post('/v1/topics/view_content', { event_id: 's-00' })).status, 200)
    assert.equal((await rowOf('events', `event_id = 's-00'`))['producer'], null)
  })

  it('are proved by the row, whatever the event claims; a default of the source grants what it does not state', async () => {
    const event = { event_id: 's-1', event_name: 'view_content', source: 'till', producer: 'till' }
    const response = await post('source-web_shop', event, token.web_shop)
    assert.equal(response.status, 200, await response.text())
    const { topic, producer, reason } = await rowOf('events', `event_id = 's-1'`)
    assert.deepEqual([topic, producer, reason], ['source-web_shop', 'web_shop', 'permitted_by_source'])
    assert.equal((await outcomeOf('s-1'))['outcome'], 'delivered')
  })

  it('grant nothing against a denial or an opt-out of the person', async () => {
    const denied = { event_id: 's-2', event_name: 'view_content', consent: { ad_storage: 'denied' } }
    assert.equal((await post('source-web_shop', denied, token.web_shop)).status, 200)
    assert.equal((await rowOf('events', `event_id = 's-2'`))['reason'], 'consent_denied')
    const unclear = { event_id: 's-3', event_name: 'view_content', limited_data_use: 'yes' }
    assert.equal((await post('source-web_shop', unclear, token.web_shop)).status, 200)
    assert.equal((await rowOf('events', `event_id = 's-3'`))['reason'], 'consent_denied')
  })

  it('grant nothing to another source', async () => {
    assert.equal((await post('source-till', { ...purchase, event_id: 's-4' }, token.till)).status, 200)
    const { producer, reason } = await rowOf('events', `event_id = 's-4'`)
    assert.deepEqual([producer, reason], ['till', 'consent_denied'])
  })

  it('let a member publish to the topic of its source and nowhere else, and nobody else there', async () => {
    const refused: readonly (readonly [string, string])[] = [
      ['events', token.web_shop],
      ['view_content', token.web_shop],
      ['source-till', token.web_shop],
      ['source-web_shop', token.till],
      ['source-web_shop', tokenOf(stack.facts, 'producer')],
    ]
    const event = { event_name: 'view_content' }
    for (const [topic, bearer] of refused)
      for (const send of [post, publish]) {
        const response = await send(topic, event, bearer)
        assert.equal(response.status, 403, topic)
        assert.match(await response.text(), /User not authorized to perform this action\./)
      }
    assert.equal((await publish('source-till', { ...purchase, event_id: 's-5' }, token.till)).status, 200)
    assert.equal((await rowOf('events', `event_id = 's-5'`))['producer'], 'till')
  })

  it('keep an event type that a source may not send in quarantine, although it was published to Pub/Sub, and send it nowhere', async () => {
    assert.equal((await post('source-web_shop', purchase, token.web_shop)).status, 403)
    const event = { ...purchase, event_id: 's-6', consent: ads }
    assert.equal((await publish('source-web_shop', event, token.web_shop)).status, 200)
    const row = await rowOf('quarantine', `event_name = 'purchase'`)
    assert.deepEqual(
      [row['topic'], row['producer'], row['reason'], row['expected']],
      [
        'source-web_shop',
        'web_shop',
        'source_not_allowed',
        'an event type that source web_shop may send: view_content, add_to_cart',
      ],
    )
    const later = { event_id: 's-7', event_name: 'add_to_cart' }
    assert.equal((await publish('source-web_shop', later, token.web_shop)).status, 200)
    await outcomeOf('s-7')
    assert.deepEqual(await client.query(`SELECT event_id FROM events WHERE event_id = 's-6'`), [])
    assert.deepEqual(await client.query(`SELECT event_id FROM deliveries WHERE event_id = 's-6'`), [])
    const bodies = (await client.received()).map(({ body }) => body)
    assert.ok(bodies.some((body) => body.includes('s-7')))
    assert.ok(!bodies.some((body) => body.includes('s-6')))
  })

  it('are not gained by a message that claims to be one of another source that is published again', async () => {
    const [kept] = await client.query(
      `SELECT message_id, FORMAT_TIMESTAMP('%FT%H:%M:%E6SZ', received_at) AS received_at FROM quarantine WHERE event_name = 'purchase'`,
    )
    const claim = claimOf(String(kept!['message_id']), String(kept!['received_at']))
    const event = { ...purchase, event_id: 's-8' }
    assert.equal((await publish('source-till', event, token.till, claim)).status, 200)
    assert.equal((await rowOf('events', `event_id = 's-8'`))['producer'], 'till')
    assert.equal((await publish('source-web_shop', event, token.web_shop, claim)).status, 200)
    await until('it is in quarantine, too', async () => {
      const rows = await client.query(`SELECT DISTINCT producer, reason FROM quarantine`)
      const count = await client.query(`SELECT COUNT(DISTINCT message_id) AS found FROM quarantine`)
      assert.deepEqual(rows, [{ producer: 'web_shop', reason: 'source_not_allowed' }])
      return Number(count[0]!['found']) === 2
    })
  })

  it('count again for a message that is reprocessed: it becomes an event once its source may send it', async () => {
    const still = await finished('reprocess', { where: `reason = 'source_not_allowed'` })
    assert.deepEqual([still['selected'], still['quarantined'], still['promoted']], [2, 2, 0])
    await restart(['view_content', 'add_to_cart', 'purchase'])
    const now = await finished('reprocess', { where: `reason = 'source_not_allowed'` })
    assert.deepEqual([now['selected'], now['promoted']], [2, 2])
    const { topic, producer, reprocessed_from } = await rowOf('events', `event_id = 's-6'`)
    assert.deepEqual([topic, producer], ['source-web_shop', 'web_shop'])
    assert.notEqual(reprocessed_from, null)
  }).timeout(180_000)

  it('decide the same when an event is sent again', async () => {
    const where = `event_id IN ('s-1', 's-2', 's-4')`
    const { selected, sent, restricted } = await finished('replay', {
      destination: 'ads',
      where,
      again: true,
    })
    assert.deepEqual([selected, sent, restricted], [3, 1, 2])
  }).timeout(180_000)

  it('have a token at hand on this machine', async () => {
    const printed = await operate(stack.dir, 'token', '--source', 'web_shop')
    const event = { event_id: 's-9', event_name: 'view_content' }
    assert.equal((await post('source-web_shop', event, printed)).status, 200)
    assert.equal((await rowOf('events', `event_id = 's-9'`))['producer'], 'web_shop')
    assert.equal((await post('events', event, printed)).status, 403)
    const { code, stderr } = await sluice(['token', '--source', 'web_shp'], { dir: stack.dir })
    assert.notEqual(code, 0)
    assert.match(stderr, /source "web_shp"\. Known: web_shop, till\. Did you mean web_shop\?/)
  })
})
