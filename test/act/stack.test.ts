/** Actions through the whole stack: a firing reaches its destination, and an action that triggers itself stops. */
import assert from 'node:assert/strict'
import type { BackTest } from '../../functions/act/back_test.ts'
import { randomFrom } from './random.ts'
import { maxHops } from '../../schemas/bus.ts'
import { clientOf, type Client } from '../support/client.ts'
import { tokenOf } from '../support/roles.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'

const permitted = {
  rules: [{ id: 'all', effect: 'permit', when: "event.event_name in ['big_purchase', 'repeat_buyer']" }],
}

const config = {
  'gcp:project': 'sluice-local',
  'sluice:delivery': { maxAttempts: 100, minimumBackoff: '0.1s', maximumBackoff: '1s' },
  'sluice:producers': ['serviceAccount:sluice-forward@sluice-local.iam.gserviceaccount.com'],
  'sluice:destinations': {
    ops: {
      target: 'webhook',
      settings: { url: '${thirdPartyUrl}/ops', allow_insecure: true },
      secrets: { secret: 'whsec_c2x1aWNlLWxvY2FsLWRldmVsb3BtZW50LXNlY3JldCE=' },
      ...permitted,
    },
    // Publishes each firing as another purchase, which triggers the action again.
    loop: {
      target: 'pubsub',
      settings: { topic: 'projects/sluice-local/topics/events' },
      linkage: {
        big_purchase: {
          event_name: { const: 'purchase' },
          event_id: 'event_id',
          transaction_id: 'event_id',
          value: 'value',
          currency: 'currency',
          user_id: 'user_id',
        },
      },
      ...permitted,
    },
  },
  'sluice:actions': {
    big_purchase: { destination: 'loop', state: 'live' },
    repeat_buyer: { destination: 'ops', state: 'live' },
    cart_left: { destination: 'ops', state: 'paused' },
  },
}

describe('actions in a stack', () => {
  let stack: TestStack
  let client: Client
  before(async () => {
    stack = await TestStack.start(config)
    client = clientOf(stack.facts)
  })
  after(() => stack.remove())

  const count = async (sql: string): Promise<number> => Number((await client.query(sql))[0]!['n'])
  const purchase = async (user_id: string, transaction_id: string, value: number): Promise<void> => {
    const body = { event_id: transaction_id, user_id, transaction_id, value, currency: 'EUR' }
    // As every producer, it sends again after a 503: the event has an id.
    await until('the purchase is accepted', async () => {
      const { status } = await client.post('/v1/topics/purchase', body)
      assert.ok([200, 503].includes(status), `status ${status}`)
      return status === 200
    })
  }

  it('stop an action that triggers itself, and keep firing the others', async () => {
    await purchase('u-loop', 'T-loop', 900)
    await until('the chain has ended', async () => {
      // Another action of the same event can be withheld first.
      const ended = "action = 'big_purchase' AND reason = 'chain_too_long'"
      return (await count(`SELECT COUNT(*) AS n FROM action_firings WHERE ${ended}`)) > 0
    })
    const hops = await client.query(
      "SELECT hop, outcome FROM action_firings WHERE action = 'big_purchase' GROUP BY hop, outcome ORDER BY hop",
    )
    assert.deepEqual(
      hops.map(({ outcome }) => outcome),
      [...hops.slice(1).map(() => 'fired'), 'withheld'],
    )
    assert.ok(hops.length >= 3, `the action fired ${hops.length - 1} times`)
    assert.ok(Number(hops.at(-1)!['hop']) > maxHops)
    const stored = "SELECT COUNT(*) AS n FROM events WHERE user_id = 'u-loop'"
    const before = await count(stored)
    assert.equal(before, hops.length)

    // Another person buys three times, at a low value, which triggers the other action.
    for (const order of [1, 2, 3]) await purchase('u-often', `T-often-${order}`, 20)
    const received = await until('the other action has fired', async () =>
      (await client.received()).find(({ url, body }) => url === '/ops' && body.includes('u-often')),
    )
    const { event_name, user_id, event_data } = JSON.parse(received.body) as Record<string, unknown>
    assert.deepEqual([event_name, user_id], ['repeat_buyer', 'u-often'])
    assert.deepEqual(event_data, { count_purchase: 3, sum_purchase_value: 60, currency: 'EUR' })
    assert.equal(await count(stored), before, 'the chain goes on')
  })

  it('record each firing in deliveries, and break no promise', async () => {
    const deliveries = await until('its outcome is written', async () => {
      const rows = await client.query(
        "SELECT source, outcome, event_id = replay_id AS same FROM deliveries WHERE event_name = 'repeat_buyer'",
      )
      return rows.length > 0 && rows
    })
    for (const row of deliveries)
      assert.deepEqual(row, { source: 'repeat_buyer', outcome: 'delivered', same: 'true' })
    for (const { day, destination, ...promises } of await client.query('SELECT * FROM reconciliation'))
      for (const [promise, broken] of Object.entries(promises))
        assert.equal(broken, '0', `${promise} of ${String(destination)} on ${String(day)}`)
  })

  it('fire as many times as a back-test counts afterwards', async () => {
    const next = randomFrom(7)
    const rounds = Array.from({ length: 60 }, () => Math.floor(next() * 6))
    let orders = await count('SELECT COUNT(*) AS n FROM purchase')
    // The purchases of one person are sequential, those of different people concurrent.
    for (let round = 1; round <= Math.max(...rounds); round++) {
      const buying = [...rounds.keys()].filter((user) => rounds[user]! >= round)
      await Promise.all(
        buying.map((user) => purchase(`u-${user}`, `T-${user}-${round}`, Math.round(next() * 400_00) / 100)),
      )
      orders += buying.length
      await until(
        'they are stored',
        async () => (await count('SELECT COUNT(*) AS n FROM purchase')) === orders,
      )
    }
    const evaluated = "SELECT COUNT(DISTINCT event_id) AS n FROM action_firings WHERE action = 'repeat_buyer'"
    await until('each is evaluated', async () => (await count(evaluated)) === orders)
    const run = await ask({ action: 'repeat_buyer', dry_run: true, days: 1 })
    const fired =
      "SELECT COUNT(DISTINCT firing_id) AS n FROM action_firings WHERE action = 'repeat_buyer' AND outcome = 'fired'"
    assert.equal(run.firings, await count(fired))
    const expected = rounds.filter((orders) => orders >= 3).length + 2
    assert.equal(run.firings, expected)
    assert.equal(run.examples.length, 10)
  })

  /** Publishes a request and waits for the result of the run. */
  const ask = async (request: object): Promise<BackTest> => {
    const { pubsubHost, project } = stack.facts
    const token = tokenOf(stack.facts, 'operator')
    const message = {
      data: Buffer.from(JSON.stringify(request)).toString('base64'),
      attributes: { kind: 'action' },
    }
    const response = await fetch(`http://${pubsubHost}/v1/projects/${project}/topics/runs:publish`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [message] }),
    })
    const text = await response.text()
    assert.equal(response.status, 200, text)
    const { messageIds } = JSON.parse(text) as { messageIds: readonly string[] }
    const [row] = await until('the run has ended', async () => {
      const rows = await client.query(
        `SELECT state, reason, TO_JSON_STRING(result) AS result FROM runs WHERE run_id = '${messageIds[0]}' AND finished_at IS NOT NULL`,
      )
      return rows.length > 0 && rows
    })
    assert.equal(row!['state'], 'finished', String(row!['reason']))
    return JSON.parse(String(row!['result'])) as BackTest
  }
})
