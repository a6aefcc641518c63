/** A failing event of an ordered destination: it holds back the later ones of its key, and no other, until it is a dead letter. */
import assert from 'node:assert/strict'
import { clientOf, type Client } from '../support/client.ts'
import { operate } from '../support/operate.ts'
import { tokenOf } from '../support/roles.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'
import { webhookTo } from '../support/webhook.ts'
import { eventId, numbersByKey, sendInOrder, type Send } from './sequences.ts'

/** The minimum of Pub/Sub. */
const maxAttempts = 5

describe('a failing event of an ordered destination', () => {
  let stack: TestStack
  let client: Client
  before(async () => {
    stack = await TestStack.start({
      'gcp:project': 'sluice-local',
      'sluice:delivery': { maxAttempts, minimumBackoff: '0.1s', maximumBackoff: '0.2s' },
      'sluice:destinations': { crm: webhookTo('crm', { ordered: true }) },
      'sluice:ordering': { from: '2026-01-01T00:00:00Z', drained: true },
    })
    client = clientOf(stack.facts)
  })
  after(() => stack?.remove())

  const send: Send = async (key, event) => {
    const { ok, body } = await client.post(`/v1/topics/view_content?orderingKey=${key}`, event)
    await body?.cancel()
    return ok
  }
  const outcomes = async (): Promise<readonly string[]> =>
    (await client.query('SELECT event_id, outcome FROM delivery_state'))
      .map((row) => `${String(row['event_id'])} ${String(row['outcome'])}`)
      .toSorted()
  const arrived = async (key: string) => numbersByKey(await client.received(), 'crm').get(key) ?? []

  it('holds back its key until it is a dead letter, and can be requeued', async () => {
    // All attempts go to the first event: none is made for the others.
    await client.thirdPartyAnswers({ path: '/crm', status: 503, times: maxAttempts })
    await sendInOrder(['a'], [0, 1, 2], [send])
    await until('the pairs have ended', async () => {
      const ended = (await outcomes()).filter((each) => /delivered|dead/.test(each))
      return ended.length === 3
    })
    assert.deepEqual(await outcomes(), ['a.0 dead', 'a.1 delivered', 'a.2 delivered'])
    assert.deepEqual(await arrived('a'), [0, 0, 0, 0, 0, 1, 2])

    await operate(stack.dir, 'requeue', '--destination', 'crm')
    await until('it is delivered', async () => (await outcomes())[0] === 'a.0 delivered')
    assert.deepEqual(await arrived('a'), [0, 0, 0, 0, 0, 1, 2, 0])
  })

  it('does not hold back another key, or an event without a key', async () => {
    await client.thirdPartyAnswers({ path: '/crm', status: 200, delayMs: 3000, times: 1 })
    await sendInOrder(['slow'], [0, 1], [send])
    await until('the first one is in flight', async () => (await arrived('slow')).length === 1)
    await sendInOrder(['quick'], [0], [send])
    const { ok } = await client.post('/v1/topics/view_content', { event_id: 'none.0', content_name: 'n' })
    assert.ok(ok)
    await until('the second one has arrived', async () => (await arrived('slow')).length === 2)
    const order = (await client.received()).map(({ headers }) => headers['webhook-id']!)
    for (const free of [eventId('quick', 0), 'none.0'])
      assert.ok(order.indexOf(free) < order.indexOf(eventId('slow', 1)), order.join(' '))
  })

  it('is held by pause with both subscriptions, and delivered in order by resume', async () => {
    await operate(stack.dir, 'pause', 'crm')
    const { project, pubsubHost } = stack.facts
    const token = tokenOf(stack.facts, 'operator')
    const endpointOf = async (id: string): Promise<string | undefined> => {
      const response = await fetch(`http://${pubsubHost}/v1/projects/${project}/subscriptions/${id}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return ((await response.json()) as { pushConfig?: { pushEndpoint?: string } }).pushConfig?.pushEndpoint
    }
    for (const id of ['forward-crm', 'forward-crm-ordered']) assert.equal(await endpointOf(id), undefined)
    await sendInOrder(['later'], [0, 1, 2], [send])
    await until('they are stored', async () => {
      const rows = await client.query(`SELECT event_id FROM events WHERE event_id LIKE 'later.%'`)
      return rows.length === 3
    })
    assert.deepEqual(await arrived('later'), [])
    await operate(stack.dir, 'resume', 'crm')
    await until('they are delivered', async () => (await arrived('later')).length === 3)
    assert.deepEqual(await arrived('later'), [0, 1, 2])
  })
})
