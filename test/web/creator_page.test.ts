/** Web tests: the creator in a browser: from a pasted CSV to rows in BigQuery, by mouse and by keyboard, and with hostile texts. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'puppeteer-core'
import { clientOf } from '../console/client.ts'
import { hostile } from './creator/hostile.ts'
import { ordersCsv } from './creator/orders.ts'
import { becomes, nameFields, nameOwnEvent, openCreator, paste, pick } from './creator/page.ts'
import { textOf, useBrowserAndStack, violationsOf } from '../support/browser.ts'
import { fill, labelled, press, says } from '../support/page.ts'
import { tokenOf } from '../support/roles.ts'
import { until } from '../support/until.ts'

const run = promisify(execFile)

describe('the creator in a browser', () => {
  const { browser, stack } = useBrowserAndStack()

  const open = (look = {}) => openCreator(browser(), stack().facts.baseUrl, look)

  const rowsOf = (view: string, count: number) =>
    until(`${count} rows are in ${view}`, async () => {
      const [rows] = await clientOf(stack().facts).query({
        query: `SELECT * FROM ${view} ORDER BY order_no`,
        defaultDataset: { datasetId: stack().facts.dataset },
      })
      return rows.length >= count && (rows as Record<string, unknown>[])
    })

  /** The text of the tab panel with this label. */
  const shownText = (page: Page, label: string) =>
    page.$eval(`[aria-label="${label}"]`, (list) => list.closest('.texts')!.querySelector('pre')!.textContent)

  it('stores a CSV of orders in a typed view with the curl command that it shows', async () => {
    const { page, complaints, requests } = await open()
    await paste(page, ordersCsv)
    await says(page, '3 records')
    await nameOwnEvent(page, 'order_placed')
    await press(page, 'Change mail')
    assert.equal(
      await (
        await labelled(page, 'Name of mail in the event')
      ).evaluate((field) => (field as HTMLInputElement).value),
      'email',
    )
    await nameFields(page, { total: 'total', order_no: 'order_no' })
    await (await labelled(page, 'Type of total')).select('text')
    await (await labelled(page, 'Type of total')).select('number_comma')
    await becomes(page, '3 of 3', '0')
    await says(page, 'Permitted by rule permit_all')
    await fill(page, 'Name of the connection', 'shop_orders')
    assert.deepEqual(await violationsOf(page), [])
    await press(page, 'Save')
    await says(page, 'Your system sends here')
    assert.deepEqual(await violationsOf(page), [])
    const curl = await shownText(page, 'How to send')
    assert.match(curl, /^curl -X POST http\S+\/v1\/translators\/shop_orders /)
    const whole = await page.content()
    assert.ok(!whole.includes(stack().facts.token), 'the page never shows the token')
    const { stdout } = await run('bash', ['-c', curl], {
      env: { ...process.env, TOKEN: tokenOf(stack().facts, 'producer') },
    })
    assert.equal((JSON.parse(stdout) as { accepted: number }).accepted, 3, stdout)
    const rows = await rowsOf('order_placed', 3)
    assert.deepEqual(
      rows.map(({ order_no, email, total, postal_code, note }) => [
        order_no,
        email,
        Number(total),
        postal_code,
        note,
      ]),
      [
        ['A-1042', 'ada@example.com', 1249.9, '01067', 'it\'s "fine"'],
        ['A-1043', 'grace@example.org', 89, '10115', null],
        ['A-1044', 'mary@example.net', 432.5, '80331', '$HOME `id`'],
      ],
    )
    await press(page, 'Send this payload')
    await says(page, 'Stored in BigQuery.')
    assert.ok((await textOf(page, '.arrived th')).includes('order_no'))
    assert.deepEqual(complaints, [])
    assert.deepEqual(
      requests.filter((url) => !url.startsWith(`${stack().facts.baseUrl}/`) && !url.startsWith('data:')),
      [],
    )
    await page.close()
  })

  it('shows the version that a change needs, saves it, and restores an earlier version as a new one', async () => {
    const { page } = await open({ scheme: 'dark' })
    await paste(page, ordersCsv)
    await says(page, '3 records')
    await nameOwnEvent(page, 'order_placed')
    await pick(page, 'Replace its fields by those found here')
    await nameFields(page, { total: 'total', order_no: 'order_no' })
    await pick(page, 'A new version of a saved connection')
    await says(page, 'No unsaved changes.')
    await (await labelled(page, 'order_no is required')).click()
    await says(page, 'follows 1.0: a major change.')
    await says(page, 'is now required: events without it were valid before.')
    await press(page, 'Save')
    await says(page, 'Saved.')
    await page.click('.history summary')
    assert.deepEqual(await violationsOf(page), [])
    await press(page, 'Restore 1.0 of order_placed')
    await says(page, 'Saved version 2.1 with the content of 1.0.')
    await says(page, 'No differences.')
    await (await labelled(page, 'with order_placed')).select('2.0')
    await page.waitForFunction(() => !document.body.textContent.includes('No differences.'))
    assert.deepEqual(await violationsOf(page), [])
    await page.close()
  })

  it('explains an invalid name and offers a valid one', async () => {
    const { page } = await open()
    await paste(page, '{"Order ID": 7, "note": "x"}')
    await says(page, '1 record')
    await nameOwnEvent(page, 'OrderShipped')
    await says(page, 'must be snake_case')
    await press(page, 'Use order_shipped')
    await says(page, 'A new event type')
    await nameFields(page, { note: 'My Note' })
    await press(page, 'Use my_note')
    await says(page, '"my_note": "x"')
    await page.close()
  })

  it('splits records, combines fields and drops fields', async () => {
    const { page } = await open()
    await paste(
      page,
      '{"id":"b-1","guest":{"first":"Ada","last":"Lovelace"},"rooms":[{"room":"Garden"},{"room":"Tower"}],"junk":1}',
    )
    await says(page, '1 record')
    await nameOwnEvent(page, 'room_booked')
    await (await labelled(page, 'Events per record')).select('rooms')
    await press(page, 'Change junk')
    await pick(page, 'Keep junk')
    await press(page, 'Combine fields')
    await fill(page, 'Field of the event', 'guest_name')
    await fill(page, 'Template', '{guest.first} {guest.last}')
    await becomes(page, '2 of 2', '0')
    await says(page, '"guest_name": "Ada Lovelace"')
    const shown = (await textOf(page, '.pair figure:last-child pre'))[0]!
    assert.ok(!shown.includes('junk'))
    await page.close()
  })

  it('can be used with the keyboard only', async () => {
    const { page } = await open()
    const press = async (key: 'Tab' | 'Enter' | 'ArrowDown', times = 1) => {
      for (let time = 0; time < times; time++) await page.keyboard.press(key)
    }
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement
        return (
          element.getAttribute('aria-label') ??
          element.labels?.[0]?.textContent.trim() ??
          element.textContent.trim()
        )
      })
    const goTo = async (name: string) => {
      for (let stop = 0; stop < 150; stop++) {
        if ((await focused()) === name) return
        await press('Tab')
      }
      assert.fail(`Tab does not reach ${name}`)
    }
    await goTo('Raw data')
    await page.keyboard.type('{"parcel":"p-7","weight":1.5}')
    // One stop for all radio buttons of step 2; the arrow keys move among them.
    await page.waitForSelector('[aria-label="What has happened"]')
    while (!(await page.evaluate(() => document.activeElement?.matches('[type=radio]')))) await press('Tab')
    for (let choice = 0; choice < 9 && (await focused()) !== 'An event type of your own'; choice++)
      await press('ArrowDown')
    await page.keyboard.press('Space')
    await goTo('Name of the event')
    await page.keyboard.type('parcel_weighed')
    await page.keyboard.press('Escape')
    // The button is disabled until the saved versions are loaded.
    await page.waitForSelector('.step:last-child .primary:enabled')
    await goTo('Save')
    await press('Enter')
    await says(page, 'Your system sends here')
    await goTo('curl')
    await page.keyboard.press('ArrowRight')
    assert.equal(await focused(), 'JavaScript')
    assert.match(await shownText(page, 'How to send'), /await fetch\(/)
    await page.close()
  })

  for (const [what, text] of hostile) {
    it(`is not harmed by ${what}`, async () => {
      const { page, complaints } = await open()
      await paste(page, text)
      await page.waitForSelector('.creator [role=status] strong, .creator .fault[role=alert]')
      assert.equal(await page.evaluate(() => Reflect.get(window, 'harmed') as unknown), undefined)
      assert.equal(await page.evaluate(() => Reflect.get({}, 'polluted') as unknown), undefined)
      assert.equal(await page.$('main script, main img, main iframe'), null)
      assert.deepEqual(complaints, [])
      assert.deepEqual(await violationsOf(page), [])
      await page.close()
    })
  }

  for (const [what, look] of [
    ['a zoom of 200 %', { width: 640, zoom: 2 }],
    ['the minimum width of WCAG', { width: 320, scheme: 'dark' as const }],
  ] as const) {
    it(`does not scroll horizontally at ${what}`, async () => {
      const { page } = await open(look)
      await paste(page, ordersCsv)
      await nameOwnEvent(page, 'order_seen')
      await becomes(page, '3 of 3', '0')
      await says(page, 'Permitted by rule permit_all')
      const [width, available] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      assert.ok(width! <= available!, `${width} of ${available} pixels`)
      assert.deepEqual(await violationsOf(page), [])
      await page.close()
    })
  }
})
