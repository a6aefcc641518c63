/** A list of people through the whole stack, to a vendor: the worked example of docs/audiences.md; who leaves and comes back, also over a kill; and
 * what an erasure leaves. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { ReplayStack } from '../replay/stack.ts'
import { until } from '../support/until.ts'

type Fields = Readonly<Record<string, unknown>>

const page = readFileSync(new URL('../../docs/audiences.md', import.meta.url), 'utf8')
const blocks = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => JSON.parse(text!) as Fields[])
const [orders, news, members] = blocks as [Fields[], Fields[], Fields[]]
const sql = /```sql\n([\s\S]*?)```/.exec(page)![1]!
const rule = /when: (.*)/.exec(page)![1]!

const winBack = {
  target: 'customerio_segment',
  settings: { list_id: '7', site_id: 'a1b2c3d4e5f6a7b8c9d0' },
  secrets: { api_key: 'key' },
  rules: [{ id: 'members', effect: 'permit', when: rule }],
}

const granted = { ad_user_data: 'granted' }

function order(user_id: string, transaction_id: string, more: object = {}): Fields {
  return { event_name: 'purchase', user_id, transaction_id, value: 5, currency: 'EUR', ...more }
}

describe('a list of people through the whole stack', function () {
  this.timeout(300_000)
  let stack: ReplayStack
  let stored = 0

  before(async () => {
    const paused = { destinations: ['win_back'], paused: true }
    stack = await ReplayStack.start({ win_back: winBack }, { 'sluice:syncs': { lapsed_customers: paused } })
  })
  after(() => stack.stack.remove())

  const post = async (events: readonly Fields[]): Promise<void> => {
    assert.equal((await stack.client.post('/v1/topics/events', events)).status, 200)
    stored += events.length
    await until('the events are stored', async () => {
      const [row] = await stack.client.query('SELECT COUNT(*) AS n FROM events')
      return Number(row!['n']) >= stored
    })
  }
  const sync = (more: object = {}) => stack.done('sync', { sync: 'lapsed_customers', ...more })
  /** The members of the segment at the vendor. */
  const listed = async (): Promise<readonly string[]> => {
    const response = await fetch(`${stack.stack.facts.thirdPartyUrl}/members`)
    return ((await response.json()) as Record<string, readonly string[]>)['Customer.io 7'] ?? []
  }
  /** The calls since the last time: `add u-1 u-2`. */
  const calls = async (): Promise<readonly string[]> => {
    const requests = await stack.client.received()
    await fetch(`${stack.stack.facts.thirdPartyUrl}/requests`, { method: 'DELETE' })
    return requests.map(({ url, body }) => {
      const operation = /segments\/7\/(add|remove)_customers\?id_type=id$/.exec(url)![1]!
      return [operation, ...(JSON.parse(body) as { ids: string[] }).ids.toSorted()].join(' ')
    })
  }

  it('the example of docs/audiences.md', async () => {
    await post(orders)
    assert.equal((await sync()).state, 'finished')
    assert.deepEqual(await calls(), ['add u-1815 u-1906'])

    await post(news)
    const blocked = await sync()
    assert.deepEqual([blocked.state, blocked.reason!.split(':')[0]], ['blocked', 'too_many_removed'])
    assert.deepEqual(await calls(), ['remove u-1906'])
    assert.deepEqual(await stack.client.query(sql), members)

    assert.equal((await sync({ accept_removals: true })).state, 'finished')
    assert.deepEqual(await calls(), ['remove u-1815'])
    assert.deepEqual(await listed(), [])
  })

  it('has exactly the people of the model when some leave and come back, also over a kill', async () => {
    const people = Array.from({ length: 20 }, (_, n) => `u-${10 + n}`)
    const lapsed = { event_time: '2026-03-14T09:26:53Z', consent: granted }
    await post(people.map((id) => order(id, `old-${id}`, lapsed)))
    const asked = await stack.ask('sync', { sync: 'lapsed_customers' })
    await until('the run works', async () => (await stack.run(asked)) !== undefined)
    await stack.crash()
    assert.equal((await stack.ended(asked)).state, 'finished')
    assert.deepEqual(await listed(), people)
    await calls()

    const leaving = people.slice(0, 3)
    await post(leaving.map((id) => order(id, `new-${id}`)))
    assert.equal((await sync()).state, 'finished')
    assert.deepEqual(await calls(), [`remove ${leaving.join(' ')}`])
    assert.deepEqual(await listed(), people.slice(3))

    const returning = leaving.slice(0, 2)
    await stack.client.arrange(
      `UPDATE events SET event_time = TIMESTAMP '2026-05-01 00:00:00 UTC'
WHERE user_id IN (${returning.map((id) => `'${id}'`).join(', ')}) AND received_at >= TIMESTAMP '2026-01-01 00:00:00 UTC'`,
    )
    assert.equal((await sync()).state, 'finished')
    assert.deepEqual(await calls(), [`add ${returning.join(' ')}`])
    assert.deepEqual(await listed(), [...returning, ...people.slice(3)])
    assert.equal((await sync()).counts['sent'], 0)
    const [state] = await stack.client.query(
      'SELECT COUNT(*) AS n FROM sync_state WHERE row_hash IS NOT NULL OR row_data IS NOT NULL',
    )
    assert.equal(Number(state!['n']), 19)
  })

  it('an erasure removes the person from the list, and says so in the receipt', async () => {
    const before = await listed()
    const erased = await stack.done('erasure', { subject: { user_id: 'u-20' } })
    assert.equal(erased.state, 'finished')
    assert.deepEqual((erased.result as { destinations: Fields }).destinations, {
      win_back: { removed_from_list: ['delivered'] },
    })
    assert.deepEqual(
      await listed(),
      before.filter((id) => id !== 'u-20'),
    )
  })
})
