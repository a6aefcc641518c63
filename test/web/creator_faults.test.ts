/** Web tests: what the creator must not do: take over a name, save what refuses its own sample, lose a draft, or hide where fields and consent go. */
import assert from 'node:assert/strict'
import type { Page } from 'puppeteer-core'
import { clientOf as bigQueryOf } from '../console/client.ts'
import { becomes, nameOwnEvent, openCreator, paste, pick } from './creator/page.ts'
import { clientOf } from '../support/client.ts'
import { textOf, useBrowserAndStack, violationsOf } from '../support/browser.ts'
import { fill, labelled, press, reads, says } from '../support/page.ts'
import { until } from '../support/until.ts'
import { webhookTo } from '../support/webhook.ts'

const config = {
  'gcp:project': 'sluice-local',
  'sluice:destinations': {
    crm: webhookTo('crm', { consent: [] }),
    ads: webhookTo('ads', { consent: ['ad_user_data'] }),
    stats: webhookTo('stats', { consent: ['analytics_storage'] }),
  },
}

const firstShop = `order_no,mail,total,currency,newsletter,agb,wrapping
A-1042,ada@example.com,49.90,EUR,yes,yes,box
A-1043,grace@example.org,12.00,EUR,no,yes,paper
`
// A column more, another name for the number, and no newsletter.
const otherShop = `transaction_id,customer_email,amount,currency,gift
77,mary@example.net,8.50,USD,no
78,ada@example.com,9.50,USD,yes
`

// A charge as in https://docs.stripe.com/api/charges/object, with a date that has two readings.
const charge = JSON.stringify({
  id: 'evt_1Nn',
  object: 'event',
  api_version: '2025-09-30',
  created: 1772608500,
  type: 'charge.succeeded',
  data: {
    object: {
      id: 'ch_3N',
      object: 'charge',
      amount: 4999,
      currency: 'usd',
      customer: 'cus_9s',
      billing_details: { email: 'ada@example.com' },
      receipt_date: '03/04/2026',
    },
  },
})

describe('the creator', () => {
  const { browser, stack } = useBrowserAndStack(config)
  const open = (look = {}) => openCreator(browser(), stack().facts.baseUrl, look)

  const isDisabled = (page: Page) =>
    page.$eval('.step:last-child .primary', (save) => (save as HTMLButtonElement).disabled)

  const valueOf = async (page: Page, label: string) =>
    (await labelled(page, label)).evaluate((field) => (field as HTMLInputElement).value)

  const chooseStandard = async (page: Page, name: string) => {
    await pick(page, 'Another standard event')
    await (await labelled(page, 'Standard event')).select(name)
  }

  it('never takes over the name of another connection in passing', async () => {
    const { page } = await open()
    await paste(page, firstShop)
    await chooseStandard(page, 'purchase')
    await becomes(page, '2 of 2', '0')
    assert.equal(await valueOf(page, 'Name of the connection'), 'purchase_csv')
    await press(page, 'Save')
    await says(page, 'Your system sends here')

    await press(page, 'Start again')
    await paste(page, otherShop)
    await chooseStandard(page, 'purchase')
    await says(page, 'Taken: purchase_csv 1.0 reads CSV and makes purchase')
    assert.equal(await valueOf(page, 'Name of the connection'), 'purchase_csv_2')
    await fill(page, 'Name of the connection', 'purchase_csv')
    await says(page, 'purchase_csv is taken.')
    assert.equal(await isDisabled(page), true)
    assert.deepEqual(await violationsOf(page), [])
    await fill(page, 'Name of the connection', 'other_shop')
    await press(page, 'Save')
    await says(page, 'Your system sends here')

    const sent = await clientOf(stack().facts).post('/v1/translators/purchase_csv', firstShop, {
      'content-type': 'text/csv',
    })
    assert.equal(((await sent.json()) as { accepted: number }).accepted, 2)
    await page.close()
  })

  it('saves nothing that refuses its whole sample, names the cause and offers what mends it', async () => {
    const { page } = await open()
    await paste(page, '{"transaction_id":"T-1","value":5,"currency":"EUR","zip":{"a":1},"country":"Germany"}')
    await chooseStandard(page, 'purchase')
    await press(page, 'Change country')
    await fill(page, 'Name of country in the event', 'country')
    await becomes(page, '0 of 1', '1')
    await says(page, 'None of the records would be accepted. Step 4 shows why.')
    assert.equal(await isDisabled(page), true)
    assert.equal(await page.$('.deliver'), null)
    // The field is marked where it can be changed.
    assert.match(
      (await textOf(page, '[data-path=country].refused .wrong'))[0]!,
      /^Refused in 1 record: expected /,
    )
    assert.deepEqual(await violationsOf(page), [])
    await press(page, 'Keep it as a field of your own')
    await becomes(page, '1 of 1', '0')
    await page.waitForSelector('.step:last-child .primary:enabled')
    await page.close()
  })

  it('saves what refuses a part of its sample only if the user agrees', async () => {
    const { page } = await open()
    await paste(
      page,
      `transaction_id,value,currency,country\n1,2.50,EUR,DE\n2,3.50,EUR,Germany\n3,3,EUR,FR\n`,
    )
    await chooseStandard(page, 'purchase')
    await becomes(page, '2 of 3', '1')
    assert.equal(await isDisabled(page), true)
    await says(page, 'Agree that 1 of 3 records would be refused.')
    await pick(page, 'Yes, refuse these 1 of 3 records.')
    await page.waitForSelector('.step:last-child .primary:enabled')
    await page.close()
  })

  it('reads a webhook of Stripe as it comes, and asks only what it does not say', async () => {
    const { page } = await open()
    await paste(page, `curl https://hooks.example/in -H 'Content-Type: application/json' -d '${charge}'`)
    await becomes(page, '1 of 1', '0')
    await says(page, '"value": 49.99')
    await says(page, '"api_version": "2025-09-30"')
    assert.equal(await valueOf(page, 'Name of the connection'), 'stripe_charges')
    // The order of day and month changes the meaning, and nothing tells it.
    await says(page, 'Answer 1 question in step 3.')
    assert.equal(await isDisabled(page), true)
    assert.deepEqual(await violationsOf(page), [])
    await pick(page, 'Month first: 2026-03-04')
    await says(page, '"data_object_receipt_date": "2026-03-04"')
    await page.waitForSelector('.step:last-child .primary:enabled')
    await pick(page, '4,999.00 USD')
    await says(page, '"value": 4999')
    await page.close()
  })

  it('asks which field a required field is', async () => {
    const { page } = await open()
    await paste(page, '{"beleg":"R-7","value":5,"currency":"EUR"}')
    await chooseStandard(page, 'purchase')
    await says(page, 'purchase needs transaction_id. Which of yours is it?')
    await says(page, 'Say in step 3 where transaction_id comes from.')
    await (await labelled(page, 'Field for transaction_id')).select('beleg')
    await becomes(page, '1 of 1', '0')
    await page.close()
  })

  it('tells where kept fields without a column are, with a query that finds them', async () => {
    const { page } = await open()
    await paste(page, firstShop)
    await chooseStandard(page, 'purchase')
    await says(page, 'The view purchase has no columns for these fields.')
    const sql = (await textOf(page, '.group .notice pre'))[0]!
    const rows = await until('the query finds an order', async () => {
      const [found] = await bigQueryOf(stack().facts).query({ query: sql })
      return found.length > 0 && (found as { wrapping: string }[])
    })
    assert.deepEqual(
      rows
        .map(({ wrapping: channel }) => channel)
        .filter((channel) => channel !== null)
        .toSorted(),
      ['box', 'paper'],
    )
    await page.close()
  })

  it('asks for consent, and shows which destinations get the event with each answer', async () => {
    const { page } = await open({ width: 390 })
    await paste(page, firstShop)
    await chooseStandard(page, 'purchase')
    const notes = () => textOf(page, '.ask .stack .pick .muted')
    await reads(notes, [
      'Events go to BigQuery and to crm. Kept back from ads, stats.',
      'newsletter may. Accepted terms are no consent.',
      'Events go to BigQuery and to crm, ads, stats. ',
    ])
    await pick(page, 'Everybody in these payloads has agreed to everything')
    await says(page, 'Enter why everybody has agreed')
    assert.equal(await isDisabled(page), true)
    await fill(page, 'Why has everybody agreed?', 'Only members with consent are exported.')
    await page.waitForSelector('.step:last-child .primary:enabled')
    await pick(page, 'Fields tell')
    assert.deepEqual(
      await page.$$eval('[aria-label="Consent signals"] tbody tr', (lines) =>
        lines.map((line) => [
          line.querySelector('code')!.textContent,
          line.querySelectorAll('td')[1]!.textContent,
          line.querySelector('select')!.value,
        ]),
      ),
      [
        ['ad_storage', 'nobody here', 'newsletter'],
        ['ad_user_data', 'ads', 'newsletter'],
        ['ad_personalization', 'nobody here', 'newsletter'],
        ['analytics_storage', 'stats', 'newsletter'],
      ],
    )
    await (await labelled(page, 'Field of analytics_storage')).select('')
    await says(page, '"ad_user_data": "granted"')
    await reads(async () => (await textOf(page, '.preview .badge')).join(), 'Sent,Sent,Not sent')
    assert.deepEqual(await violationsOf(page), [])
    const [width, available] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    assert.ok(width! <= available!)
    await page.close()
  })

  it('keeps the draft over a reload, and deletes it with "Start again"', async () => {
    const { page } = await open()
    await paste(page, otherShop)
    await nameOwnEvent(page, 'gift_bought')
    await fill(page, 'Name of the connection', 'gift_shop')
    await becomes(page, '2 of 2', '0')
    await page.reload()
    await becomes(page, '2 of 2', '0')
    await reads(() => valueOf(page, 'Name of the connection'), 'gift_shop')
    await reads(() => valueOf(page, 'Name of the event'), 'gift_bought')
    assert.equal(await page.evaluate(() => localStorage.length), 0)
    await press(page, 'Start again')
    await reads(() => page.evaluate(() => sessionStorage.length), 0)
    // A draft is restored when the account is known.
    const account = page.waitForResponse((response) => response.url().endsWith('/v1/console/definitions'))
    await page.reload()
    await account
    await reads(() => valueOf(page, 'Raw data'), '')
    await page.close()
  })
})
