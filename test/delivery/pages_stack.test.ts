/** Pages through the whole stack: from topic `stored` to a segment at the third-party recorder, with a row in `deliveries` for each person. */
import assert from 'node:assert/strict'
import type { PageRow } from '../../functions/bus/page.ts'
import { clientOf, type Client } from '../support/client.ts'
import { listOfVips, pageRow, publishPage } from '../support/list_page.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'

const config = {
  'gcp:project': 'sluice-local',
  'sluice:delivery': { maxAttempts: 5, minimumBackoff: '0.05s', maximumBackoff: '0.2s' },
  'sluice:destinations': {
    vip: listOfVips,
  },
}

const segment = '/track.customer.io/api/v1/segments/1042'

describe('pages of a list through the whole stack', function () {
  this.timeout(300_000)
  let stack: TestStack
  let client: Client

  before(async () => {
    stack = await TestStack.start(config)
    client = clientOf(stack.facts)
  })
  after(() => stack.remove())
  afterEach(async () => {
    await client.thirdPartyAnswers(undefined)
    await recorder('/requests', 'DELETE')
  })

  const recorder = (path: string, method = 'GET') => fetch(`${stack.facts.thirdPartyUrl}${path}`, { method })

  const publish = (run: string, rows: readonly PageRow[]) =>
    publishPage(stack.facts, { run, destination: 'vip', rows })

  /** The final outcomes of a run: `delivered 600`. Each row must have one. */
  const ended = async (run: string): Promise<readonly string[]> => {
    const rows = await client.query(
      `SELECT outcome, COUNT(*) AS n, COUNT(DISTINCT event_id) AS events FROM deliveries
      WHERE replay_id = '${run}' AND outcome != 'deferred' GROUP BY outcome ORDER BY outcome`,
    )
    for (const { n, events } of rows) assert.equal(n, events, 'a row has two outcomes')
    return rows.map(({ outcome, n }) => `${String(outcome)} ${String(n)}`)
  }

  const untilEnded = (run: string, expected: readonly string[]) =>
    until(`run ${run} has ended as ${expected.join(', ')}`, async () => {
      const found = await ended(run)
      return found.join() === expected.join()
    })

  const members = async (): Promise<number> => {
    const lists = (await (await recorder('/members')).json()) as Readonly<Record<string, readonly string[]>>
    return lists['Customer.io 1042']?.length ?? 0
  }

  it('a page of a thousand rows is one request of a thousand ids and a thousand outcomes', async () => {
    await publish(
      'r-1',
      Array.from({ length: 1000 }, (_, n) => pageRow(`a-${n}`, 'added', `u-${n}`)),
    )
    await untilEnded('r-1', ['delivered 1000'])
    const requests = await client.received()
    assert.deepEqual(
      requests.map(({ url, body }) => [url, (JSON.parse(body) as { ids: readonly string[] }).ids.length]),
      [[`${segment}/add_customers?id_type=id`, 1000]],
    )
    assert.equal(await members(), 1000)
  })

  it('a page whose removals are throttled is redelivered, and its additions are sent once', async () => {
    await client.thirdPartyAnswers({ path: `${segment}/remove_customers`, status: 503, times: 2 })
    const added = Array.from({ length: 500 }, (_, n) => pageRow(`b-${n}`, 'added', `v-${n}`))
    await publish('r-2', [
      ...added,
      ...Array.from({ length: 500 }, (_, n) => pageRow(`c-${n}`, 'removed', `u-${n}`)),
    ])
    await untilEnded('r-2', ['delivered 1000'])
    assert.equal(await members(), 1000)
    const additions = (await client.received()).filter(({ url }) => url.includes('add_customers'))
    assert.equal(additions.length, 1)
  })

  it('a page that is dead-lettered gives an outcome to each row that has none', async () => {
    await client.thirdPartyAnswers({ path: `${segment}/remove_customers`, status: 503 })
    const added = Array.from({ length: 30 }, (_, n) => pageRow(`d-${n}`, 'added', `w-${n}`))
    await publish('r-3', [
      ...added,
      ...Array.from({ length: 20 }, (_, n) => pageRow(`f-${n}`, 'removed', `v-${n}`)),
    ])
    await untilEnded('r-3', ['dead 20', 'delivered 30'])
    const [letter] = await client.query(
      'SELECT destination, COUNT(*) AS n FROM dead_letters GROUP BY destination',
    )
    assert.deepEqual(letter, { destination: 'vip', n: '1' })
  })
})
