/** Web tests: the overview's filters are in its address, and its numbers link to the rows behind them. */
import assert from 'node:assert/strict'
import type { Page } from 'puppeteer-core'
import type { OverviewData } from '../../web/overview/overview_data.ts'
import { clientOf } from '../console/client.ts'
import { shownFigures, whenLoaded } from '../console/page.ts'
import { load, monthOf } from '../console/seed.ts'
import { until } from '../support/until.ts'
import { hold, openPage, release, textOf, useBrowserAndStack, violationsOf } from '../support/browser.ts'

/** The filters of a link in text, by name. */
function filtersOf(href: string): Record<string, string> {
  return Object.fromEntries(new URL(href, 'http://localhost').searchParams)
}

describe('the overview’s addresses', () => {
  const { browser, stack } = useBrowserAndStack()
  before(() => load(clientOf(stack().facts).dataset(stack().facts.dataset), monthOf(3000, Date.now())))

  /** Opens the page with filters. Resolves to it and the data that it shows. */
  const open = async (search = '') => {
    const answers: OverviewData[] = []
    const watched = await openPage(browser(), 'about:blank')
    watched.page.on('response', (response) => {
      if (response.url().includes('/v1/console/overview'))
        void response.json().then((body) => answers.push(body as OverviewData))
    })
    await watched.page.goto(`${stack().facts.consoleUrl}${search}`)
    await whenLoaded(watched.page)
    return { ...watched, answers }
  }

  const place = (page: Page) => page.evaluate(() => location.pathname + location.search)
  const hrefs = (page: Page, selector: string) =>
    page.$$eval(selector, (links) => links.map((link) => link.getAttribute('href') ?? ''))

  it('are shared, reloaded and gone back to with the same filters, without another query', async () => {
    const { page, answers, complaints } = await open()
    const refreshed = page.waitForResponse((response) => response.url().includes('/v1/console/overview'))
    await page.click('input[value="7d"]')
    await refreshed
    await whenLoaded(page)
    const [types, destinations] = await page.$$('.controls select')
    await types!.select('purchase')
    await destinations!.select('webhook_crm')
    const address = '/console/?range=7d&type=purchase&to=webhook_crm'
    assert.equal(await place(page), address)
    const figures = await shownFigures(page)
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    await page.click('.figure:nth-child(1) a')
    assert.match(await place(page), /^\/console\/events\?type=purchase&since=/)
    await page.goBack()
    assert.equal(await place(page), address)
    await whenLoaded(page)
    assert.deepEqual(await shownFigures(page), figures)
    assert.equal(answers.length, 2, 'Back shows what the page has')
    assert.ok(await page.evaluate(() => Reflect.get(window, 'isSameDocument')))
    await page.reload()
    await whenLoaded(page)
    assert.equal(await place(page), address)
    assert.ok(await page.$eval('input[value="7d"]', (input) => input.checked))
    assert.deepEqual(await page.$$eval('.controls select', (all) => all.map((each) => each.value)), [
      'purchase',
      'webhook_crm',
    ])
    assert.deepEqual(await textOf(page, '.destinations h3'), ['webhook_crm'])
    await page.click('.refreshing input')
    assert.equal(await place(page), `${address}&refresh=minute`)
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('lead from each number to its rows, with absolute times', async () => {
    const { page, answers } = await open('?range=30d&to=ga4_web')
    const { from, to } = answers[0]!
    const period = { since: from, until: to }
    const [stored, quarantine, delivered] = await hrefs(page, '.figure .value a')
    assert.deepEqual(
      [stored, quarantine, delivered].map((href) => new URL(href!, 'http://a').pathname),
      ['/console/events', '/console/quarantine', '/console/events'],
    )
    assert.deepEqual([stored!, quarantine!, delivered!].map(filtersOf), [
      period,
      period,
      { to: 'ga4_web', outcome: 'delivered', ...period },
    ])
    const reasons = (await hrefs(page, '.reasons a')).map(filtersOf)
    assert.deepEqual(
      reasons.find(({ outcome }) => outcome === 'refused'),
      { to: 'ga4_web', outcome: 'refused', reason: 'rejected', ...period },
    )
    assert.equal((await hrefs(page, '.destinations h3 a'))[0], '/console/destinations/ga4_web')
    const error = await page.$$eval('table a', (links) =>
      links.map((link) => link.getAttribute('href')!).find((href) => href.startsWith('/console/events/e-')),
    )
    const { at, type } = filtersOf(error!)
    assert.ok(at! >= from && at! < to && type, error)
    await page.close()
  })

  it('open the events of a bar by mouse and by arrow keys and Enter', async () => {
    const { page, answers } = await open()
    const { bucket } = answers[0]!
    const bars = await page.$$('.plot a')
    assert.equal((await page.$$('.plot a[tabindex="0"]')).length, 1)
    await page.$eval('.plot a[tabindex="0"]', (bar) => bar.focus())
    const first = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    for (const key of ['End', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'Home', 'ArrowRight'] as const)
      await page.keyboard.press(key)
    const name = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
    assert.match(name, /^\w+: [\d,]+ events? from /)
    assert.notEqual(name, first)
    await page.keyboard.press('Enter')
    const { type, since, until: end } = filtersOf(await place(page))
    assert.ok(name.startsWith(`${type}: `), `${name} opens ${type}`)
    assert.equal(Date.parse(end!) - Date.parse(since!), bucket * 1000)
    await page.goBack()
    await whenLoaded(page)
    await until('a click opens the events of a bar', async () => {
      // The page moves its bars while it is drawn, so that a click can miss the bar.
      await (await page.waitForSelector('.plot a'))!.click()
      return (await place(page)).startsWith('/console/events?type=')
    })
    assert.ok(bars.length > 20)
    await page.close()
  })

  it('say what BigQuery read, and show placeholders until it has', async () => {
    const { page, complaints } = await open()
    const [cost] = await textOf(page, '.shown .cost')
    assert.match(cost!, /^Read [\d.,]+ (bytes|KB|MB) at \d\d:\d\d:\d\d\. Nothing is billed here\./)
    await page.goto(`${stack().facts.consoleUrl}creator`)
    await page.waitForSelector('main h1')
    const held = await hold(page, '/v1/console/overview')
    await page.click('nav a')
    await page.waitForSelector('.overview .skeleton')
    assert.deepEqual(await violationsOf(page), [])
    await release(page, held)
    await whenLoaded(page)
    assert.deepEqual(complaints, [])
    await page.close()
  })
})
