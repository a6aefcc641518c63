/** Drain mode: where a destination asks for it, the events of a key arrive in their order, through faults and kills of both worker pools. */
import { setTimeout as wait } from 'node:timers/promises'
import { assertInOrder, numbersByKey, sendInOrder, type Send } from '../ordering/sequences.ts'
import { clientOf, type Client } from '../support/client.ts'
import { TestStack } from '../support/stack.ts'
import { timeoutMs, until } from '../support/until.ts'
import { webhookTo } from '../support/webhook.ts'
import { drained, killPool } from './pools.ts'

const keys = Array.from({ length: 20 }, (_, key) => `k${key}`)
const numbers = Array.from({ length: 10 }, (_, number) => number)

describe('ordering keys in drain mode', function () {
  this.timeout(400_000)
  let stack: TestStack
  let client: Client
  before(async () => {
    stack = await TestStack.start({
      'gcp:project': 'sluice-local',
      'sluice:delivery': { maxAttempts: 100, minimumBackoff: '0.1s', maximumBackoff: '0.3s' },
      'sluice:ordering': { from: '2026-01-01T00:00:00Z', drained: true },
      'sluice:drain': drained,
      'sluice:destinations': { ordered: webhookTo('ordered', { ordered: true }) },
    })
    client = clientOf(stack.facts)
  })
  after(() => stack?.remove())

  const send: Send = async (key, event) => {
    const { ok, body } = await client.post(`/v1/topics/view_content?orderingKey=${key}`, event)
    await body?.cancel()
    return ok
  }

  it('hold from the front door to the third party, through faults and kills', async () => {
    const sending = sendInOrder(keys, numbers, [send])
    for (let round = 0; round < 2; round++) {
      await client.thirdPartyAnswers({ path: '/ordered', status: 503, times: 10 })
      await client.faults({ insertAll: { status: 503, reason: 'backendError', times: 3 } })
      await wait(1500)
      for (const name of ['forward', 'store'] as const)
        await until(`the pool ${name} runs`, () => killPool(stack.pid, name))
    }
    await sending
    await client.thirdPartyAnswers(undefined)
    const total = keys.length * numbers.length
    await until(
      'every event is delivered',
      async () => {
        const [row] = await client.query(
          `SELECT COUNT(DISTINCT event_id) AS n FROM deliveries WHERE outcome = 'delivered'`,
        )
        return Number(row!['n']) === total
      },
      timeoutMs + 240_000,
    )
    const accepted = (await client.received()).filter(({ url }) => url === '/ordered')
    assertInOrder(numbersByKey(accepted, 'ordered'), keys, numbers)
  })
})
