/** Third-party recorder: checks its page in a browser, and switching behaviors there. */
import assert from 'node:assert/strict'
import type { Page } from 'puppeteer-core'
import { serveThirdParty, type ThirdParty } from '../../../local/third_party/server.ts'
import { openPage, useBrowser, violationsOf, type Watched } from '../../support/browser.ts'
import { reads } from '../../support/page.ts'
import { until } from '../../support/until.ts'

const meta = '/graph.facebook.com/v25.0/1/events'

describe('the page of the third-party recorder in a browser', () => {
  const browser = useBrowser()
  let thirdParty: ThirdParty
  let watched: Watched
  let page: Page

  beforeEach(async () => {
    thirdParty = await serveThirdParty({ port: 0 })
    watched = await openPage(browser(), thirdParty.url)
    page = watched.page
  })
  afterEach(async () => {
    await page.close()
    await thirdParty.close()
  })

  const post = (url: string, body: object, headers = {}) =>
    fetch(thirdParty.url + url, { method: 'POST', headers, body: JSON.stringify(body) })
  const answers = async (): Promise<unknown> =>
    JSON.parse(await (await fetch(`${thirdParty.url}/answer`)).text())
  /** Returns the text of each element as one line. */
  const textsOf = (selector: string): Promise<string[]> =>
    page.$$eval(selector, (found) =>
      found.map((each) => (each as HTMLElement).innerText.replace(/\s+/g, ' ').trim()),
    )
  /** Returns name, numbers and last answer of each recipient. */
  const rows = () =>
    page.$$eval('.parties tbody tr', (found) =>
      found.map((row) =>
        [...row.querySelectorAll<HTMLElement>('th, .number, .status')]
          .map((each) => each.innerText.replace(/\s+/g, ' ').trim())
          .join(' '),
      ),
    )
  const callTwo = async () => {
    await post(meta, { data: [{ event_id: 'e-1' }, { event_id: 'e-2' }] })
    await post('/webhook', { event_name: 'login' })
    await reads(rows, ['/webhook 1 – answered 200', 'Meta graph.facebook.com 1 2 answered 200'])
  }

  it('shows the recipients, and the vendor and behavior of each request', async () => {
    await callTwo()
    await post(meta, { data: [] })
    const last = 'Meta graph.facebook.com 2 2 answered 400'
    await until('the third is shown', async () => (await rows())[1] === last)
    const [newest = ''] = await textsOf('#requests summary')
    assert.match(newest, /POST Meta \/graph\.facebook\.com\/v25\.0\/1\/events 0 events invalid answered 400$/)
    assert.deepEqual(watched.complaints, [])
  })

  it('switches one recipient by keyboard, and the select keeps the focus while its row changes', async () => {
    await callTwo()
    await page.focus('select[aria-label="Meta answers with"]')
    // One letter, because a select starts a new search after a second without a key.
    await page.keyboard.press('T')
    await until('Meta throttles', async () => JSON.stringify(await answers()).includes('throttle'))
    assert.deepEqual(await answers(), [{ behavior: 'throttle', path: '/graph.facebook.com' }])
    assert.equal((await post(meta, { data: [{}] })).status, 400)
    await until('the answer is shown', async () => (await rows())[1]?.endsWith('400'))
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      'Meta answers with',
    )
    await page.keyboard.press('Home')
    await until('all is as before', async () => JSON.stringify(await answers()) === '[]')
  })

  it('switches all recipients except those that were switched separately', async () => {
    await callTwo()
    await page.click('#presets [data-behavior="down"]')
    const behaviors = () => page.$$eval('.parties select', (found) => found.map(({ value }) => value))
    await until('all are down', async () => (await behaviors()).join() === 'down,down')
    await page.select('select[aria-label="Meta answers with"]', 'success')
    await until('Meta is not', async () => JSON.stringify(await answers()).includes('success'))
    assert.equal((await post(meta, { data: [{}] })).status, 200)
    assert.equal((await post('/webhook', {})).status, 503)
    await page.click('#presets [data-behavior="success"]')
    await until('all accept again', async () => (await behaviors()).join() === 'success,success')
    assert.deepEqual(await answers(), [{ behavior: 'success', path: '/graph.facebook.com' }])
  })

  it('filters the requests of a clicked recipient, and removes the filter', async () => {
    await callTwo()
    const shown = () => page.$$eval('#requests > li', (found) => found.filter((each) => !each.hidden).length)
    await page.click('button[title="Show the requests of Meta"]')
    assert.equal(await shown(), 1)
    await page.click('button[title="Show the requests of Meta"]')
    assert.equal(await shown(), 2)
  })

  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [1280, 380]) {
      it(`violates no accessibility rule, ${scheme}, at ${width} pixels`, async () => {
        await page.close()
        watched = await openPage(browser(), thirdParty.url, { scheme, width })
        page = watched.page
        await callTwo()
        await page.select('select[aria-label="Meta answers with"]', 'partial')
        await until('it is set', async () => (await textsOf('#rules li')).length === 1)
        await page.click('.custom > summary')
        await page.click('#requests summary')
        await page.waitForSelector('#requests .detail')
        assert.deepEqual(await violationsOf(page), [])
        const [whole, visible] = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          window.innerWidth,
        ])
        assert.ok(whole! <= visible!, `${whole} pixels do not fit into ${visible}`)
      })
    }
  }
})
