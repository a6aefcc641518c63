/** Web tests: the catalogue in a browser, as an analyst: what each event type means, who sends it, what is wrong, and its fields. */
import assert from 'node:assert/strict'
import { loadCatalogue } from '../console/catalogue.ts'
import {
  openPage,
  tabStops,
  textOf,
  useBrowserAndStack,
  violationsOf,
  type Look,
} from '../support/browser.ts'
import { fill, labelled, press, says } from '../support/page.ts'
import { tokenOf } from '../support/roles.ts'

describe('the catalogue', () => {
  const { browser, stack } = useBrowserAndStack()

  before(() => loadCatalogue(stack().facts))

  /** Opens a page of the console, signed in as the analyst, who may only query. */
  const open = async (path: string, look: Look = {}) => {
    const watched = await openPage(browser(), 'about:blank', look)
    const { page } = watched
    await page.setRequestInterception(true)
    page.on('request', (request) => {
      if (new URL(request.url()).pathname !== '/local/token') return void request.continue()
      const body = JSON.stringify({ token: tokenOf(stack().facts, 'analyst') })
      return void request.respond({ status: 200, contentType: 'application/json', body })
    })
    await page.goto(`${stack().facts.baseUrl}/console/${path}`)
    await page.waitForSelector('.catalogue table')
    await page.waitForNetworkIdle({ idleTime: 200 })
    return watched
  }

  it('lists the types by volume, with violations, senders, destinations and unknown names', async () => {
    const { page, complaints } = await open('catalogue')
    const rows = await page.$$eval('section[aria-label="Event types of the catalogue"] tbody tr', (lines) =>
      lines.map((line) => [...line.querySelectorAll('td')].map((cell) => cell.textContent)),
    )
    assert.deepEqual(
      rows.slice(0, 3).map((cells) => cells.slice(0, 5)),
      [
        ['purchase A user bought something.', '4', '25%', 'shop_orders@2.1 3producers 1', 'webhook'],
        ['level_reached ownA player reached a level.', '2', 'none', 'producers 2', '–'],
        ['add_payment_info A user chose a payment method for an order.', '0', 'none', '–', '–'],
      ],
    )
    const unknown = await textOf(page, 'section:last-of-type tbody td')
    assert.deepEqual(unknown.slice(0, 3), ['purchse', '1', 'purchase'])
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('finds types by their fields, and keeps the filters in the address', async () => {
    const { page } = await open('catalogue')
    await fill(page, 'Event type or field', 'player_level')
    await page.waitForFunction(
      () =>
        document.querySelectorAll('section[aria-label="Event types of the catalogue"] tbody tr').length === 1,
    )
    const show = await labelled(page, 'Show')
    await show.select('violating')
    await says(page, 'No event type matches.')
    assert.match(page.url(), /\?find=player_level&show=violating$/)
    await page.close()
  })

  it('opens a type by keyboard, and counts its fields only on request', async () => {
    const { page } = await open('catalogue')
    await page.focus('a[href="/console/catalogue/purchase"]')
    await page.keyboard.press('Enter')
    await says(page, 'of at most 10,000 events')
    assert.deepEqual(await textOf(page, 'h1'), ['purchase'])
    await press(page, 'Count how many events have each field')
    await says(page, 'Fields that are not defined, in event_data of 4 events.')
    assert.deepEqual(await textOf(page, 'ul[aria-label="Fields that are not defined"] li'), ['margin 3'])
    const filled = await page.$$eval(
      'section:has(ul[aria-label="Fields that are not defined"]) tbody tr',
      (lines) =>
        Object.fromEntries(
          lines.map((line) => [line.querySelector('code')!.textContent, line.lastElementChild!.textContent]),
        ),
    )
    assert.deepEqual([filled['transaction_id'], filled['value'], filled['coupon']], ['100%', '75%', '0%'])
    await page.close()
  })

  it('shows what is wrong with a type, with an event of it', async () => {
    const { page } = await open('catalogue/purchase')
    await says(page, 'event_data.value')
    await page.waitForSelector('a[aria-label="1 with event_data.value"]')
    const latest = await page.$eval('a[href*="/console/events/buy-3"]', (anchor) =>
      anchor.getAttribute('href'),
    )
    assert.match(latest!, /^\/console\/events\/buy-3\?at=[^&]+&type=purchase$/)
    await page.close()
  })

  it('shows the own fields of a standard type, and the view that has them', async () => {
    const { page } = await open('catalogue/sign_up')
    await says(page, 'Plan that the user chose.')
    const own = await page.$$eval('tbody tr:has(.badge)', (rows) =>
      rows.map((row) => row.querySelector('td')!.textContent.trim()),
    )
    assert.deepEqual(own, ['plan own'])
    await says(page, 'sign_up__extended')
    assert.deepEqual(await textOf(page, '.versions strong'), ['1.0'])
    await page.close()
  })

  it('has the versions of an own type, JSON Schema, and its TypeScript', async () => {
    const { page } = await open('catalogue/level_reached')
    assert.deepEqual(await textOf(page, '.versions strong'), ['1.1', '1.0'])
    await page.evaluate(() => {
      const made: Blob[] = []
      const original = URL.createObjectURL.bind(URL)
      URL.createObjectURL = (blob) => {
        made.push(blob as Blob)
        return original(blob)
      }
      Object.assign(window, { made })
    })
    await press(page, 'Download JSON Schema')
    await press(page, 'Download TypeScript')
    const [schema, source] = await page.evaluate(() =>
      Promise.all((Reflect.get(window, 'made') as Blob[]).map((blob) => blob.text())),
    )
    assert.deepEqual((JSON.parse(schema!) as { required: string[] }).required, ['player_level'])
    assert.match(source!, /export interface LevelReached extends ContextFields /)
    await page.waitForSelector('a[href="/console/creator?type=level_reached"]')
    await page.close()
  })

  it('deprecates an own type with a successor, and withdraws the deprecation', async () => {
    // As the developer, who may save.
    const { page } = await openPage(browser(), `${stack().facts.baseUrl}/console/catalogue/level_reached`)
    await says(page, 'Owner')
    assert.equal((await textOf(page, '.catalogue .facts dd'))[0], 'live')
    await fill(page, 'Sunset', '2000-01-01')
    await press(page, 'Deprecate level_reached')
    await says(page, 'deprecation.sunset must be at least 90 days after deprecation.since.')
    await fill(page, 'Sunset', '2999-01-01')
    await fill(page, 'Send instead', 'tutorial_complete')
    await press(page, 'Deprecate level_reached')
    const today = new Date().toISOString().slice(0, 10)
    await says(page, `deprecated, since ${today}`)
    assert.deepEqual((await textOf(page, '.catalogue .facts dd')).slice(1), [
      '2999-01-01',
      'tutorial_complete',
      'not stated',
    ])
    assert.deepEqual(await textOf(page, '.versions strong'), ['1.2', '1.1', '1.0'])
    assert.deepEqual(await violationsOf(page), [])
    await press(page, 'Withdraw the deprecation')
    await says(page, 'Deprecate level_reached')
    assert.deepEqual(await textOf(page, '.versions strong'), ['1.3', '1.2', '1.1', '1.0'])
    await page.close()
  })

  for (const look of [{}, { scheme: 'dark', width: 390, zoom: 2 }] as const) {
    it(`has no accessibility violations and does not scroll sideways ${JSON.stringify(look)}`, async () => {
      for (const path of ['catalogue', 'catalogue/purchase']) {
        const { page } = await open(path, look)
        assert.deepEqual(await violationsOf(page), [], path)
        const [width, available] = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          innerWidth,
        ])
        assert.ok(width! <= available!, `${path}: ${width} of ${available} pixels`)
        await page.close()
      }
    })
  }

  it('is reached by keyboard', async () => {
    const { page } = await open('catalogue')
    const stops = await tabStops(page)
    assert.ok(!stops.some((stop) => stop.endsWith('(not shown)')), stops.join('\n'))
    assert.ok(stops.indexOf('input Event type or field') < stops.indexOf('a purchase'), stops.join('\n'))
    await page.close()
  })
})
