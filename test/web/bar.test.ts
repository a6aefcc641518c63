/** Web tests: the bar: what the search finds by the shape of a text, the menu, the shortcuts of the keyboard, and hidden personal values. */
import assert from 'node:assert/strict'
import type { Page } from 'puppeteer-core'
import {
  openPage,
  tabStops,
  textOf,
  useBrowserAndStack,
  violationsOf,
  type Look,
} from '../support/browser.ts'
import { clientOf } from '../support/client.ts'
import { press, reads, says } from '../support/page.ts'
import { until } from '../support/until.ts'

const consent = { ad_user_data: 'granted', analytics_storage: 'granted' }

describe('the bar', () => {
  const { browser, stack } = useBrowserAndStack()
  const open = async (path = '/console/events', look: Look = {}) => {
    const watched = await openPage(browser(), new URL(path, stack().facts.consoleUrl).href, look)
    await watched.page.waitForSelector('#search')
    await watched.page.waitForSelector('main h1')
    return watched
  }
  const search = async (page: Page, text: string): Promise<void> => {
    await page.focus('#search')
    await page.type('#search', text)
    await page.keyboard.press('Enter')
  }
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.textContent?.replace(/\s+/g, ' ').trim())
  const focuses = (page: Page, pattern: RegExp) =>
    until(`the focus on ${pattern}`, async () => pattern.test((await focused(page)) ?? ''))
  const showsRows = (page: Page) =>
    until(
      'both rows with their outcomes',
      async () => (await textOf(page, '.events-list .pairs')).length === 2,
    )

  before(async () => {
    const client = clientOf(stack().facts)
    const order = { transaction_id: 'T-10042', value: 12, currency: 'EUR', consent }
    await client.post('/v1/topics/purchase', { user_id: 'u-1', email: 'Ada@acme.example', ...order })
    await client.post('/v1/topics/login', { user_id: 'u-2', phone: '+44 20 7123 4567', method: 'email' })
    await until('both are stored', async () => (await client.query('SELECT 1 FROM events')).length === 2)
  })

  it('shows the pages in their order, and the others in the menu', async () => {
    const { page } = await open()
    const tabs = await textOf(page, '.tabs a')
    assert.deepEqual(
      tabs.filter((title) => title !== 'Automations'),
      ['Overview', 'Events', 'Catalogue', 'Connections', 'Destinations', 'People'],
    )
    await page.click('.menu > button')
    assert.deepEqual(await violationsOf(page), [])
    for (const title of ['Creator', 'Quarantine', 'Dead letters', 'Alerts', 'What was changed'])
      assert.ok((await textOf(page, '.menu nav:not(.narrow) a')).includes(title), title)
    await page.keyboard.press('Escape')
    assert.equal(await page.$eval('#menu', (menu) => menu.checkVisibility()), false)
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Menu')
    await page.close()
  })

  it('has its pages in the menu when it is narrow', async () => {
    const { page } = await open('/console/events', { width: 390, zoom: 2, scheme: 'dark' })
    assert.equal(await page.$eval('.tabs', (tabs) => tabs.checkVisibility()), false)
    await page.click('.menu > button')
    const link = await page.waitForSelector('.menu .narrow a[href="/console/people"]')
    assert.deepEqual(await violationsOf(page), [])
    await link!.click()
    await says(page, 'What is known by an identifier')
    assert.equal(await page.$eval('#menu', (menu) => menu.checkVisibility()), false)
    await page.close()
  })

  it('finds an event, a person and an order by the shape of what was typed, and never in a query', async () => {
    const [row] = await clientOf(stack().facts).query(`SELECT event_id FROM events WHERE user_id = 'u-1'`)
    const { page, requests } = await open()
    await search(page, String(row!['event_id']))
    await says(page, 'This purchase was stored.')
    await search(page, 'ada@acme.example')
    await says(page, 'Seen in 1 event')
    assert.match(page.url(), /\/console\/people#email=ada%40acme\.example$/)
    await search(page, '+442071234567')
    await says(page, 'Seen in 1 event')
    for (const id of ['T-10042', 'u-1']) {
      await search(page, id)
      await says(page, `Person: ${id}`)
      await until('one row', async () => (await textOf(page, '.events-list > li')).length === 1)
      assert.match((await textOf(page, '.events-list > li'))[0]!, /purchase/)
    }
    const sent = requests.map((url) => url.split('#')[0]!)
    assert.deepEqual(
      sent.filter((url) => /acme\.example|7123|T-10042|u-1/.test(url)),
      [],
    )
    await page.close()
  })

  it('moves in rows and opens one by the keyboard, and does nothing while somebody types', async () => {
    const { page } = await open()
    await showsRows(page)
    await page.keyboard.press('j')
    await focuses(page, /^login/)
    await page.keyboard.press('ArrowDown')
    await focuses(page, /^purchase/)
    await page.keyboard.press('k')
    await focuses(page, /^login/)
    await page.keyboard.press('Enter')
    await says(page, 'This login was stored.')
    await page.keyboard.press('/')
    await page.keyboard.type('jl?/')
    assert.equal(await page.$eval('#search', (input) => (input as HTMLInputElement).value), 'jl?/')
    await page.keyboard.press('Tab')
    await page.keyboard.press('l')
    await says(page, 'Live: looks for new events')
    await page.keyboard.press('l')
    await reads(async () => new URL(page.url()).searchParams.get('live'), null)
    await page.close()
  })

  it('lists the shortcuts, and turns single keys off for good', async () => {
    const { page, complaints } = await open()
    await page.keyboard.press('?')
    await page.waitForSelector('dialog[open]')
    assert.deepEqual(await violationsOf(page), [])
    await page.click('dialog .check input')
    await press(page, 'Close')
    await page.waitForSelector('dialog:not([open])')
    await page.reload()
    await page.waitForSelector('#search')
    await showsRows(page)
    await page.keyboard.press('j')
    await page.keyboard.press('?')
    assert.equal(await page.$('dialog[open]'), null)
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'BODY')
    await page.click('.menu > button')
    await press(page, 'Keyboard shortcuts')
    await page.waitForSelector('dialog[open]')
    await page.click('dialog .check input')
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog:not([open])')
    await page.keyboard.press('j')
    await focuses(page, /^login/)
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('hides personal values, also after a reload', async () => {
    const { page } = await open()
    await says(page, 'Ada@acme.example')
    await page.click('.menu > button')
    await page.click('.menu .check input')
    const isShown = () =>
      page.evaluate(() => /acme\.example|u-2/.test(document.querySelector('main')!.innerText))
    await reads(isShown, false)
    await page.reload()
    await until('two rows', async () => (await textOf(page, '.events-list > li')).length === 2)
    assert.equal(await isShown(), false)
    await page.click('.events-list .event-name')
    await says(page, 'personal values are hidden')
    assert.equal(await isShown(), false)
    await page.click('.menu > button')
    await page.click('.menu .check input')
    await page.close()
  })

  it('can be reached completely by the keyboard', async () => {
    const { page } = await open('/console/people')
    await page.waitForSelector('a[aria-label="0 alerts"]')
    const stops = await tabStops(page)
    assert.ok(!stops.some((stop) => stop.endsWith('(not shown)')), stops.join(', '))
    for (const stop of ['a People', 'input Search', 'a 0 alerts', 'button Menu', 'input Value'])
      assert.ok(stops.includes(stop), `${stop} is not among ${stops.join(', ')}`)
    await page.close()
  })

  for (const look of [{ width: 1100 }, { width: 640, zoom: 2 }, { width: 320, scheme: 'dark' }] as const)
    it(`does not scroll sideways with an open menu ${JSON.stringify(look)}`, async () => {
      const { page } = await open('/console/people', look)
      await page.click('.menu > button')
      const [width, available] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      assert.ok(width! <= available!, `${width} of ${available} pixels`)
      assert.deepEqual(await violationsOf(page), [])
      await page.close()
    })
})
