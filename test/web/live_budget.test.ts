/** Web tests: the live view of events keeps to its budget: at most 200 MB a minute, 2 GB in all, ten minutes. */
import assert from 'node:assert/strict'
import { useBrowserAndStack, openPage, textOf, violationsOf } from '../support/browser.ts'
import { press, says } from '../support/page.ts'
import { billedFor, bytesLeft, endAfter, intervalAfter, liveLimits } from '../../schemas/live_budget.ts'

const megabyte = 1024 ** 2
const gigabyte = 1024 ** 3

describe('the budget of a live view', () => {
  // https://cloud.google.com/bigquery/pricing#on_demand_pricing
  it('counts what BigQuery bills: whole megabytes, at least ten for each query', () => {
    assert.equal(billedFor([0], false), 10 * megabyte)
    assert.equal(billedFor([10 * megabyte + 1], false), 11 * megabyte)
    assert.equal(billedFor([1, 20 * megabyte, 300_000], false), 40 * megabyte)
    assert.equal(billedFor([1, 300_000], true), 300_001)
  })

  it('looks every 5 s at the least cost, every 2 s if nothing is billed, and at 200 MB once a minute', () => {
    const seconds = (billed: number, isFree = false) => Math.round(intervalAfter(billed, isFree) / 1000)
    assert.equal(seconds(10 * megabyte), 5)
    assert.equal(seconds(0, true), 2)
    assert.equal(seconds(200 * megabyte), 60)
    assert.equal(seconds(gigabyte), 307)
  })

  it('is never billed more than 200 MB a minute, whatever the looks read', () => {
    for (const bytes of [0, 1, 9, 10, 17, 40, 100, 700].map((size) => size * megabyte)) {
      let [ms, billed] = [0, 0]
      for (let look = 0; look < 30; look++) {
        // Every third look reads outcomes with two more queries.
        const reads = look % liveLimits.outcomesEvery === 0 ? [bytes, bytes, bytes] : [bytes]
        const now = billedFor(reads, false)
        billed += now
        ms += intervalAfter(now, false)
      }
      assert.ok((billed / ms) * 60_000 <= 200 * megabyte + 1, `${bytes} bytes a look`)
    }
  })

  it('ends at 2 GB, when no further query fits, or after ten minutes', () => {
    assert.equal(endAfter(2 * gigabyte - 10 * megabyte, 0), undefined)
    assert.equal(endAfter(2 * gigabyte - 9 * megabyte, 0), 'bytes')
    assert.equal(endAfter(0, 10 * 60_000), 'time')
    assert.deepEqual([bytesLeft(0), bytesLeft(3 * gigabyte)], [2 * gigabyte, 0])
  })
})

describe('a live view of much data', () => {
  const { browser, stack } = useBrowserAndStack()

  /** Opens the page with answers that say to have read many bytes. What waits for a minute or more waits for the test. */
  const openWith = async (bytes: number) => {
    const watched = await openPage(browser(), 'about:blank')
    const { page } = watched
    await page.evaluateOnNewDocument(() => {
      const waits: { run: () => void; ms: number }[] = []
      const start = window.setTimeout.bind(window)
      Object.assign(window, { waits })
      window.setTimeout = ((run: () => void, ms = 0) =>
        ms < 60_000 ? start(run, ms) : waits.push({ run, ms })) as typeof window.setTimeout
    })
    const limits: number[] = []
    await page.setRequestInterception(true)
    page.on('request', (request) => {
      const body = request.postData() ?? ''
      if (!body.includes('"latest_events"')) return void request.continue()
      limits.push((JSON.parse(body) as { maxBytes: number }).maxBytes)
      return void request.respond({
        status: 200,
        contentType: 'application/json',
        body: JSON.stringify({ rows: [], bytes, truncated: false }),
      })
    })
    await page.goto(new URL('/console/events', stack().facts.consoleUrl).href)
    await says(page, 'No event was received')
    return { ...watched, limits }
  }

  it('says what it costs, looks less often, and stops at 2 GB', async () => {
    const { page, limits, complaints } = await openWith(500 * megabyte)
    await press(page, 'Live')
    await says(page, 'looks for new events every 150 s')
    await says(page, '500 MB read so far, at most 200 MB a minute; it ends after 2 GB or ten minutes.')
    await says(page, 'With one event type it reads less.')
    for (const total of ['1,000 MB', '1.46 GB', '1.95 GB']) {
      await page.evaluate(() => (Reflect.get(window, 'waits') as { run: () => void }[]).pop()!.run())
      await says(page, `${total} read so far`)
    }
    // BigQuery refuses a look that would read more than what is left, so the next one is free.
    assert.deepEqual(limits, [gigabyte, gigabyte, gigabyte, 548 * megabyte])
    assert.deepEqual(await violationsOf(page), [])
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('ends without a further look when nothing is left, and goes on by a button', async () => {
    const { page, limits } = await openWith(1020 * megabyte)
    await press(page, 'Live')
    await says(page, '1,020 MB read so far')
    await page.evaluate(() => (Reflect.get(window, 'waits') as { run: () => void }[]).pop()!.run())
    await says(page, 'Live has ended')
    assert.deepEqual(await page.evaluate(() => Reflect.get(window, 'waits')), [])
    assert.equal((await textOf(page, '.notice button'))[0], 'Go on')
    await press(page, 'Go on')
    await says(page, '1,020 MB read so far')
    assert.equal(limits.length, 3)
    await page.close()
  })
})
