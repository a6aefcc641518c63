/** Replay: the rate counts what reaches the third party, and is kept across pages and saves of the progress. */
import assert from 'node:assert/strict'
import { until } from '../support/until.ts'
import { always, ReplayStack, webhook } from './stack.ts'

const destinations = {
  crm: webhook('crm'),
  shop: webhook('shop', "event.event_data.content_type == 'product'"),
}

function events(count: number, name: string, content_type: string): readonly object[] {
  return Array.from({ length: count }, (_, n) => ({
    event_id: `${name}-${String(n).padStart(4, '0')}`,
    user_id: 'u-1',
    content_type,
    content_name: name,
  }))
}

describe('the rate of a replay', function () {
  this.timeout(180_000)
  let stack: ReplayStack
  before(async () => {
    stack = await ReplayStack.start(destinations)
  })
  after(() => stack.stack.remove())

  const post = async (list: readonly object[]): Promise<void> => {
    const { status } = await stack.client.post('/v1/topics/view_content', list)
    assert.equal(status, 200)
  }
  const refuse = async (path: string, list: readonly object[], name: string): Promise<void> => {
    await stack.client.thirdPartyAnswers({ path: `/${path}`, status: 400 })
    await post(list)
    await until(`all ${name} are refused`, async () => {
      const [row] = await stack.client.query(
        `SELECT COUNT(DISTINCT event_id) AS n FROM deliveries WHERE destination = '${path}' AND outcome = 'refused' AND event_id LIKE '${name}-%'`,
      )
      return Number(row!['n']) === list.length
    })
    await stack.client.thirdPartyAnswers(undefined)
  }
  /** Seconds between the first and the last attempt of a run that reached the third party. */
  const span = async (run: string): Promise<number> => {
    const [row] = await stack.client.query(
      `SELECT TIMESTAMP_DIFF(MAX(settled_at), MIN(settled_at), MILLISECOND) AS ms FROM deliveries WHERE replay_id = '${run}' AND outcome = 'delivered'`,
    )
    return Number(row!['ms']) / 1000
  }

  it('is not spent on events that are restricted', async () => {
    // Restricted ones lie before, between and after those that are sent.
    await post(events(200, 'article', 'article'))
    await refuse('shop', events(20, 'product', 'product'), 'product')
    await post(events(200, 'blog', 'article'))
    await until('all are stored', async () => {
      const [row] = await stack.client.query('SELECT COUNT(DISTINCT event_id) AS n FROM events')
      return Number(row!['n']) === 420
    })
    const id = await stack.ask('replay', { destination: 'shop', ...always, rate: 10 })
    const { counts, result, started_at, finished_at } = (await stack.ended(id)) as Awaited<
      ReturnType<typeof stack.ended>
    > & { started_at: string }
    assert.deepEqual(counts, { selected: 420, sent: 20, restricted: 400, skipped: 0 })
    assert.deepEqual(result?.['not_sent'], { 'restricted: no_permit': 400 })
    const seconds = (Date.parse(finished_at!) - Date.parse(started_at)) / 1000
    // 420 events would take 42 seconds at ten a second.
    assert.ok(seconds < 15, `the run took ${seconds} s`)
    const sending = await span(id)
    // Lost time is made up for at 1.25 times the rate: 19 × 80 ms; and the first attempt may take longer than the last.
    assert.ok(sending >= 1.3, `20 events within ${sending} s at 10 a second`)
  })

  // The five percent are held by pace.test.ts, whose clock no other process slows.
  it('is not exceeded by five percent, and kept while the progress is saved', async () => {
    await refuse('crm', events(250, 'many', 'product'), 'many')
    const id = await stack.ask('replay', {
      destination: 'crm',
      ...always,
      rate: 30,
      where: "event_id LIKE 'many-%'",
    })
    const { counts } = await stack.ended(id)
    assert.equal(counts['sent'], 250)
    const seconds = await span(id)
    const expected = 249 / 30
    assert.ok(
      seconds >= expected * 0.95 && seconds <= expected * 1.3,
      `250 events in ${seconds} s; expected ${expected} s`,
    )
  })
})
