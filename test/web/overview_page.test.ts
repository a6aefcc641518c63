/** Web tests: the overview in a browser: numbers, accessibility and requests. */
import assert from 'node:assert/strict'
import type { Page } from 'puppeteer-core'
import type { OverviewData } from '../../web/overview/overview_data.ts'
import { clientOf } from '../console/client.ts'
import { figuresBySql } from '../console/figures.ts'
import { shownFigures, whenLoaded } from '../console/page.ts'
import { load, monthOf } from '../console/seed.ts'
import {
  openPage,
  tabStops,
  textOf,
  useBrowserAndStack,
  violationsOf,
  type Look,
} from '../support/browser.ts'

const count = new Intl.NumberFormat('en')
const headline = 'main h1, main h2'

describe('the overview in a browser', () => {
  const { browser, stack } = useBrowserAndStack()

  const openOverview = async (look: Look = {}) => {
    const watched = await openPage(browser(), stack().facts.consoleUrl, look)
    await whenLoaded(watched.page)
    return watched
  }

  /** Performs an action that refreshes the page. Resolves to the response, once it is shown. */
  const refreshing = async (page: Page, act: () => Promise<unknown>): Promise<OverviewData> => {
    const [response] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('/v1/console/overview')),
      act(),
    ])
    const answer = (await response.json()) as OverviewData
    await whenLoaded(page)
    return answer
  }

  it('explains what to do without events and shows that all promises are kept', async () => {
    const { page } = await openOverview()
    assert.ok((await textOf(page, headline)).includes('No events in this period'))
    assert.equal((await shownFigures(page))['Promises'], 'Kept')
    assert.deepEqual(await violationsOf(page), [])
    await page.close()
  })

  describe('with a month of events', () => {
    before(() => load(clientOf(stack().facts).dataset(stack().facts.dataset), monthOf(3000, Date.now())))

    it('shows the same numbers as SQL for each period, event type and destination', async () => {
      const { page } = await openOverview()
      const bigquery = clientOf(stack().facts)
      const compare = async (
        answer: OverviewData,
        selection: { eventName?: string; destination?: string },
      ) => {
        const figures = await figuresBySql(bigquery, stack().facts.dataset, { ...answer, ...selection })
        const shown = await shownFigures(page)
        assert.deepEqual(
          [
            shown['Events stored'],
            shown['In quarantine'],
            shown['Delivered'],
            shown['Waiting'],
            shown['Failed'],
          ],
          [figures.stored, figures.quarantined, figures.delivered, figures.waiting, figures.failed].map(
            (figure) => count.format(figure),
          ),
        )
        assert.ok(figures.delivered > 0)
      }
      const week = await refreshing(page, () => page.click('input[value="7d"]'))
      await compare(week, {})
      const month = await refreshing(page, () => page.click('input[value="30d"]'))
      await compare(month, {})
      const [types, destinations] = await page.$$('.controls select')
      await types!.select('purchase')
      await compare(month, { eventName: 'purchase' })
      await destinations!.select('webhook_crm')
      await compare(month, { eventName: 'purchase', destination: 'webhook_crm' })
      assert.deepEqual(await textOf(page, '.destinations h3'), ['webhook_crm'])
      await page.close()
    })

    for (const scheme of ['light', 'dark'] as const) {
      it(`has no accessibility violations in ${scheme} colors with open tables`, async () => {
        const { page, complaints } = await openOverview({ scheme })
        assert.deepEqual(await violationsOf(page), [])
        for (const summary of await page.$$('summary')) await summary.click()
        assert.deepEqual(await violationsOf(page), [])
        assert.deepEqual(complaints, [])
        await page.close()
      })
    }

    it('gives every chart a text alternative with the main numbers, and a table', async () => {
      const { page } = await openOverview()
      const charts = await page.$$eval('figure', (figures) =>
        figures.map((figure) => ({
          name: figure.querySelector('[role=img], [role=group]')?.getAttribute('aria-label') ?? '',
          drawn: figure.querySelectorAll('svg rect, svg path, svg circle').length,
          rows: figure.querySelectorAll('details tbody tr').length,
        })),
      )
      assert.equal(charts.length, 2)
      const stored = (await shownFigures(page))['Events stored']!
      assert.match(charts[0]!.name, new RegExp(`${stored} events stored`))
      for (const { name, drawn, rows } of charts) assert.ok(name.length > 40 && drawn > 5 && rows > 5, name)
      await page.close()
    })

    it('can be reached completely by the keyboard', async () => {
      const { page } = await openOverview()
      const stops = await tabStops(page)
      assert.deepEqual(
        stops.filter((stop) => stop.endsWith('(not shown)')),
        [],
      )
      assert.equal(stops[0], 'a Skip to content')
      for (const stop of [
        'a Overview',
        'input 24 hours',
        'input Refresh every minute',
        'button Refresh',
        'div Errors, open ones first',
      ]) {
        assert.ok(stops.includes(stop), `${stop} is not among ${stops.join(', ')}`)
      }
      const interactive = await page.$$eval(
        'a:not([tabindex="-1"]), button, select, summary, input:not([type=radio]), [tabindex="0"]:not(a)',
        (elements) => elements.filter((element) => element.checkVisibility()).length,
      )
      // A group of radio buttons is one tab stop.
      assert.equal(stops.length, interactive + 1)
      await page.focus('input[value="24h"]')
      const answer = await refreshing(page, () => page.keyboard.press('ArrowRight'))
      assert.equal(Date.parse(answer.to) - Date.parse(answer.from) >= 7 * 86_400_000, true)
      await page.close()
    })

    it('sends requests only to its own origin and keeps the token out of URL and storage', async () => {
      const { page, requests, complaints } = await openOverview()
      const foreign = requests.filter(
        (url) => !url.startsWith(`${stack().facts.baseUrl}/`) && !url.startsWith('data:'),
      )
      assert.deepEqual(foreign, [])
      assert.deepEqual(complaints, [])
      assert.ok(!requests.some((url) => url.includes(stack().facts.token)))
      const stored = await page.evaluate(async () =>
        JSON.stringify([
          Object.entries(localStorage),
          Object.entries(sessionStorage),
          document.cookie,
          location.href,
          await indexedDB.databases(),
        ]),
      )
      assert.ok(!stored.includes(stack().facts.token))
      await page.close()
    })

    it('has no layout shifts on refresh', async () => {
      const { page } = await openOverview()
      await refreshing(page, () => page.click('.refresh'))
      const shifts = await page.evaluate(() => Reflect.get(window, 'shifts') as number[])
      assert.deepEqual(shifts, [])
      await page.close()
    })

    for (const [what, look] of [
      ['a zoom of 200 %', { width: 640, zoom: 2 }],
      ['the width of a phone', { width: 390, zoom: 2, scheme: 'dark' }],
      ['the minimum width of WCAG', { width: 320 }],
    ] as const) {
      it(`does not scroll horizontally at ${what}`, async () => {
        const { page } = await openOverview(look)
        const [width, available] = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          innerWidth,
        ])
        assert.ok(width! <= available!, `${width} of ${available} pixels`)
        assert.deepEqual(await violationsOf(page), [])
        await page.close()
      })
    }
  })
})
