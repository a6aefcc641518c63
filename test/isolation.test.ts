/** Isolation: destinations that hang, fail or throttle do not affect healthy ones, and lose no event themselves. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { clientOf, type Client } from './support/client.ts'
import { TestStack } from './support/stack.ts'
import { until } from './support/until.ts'
import { webhookTo } from './support/webhook.ts'

const destinations = ['first', 'second', 'hanging', 'failing', 'throttling'] as const
const healthy = ['first', 'second'] as const

const config = {
  'gcp:project': 'sluice-local',
  'sluice:delivery': { maxAttempts: 100, minimumBackoff: '0.1s', maximumBackoff: '1s' },
  'sluice:destinations': {
    ...Object.fromEntries(destinations.map((id) => [id, webhookTo(id)])),
    // With the rights of `forward`, its instances share a rate.
    second: webhookTo('second', { requests_per_second: 100 }),
  },
}

describe('isolation', () => {
  let stack: TestStack
  let client: Client

  before(async () => {
    stack = await TestStack.start(config)
    client = clientOf(stack.facts)
  })
  after(() => stack.remove())

  const delivered = async (destination: string): Promise<number> => {
    const [row] = await client.query(
      `SELECT COUNT(*) AS n FROM delivery_state WHERE destination = '${destination}' AND outcome = 'delivered'`,
    )
    return Number(row!['n'])
  }

  it('healthy destinations get each event once while three others fail; those get all events after they recover', async () => {
    await client.thirdPartyAnswers({ path: '/hanging', behavior: 'hang' })
    await client.thirdPartyAnswers({ path: '/failing', status: 503 })
    await client.thirdPartyAnswers({ path: '/throttling', status: 429, retryAfter: 1 })
    const ids = Array.from({ length: 60 }, () => randomUUID())
    const responses = await Promise.all(
      ids.map((event_id) => client.post('/v1/topics/view_content', { event_id, content_name: 'An article' })),
    )
    for (const { status } of responses) assert.equal(status, 200)

    for (const destination of healthy) {
      await until(`${destination} has every event`, async () => (await delivered(destination)) === ids.length)
    }
    for (const destination of ['hanging', 'failing', 'throttling']) {
      assert.equal(await delivered(destination), 0, destination)
    }

    await client.thirdPartyAnswers(undefined)
    for (const destination of destinations) {
      await until(`${destination} has every event`, async () => (await delivered(destination)) === ids.length)
    }
    const calls = await client.received()
    for (const destination of healthy) {
      const got = calls
        .filter(({ url }) => url === `/${destination}`)
        .map(({ headers }) => headers['webhook-id']!)
      assert.deepEqual(got.toSorted(), ids.toSorted(), `${destination} did not get each event exactly once`)
    }
  })
})
