/** Web tests: on a connection's page: which consent it states and what follows, the way to the creator, and a test payload up to its event. */
import assert from 'node:assert/strict'
import { destinationsConfig } from '../console/destinations.ts'
import { openPage, textOf, useBrowserAndStack, violationsOf } from '../support/browser.ts'
import { clientOf } from '../support/client.ts'
import { openAs } from '../support/open_as.ts'
import { fill, labelled, press, says } from '../support/page.ts'
import { arrangeDefinition, pageViews } from '../support/saved_definition.ts'

describe('the tools of a connection', () => {
  const { browser, stack } = useBrowserAndStack(destinationsConfig)

  before(async () => {
    const client = clientOf(stack().facts)
    const visits = {
      ...pageViews('visits'),
      fields: { seen: 'integer' },
      link: { page_url: 'page', visit_length: 'seen' },
    }
    await arrangeDefinition(client, 'translation', visits)
    await arrangeDefinition(client, 'translation', {
      ...visits,
      name: 'asked_visits',
      link: {
        ...visits.link,
        'consent.ad_storage': { const: 'granted' },
        'consent.ad_user_data': { from: 'marketing', values: { yes: 'granted', no: 'denied' } },
      },
    })
  })

  const address = (name: string) => `${stack().facts.baseUrl}/console/connections/${name}`
  const cellsOf = (page: Awaited<ReturnType<typeof openPage>>['page'], caption: string) =>
    page.$$eval(`[aria-label="${caption}"] tbody tr`, (lines) =>
      lines.map((line) => [...line.querySelectorAll('td')].map((cell) => cell.textContent)),
    )

  it('say which consent it states, and what follows for each destination', async () => {
    const { page, complaints } = await openPage(browser(), address('asked_visits'))
    await says(page, 'It depends on each record.')
    assert.deepEqual(
      (await cellsOf(page, 'Consent signals')).map(([, stated]) => stated),
      ['always granted, whoever it is', 'by marketing', 'never', 'never'],
    )
    await page.goto(address('visits'))
    await says(page, 'It states no consent.')
    await says(
      page,
      'Restricted: ad_storage and ad_user_data are never granted, unless a default of the region does.',
    )
    const effects = await cellsOf(page, 'What follows for each destination, and its events of the period')
    assert.deepEqual(
      effects.map(([id, effect]) => [id, effect!.startsWith('Restricted')]),
      [
        ['crmneeds no consent', false],
        ['meta_euneeds ad_storage, ad_user_data', true],
        ['archiveneeds no consent', false],
      ],
    )
    assert.deepEqual(await violationsOf(page), [])
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('open the creator on the connection and its version', async () => {
    const { page } = await openPage(browser(), address('visits'))
    await says(page, 'Change it')
    const hrefs = await page.$$eval('a[href*="/console/creator?"]', (links) =>
      links.map((each) => [each.textContent, new URL(each.href).searchParams.get('connection')]),
    )
    assert.deepEqual(hrefs, [
      ['Change it', 'visits@1.0'],
      ['Open version 1.0 in the creator', 'visits@1.0'],
      ['Say what people agreed to', 'visits@1.0'],
    ])
    await page.close()
  })

  it('check a payload, name what it would reach, send it, and follow it to its event', async () => {
    const { page, complaints } = await openPage(browser(), address('visits'))
    await says(page, 'Send a test payload')
    const payload =
      '[{"page": "https://shop.example/a", "seen": 3}, {"page": "https://shop.example/b", "seen": "long"}]'
    await fill(page, 'Payload, JSON', payload)
    await press(page, 'Check it')
    await says(page, '2 records: 1 event, 1 refused. Nothing was published.')
    await says(page, 'Sent for real, they would be stored in BigQuery, and reach archive.')
    assert.deepEqual(
      (await cellsOf(page, 'What is refused')).map(([, field]) => field),
      ['seen'],
    )
    const receipts = await clientOf(stack().facts).query('SELECT via FROM receipts')
    assert.equal(receipts.length, 0)
    await fill(page, 'Payload, JSON', `${payload} `)
    await says(page, 'The payload was changed: check it again.')
    await press(page, 'Check it')
    await press(page, 'Send 1 event for real')
    await says(page, '1 event published, 1 refused; 1 stored.')
    assert.deepEqual(await violationsOf(page), [])
    const href = await page.$eval('[aria-label="Events that have arrived"] a', (anchor) =>
      anchor.getAttribute('href'),
    )
    assert.match(href!, /^\/console\/events\/[^?]+\?at=[^&]+&type=page_view$/)
    await page.click('[aria-label="Events that have arrived"] a')
    await says(page, 'This page_view was stored.')
    assert.deepEqual(complaints, [])
    await page.close()
  })

  it('refuse a payload that cannot be read, and an account that may not publish', async () => {
    const { page } = await openPage(browser(), address('visits'), { width: 390, scheme: 'dark' })
    await says(page, 'Send a test payload')
    await fill(page, 'Payload, JSON', '{"page":')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[role=alert] .fault')
    assert.deepEqual(await textOf(page, 'button.primary'), [])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(overflow <= 0, `${overflow} px`)
    assert.deepEqual(await violationsOf(page), [])
    await page.close()
    const { page: other } = await openAs(browser(), stack().facts, 'analyst', 'connections/visits')
    await says(other, 'Send a test payload')
    await labelled(other, 'Version to test')
    await fill(other, 'Payload, JSON', '{"page": "https://shop.example/a"}')
    await press(other, 'Check it')
    await says(other, 'User not authorized to perform this action.')
    await other.close()
  })
})
