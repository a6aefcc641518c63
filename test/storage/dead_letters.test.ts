/** Dead letters: messages with exhausted attempts are stored, have an outcome, and can be requeued. A paused destination loses no event. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { clientOf, type Client } from '../support/client.ts'
import { operate } from '../support/operate.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'
import { webhookTo } from '../support/webhook.ts'

const config = {
  'gcp:project': 'sluice-local',
  'sluice:delivery': { maxAttempts: 5, minimumBackoff: '0.05s', maximumBackoff: '0.2s' },
  'sluice:destinations': { broken: webhookTo('broken'), fine: webhookTo('fine') },
}

describe('dead letters', () => {
  let stack: TestStack
  let client: Client

  before(async () => {
    stack = await TestStack.start(config)
    client = clientOf(stack.facts)
  })
  after(() => stack.remove())

  const send = async (): Promise<string> => {
    const event_id = randomUUID()
    const { status } = await client.post('/v1/topics/view_content', { event_id, content_name: 'An article' })
    assert.equal(status, 200)
    return event_id
  }

  const stateOf = async (id: string, destination: string) => {
    const [row] = await client.query(
      `SELECT outcome, reason, attempts FROM delivery_state WHERE event_id = '${id}' AND destination = '${destination}'`,
    )
    return row
  }

  const untilOutcome = (id: string, destination: string, outcome: string) =>
    until(`${destination} is ${outcome}`, async () => {
      const state = await stateOf(id, destination)
      return state?.['outcome'] === outcome && state
    })

  it('settle the pair as dead, keep the message byte for byte, and can be requeued after the cause is fixed', async () => {
    await client.thirdPartyAnswers({ path: '/broken', status: 500 })
    const id = await send()
    const { reason } = await untilOutcome(id, 'broken', 'dead')
    assert.equal(reason, 'attempts_exhausted')
    await untilOutcome(id, 'fine', 'delivered')
    const [letter] = await client.query(
      `SELECT subscription, destination, attempts, event_name, part, parts,
        JSON_VALUE(PARSE_JSON(SAFE_CONVERT_BYTES_TO_STRING(original)), '$.event_data.content_name') AS content_name
      FROM dead_letters WHERE event_id = '${id}'`,
    )
    assert.deepEqual(letter, {
      subscription: 'forward-broken',
      destination: 'broken',
      attempts: '5',
      event_name: 'view_content',
      part: '1',
      parts: '1',
      content_name: 'An article',
    })

    await client.thirdPartyAnswers(undefined)
    assert.equal(await operate(stack.dir, 'requeue', '--dry-run'), '1 dead letters would be requeued.')
    assert.equal(
      await operate(stack.dir, 'requeue', '--destination', 'fine'),
      'Requeued 0 of 0 dead letters.',
    )
    assert.equal(
      await operate(stack.dir, 'requeue', '--destination', 'broken'),
      'Requeued 1 of 1 dead letters.',
    )
    await untilOutcome(id, 'broken', 'delivered')
    assert.equal(await operate(stack.dir, 'requeue'), 'Requeued 0 of 0 dead letters.')
    const calls = (await client.received()).filter(
      ({ url, headers }) => url === '/fine' && headers['webhook-id'] === id,
    )
    assert.equal(calls.length, 1, 'requeueing for one destination reached another')
  })

  it('do not arise while a destination is paused: its events wait until it is resumed', async () => {
    assert.match(await operate(stack.dir, 'pause', 'broken'), /^Paused broken/)
    const ids = [await send(), await send()]
    for (const id of ids) await untilOutcome(id, 'fine', 'delivered')
    for (const id of ids) assert.equal((await stateOf(id, 'broken'))?.['outcome'], 'pending')
    assert.match(await operate(stack.dir, 'resume', 'broken'), /^Resumed broken/)
    for (const id of ids) {
      const { attempts } = await untilOutcome(id, 'broken', 'delivered')
      assert.equal(attempts, '1')
    }
  })
})
