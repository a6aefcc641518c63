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
  /** Arrivals of a run at the third party, in milliseconds since `from`, in order. */
  const arrivalsSince = async (path: string, from: number): Promise<readonly number[]> =>
    (await stack.client.received())
      .filter(({ url, time }) => url === `/${path}` && Date.parse(time) >= from)
      .map(({ time }) => Date.parse(time) - from)
      .toSorted((a, b) => a - b)

  it('is not spent on events that are restricted', async () => {
    // Restricted ones lie before, between and after those that are sent.
    await post(events(200, 'article', 'article'))
    await refuse('shop', events(20, 'product', 'product'), 'product')
    await post(events(200, 'blog', 'article'))
    await until('all are stored', async () => {
      const [row] = await stack.client.query('SELECT COUNT(DISTINCT event_id) AS n FROM events')
      return Number(row!['n']) === 420
    })
    const askedAt = Date.now()
    const id = await stack.ask('replay', { destination: 'shop', ...always, rate: 5 })
    const { counts, result, started_at, finished_at } = (await stack.ended(id)) as Awaited<
      ReturnType<typeof stack.ended>
    > & { started_at: string }
    assert.deepEqual(counts, { selected: 420, sent: 20, restricted: 400, skipped: 0 })
    assert.deepEqual(result?.['not_sent'], { 'restricted: no_permit': 400 })
    const seconds = (Date.parse(finished_at!) - Date.parse(started_at)) / 1000
    // 420 events would take 84 seconds at five a second.
    assert.ok(seconds < 30, `the run took ${seconds} s`)
    const arrived = await arrivalsSince('shop', askedAt)
    assert.equal(arrived.length, 20)
    // Lost time is made up for at 1.25 times the rate: 19 × 160 ms. Latency only adds to it.
    assert.ok(arrived.at(-1)! >= 19 * 160, `20 events within ${arrived.at(-1)} ms at 5 a second`)
  })

  it('is not exceeded by five percent and used to 95 percent, while the progress is saved', async () => {
    const [count, rate] = [120, 5]
    await refuse('crm', events(count, 'many', 'product'), 'many')
    const askedAt = Date.now()
    const id = await stack.ask('replay', {
      destination: 'crm',
      ...always,
      rate,
      where: "event_id LIKE 'many-%'",
    })
    const { counts } = await stack.ended(id)
    assert.equal(counts['sent'], count)
    const arrived = await arrivalsSince('crm', askedAt)
    assert.equal(arrived.length, count)

    // Another process may delay events on their way, and then they arrive close together. No delay lets one arrive before its turn, and no event
    // of a steady run is delayed less than the quickest one of the first two seconds.
    const start = Math.min(...arrived.slice(0, 2 * rate).map((ms, n) => ms - (n / rate) * 1000))
    for (const [n, ms] of arrived.entries())
      assert.ok(
        n < 5 * rate || n <= 1.05 * rate * ((ms - start) / 1000) + 1,
        `${n} events after the first within ${ms - start} ms, at ${rate} a second`,
      )
    // Other processes leave the run alone for at least ten seconds, in which it saves its progress.
    const shortest = Math.min(...arrived.slice(10 * rate).map((ms, n) => ms - arrived[n]!))
    assert.ok(shortest <= 10_000 / 0.95, `never ${10 * rate} events within ${shortest} ms`)
  })
})
