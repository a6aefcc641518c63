/** People through the whole stack: the worked example of docs/people.md, and what an erasure leaves. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { ReplayStack } from '../replay/stack.ts'
import { webhookTo } from '../support/webhook.ts'
import { Past } from './past.ts'

type Fields = Readonly<Record<string, unknown>>

const page = readFileSync(new URL('../../docs/people.md', import.meta.url), 'utf8')
const example = page.slice(page.indexOf('### Example'), page.indexOf('## Amounts'))
const json = [...example.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => JSON.parse(text!) as unknown)
const sql = /```sql\n([\s\S]*?)```/.exec(example)![1]!
const rule = /when: (event\.event_name == 'purchase' && .*)/.exec(page)![1]!
const [visit, login, order, repeated] = json as unknown as readonly [Fields, Fields, Fields, Fields]
const [people, delivered] = json.slice(4) as unknown as readonly [readonly Fields[], Fields]

const rules = [
  { id: 'permit_purchases', effect: 'permit', when: "event.event_name == 'purchase'" },
  { id: 'only_conversions', effect: 'restrict', when: rule },
]

describe('people through the whole stack', function () {
  this.timeout(300_000)
  let stack: ReplayStack
  let past: Past

  before(async () => {
    stack = await ReplayStack.start(
      { ads: webhookTo('ads', { rules }) },
      { 'sluice:syncs': { conversions: { destination: 'ads', paused: true } } },
    )
    past = new Past(stack.client)
  })
  after(() => stack.stack.remove())

  const bodies = async (): Promise<readonly Fields[]> =>
    (await stack.client.received()).map(({ body }) => JSON.parse(body) as Fields)

  it('the example of docs/people.md', async () => {
    await past.post(30, visit)
    await past.post(6, login)
    await past.post(2, order, repeated)
    assert.deepEqual(await bodies(), [], 'no stored purchase is sent')
    assert.equal((await stack.done('people', {})).state, 'finished')
    assert.deepEqual(await stack.client.query(sql), people)
    const first = await stack.done('sync', { sync: 'conversions' })
    assert.deepEqual([first.state, first.counts['delivered']], ['finished', 1])
    const [body, ...others] = await bodies()
    assert.deepEqual(others, [])
    const { event_data: data, ...fields } = delivered
    assert.deepEqual({ ...body, ...fields }, body)
    assert.deepEqual(body!['event_data'], data)
    const second = await stack.done('sync', { sync: 'conversions' })
    assert.deepEqual([second.counts['sent'], second.counts['unchanged']], [0, 1])
    assert.equal((await bodies()).length, 1)
  })

  it('an erasure removes the person from identity_links, people and the state of the sync', async () => {
    const subject = { user_id: 'u-1815', email: 'ada@example.com', anonymous_id: 'anon-7f3a91' }
    assert.equal((await stack.done('erasure', { subject })).state, 'finished')
    for (const table of ['identity_links', 'people', 'last_click'])
      assert.deepEqual(await stack.client.query(`SELECT * FROM ${table}`), [], table)
    const [left] = await stack.client.query(
      "SELECT COUNT(*) AS n FROM events WHERE event_name = 'purchase' AND user_id = 'u-1815'",
    )
    assert.equal(Number(left!['n']), 0)
  })
})
